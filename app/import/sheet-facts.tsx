import type { Added } from '../../machines/order/intake.ts';
import { importWords as words } from '../words/setup/import-words.ts';
import styles from './import.module.css';
import type { Run } from './import-state.ts';

const shownNames = 12;

/** What was found of the file, and what it would add to the catalogues. */
export function SheetFacts({ run: { sheet, added } }: { run: Run }) {
  if (!sheet) return null;
  const facts: [string, string][] = [
    [words.content, words.found(sheet.kind, sheet.rows)],
    [words.encoding, words.encodings[sheet.encoding ?? 'workbook']],
    ...(sheet.ignored.length > 0 ? [[words.ignored, listed(sheet.ignored)] as [string, string]] : []),
    ...(Object.keys(words.added) as Added['kind'][]).flatMap((kind): [string, string][] => {
      const names = added.filter((entry) => entry.kind === kind).map(({ name }) => name);
      return names.length > 0 ? [[words.added[kind], listed(names)]] : [];
    }),
  ];
  return (
    <dl className={styles.facts} aria-label={words.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const listed = (names: string[]): string =>
  names.slice(0, shownNames).join(', ') +
  (names.length > shownNames ? words.more(names.length - shownNames) : '');
