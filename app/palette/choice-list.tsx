import { useEffect, useRef } from 'react';
import { matchedParts } from '../../machines/search/matched-parts.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import type { Choice, Choices } from './choices.ts';
import styles from './palette.module.css';

/** The id of a row in the list of this id. */
export const rowId = (list: string, { id }: Choice) => `${list}${id}`;

type Props = {
  id: string;
  groups: Choices[];
  active: Choice | undefined;
  typed: string;
  /** Newer rows are on their way. */
  busy: boolean;
  choose: (choice: Choice) => void;
};

/** The rows by group. The focus stays in the field: the active row is named there, and is kept in view. */
export function ChoiceList({ id, groups, active, typed, busy, choose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const activeId = active?.id;
  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={paletteWords.results}
      aria-busy={busy}
      className={styles.list}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options, and no fieldsets
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <div className={styles.title} aria-hidden>
            {title}
          </div>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which has the focus
            <div
              key={choice.id}
              id={rowId(id, choice)}
              role="option"
              tabIndex={-1}
              aria-selected={choice.id === activeId}
              className={styles.row}
              onClick={() => choose(choice)}
            >
              <ChoiceRow choice={choice} typed={typed} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

function ChoiceRow({ choice: { Icon, label, detail, operation }, typed }: { choice: Choice; typed: string }) {
  return (
    <>
      {Icon && <Icon size={20} aria-hidden />}
      <span className={styles.texts}>
        <span className={styles.label}>
          <Marked text={label} typed={typed} />
        </span>
        {detail && (
          <span className={styles.detail}>
            <Marked text={detail} typed={typed} />
          </span>
        )}
      </span>
      {operation && <span className={styles.operation}>{operation}</span>}
    </>
  );
}

/** What was typed, marked in what was found. */
function Marked({ text, typed }: { text: string; typed: string }) {
  let at = 0;
  return matchedParts(text, typed).map((part) => {
    const key = at;
    at += part.text.length;
    return part.matched ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
