import { Fragment } from 'react';
import styles from './free-text.module.css';

/** Free text with its line breaks; a line of dashes is a separator (S1 §2 'detail'). */
export function FreeText({ text }: { text: string }) {
  return (
    <div className={styles.text}>
      {partsOf(text).map(({ at, part }) => (
        <Fragment key={at}>
          {at > 0 && <hr className={styles.separator} />}
          <p>{part}</p>
        </Fragment>
      ))}
    </div>
  );
}

function partsOf(text: string): { at: number; part: string }[] {
  const parts: string[][] = [[]];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (/^\s*(?:-\s*){3,}$/.test(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts
    .map((lines) => lines.join('\n').replace(/^\n+|\s+$/g, ''))
    .filter((part) => part !== '')
    .map((part, at) => ({ at, part }));
}
