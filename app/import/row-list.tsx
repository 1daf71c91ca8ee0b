import { IconAlertTriangle, IconCircleX, IconEqual, IconPencil, IconPlus } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useRef } from 'react';
import { formatInstant } from '../../machines/calendar/slots.ts';
import type { FieldChange } from '../../machines/order/changed-fields.ts';
import type { ImportRow } from '../../machines/wire/import-lines.ts';
import { importWords as words } from '../words/setup/import-words.ts';
import styles from './import.module.css';

/** Pixels of a row before it is measured. */
const rowHeight = 45;

/** A list of any length, of which the rows in view are drawn. */
export const RowList = memo(function RowList({ rows }: { rows: readonly ImportRow[] }) {
  const list = useRef<HTMLUListElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]!.at,
    overscan: 10,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
    <ul ref={list} tabIndex={0} aria-label={words.rows} className={styles.list}>
      {drawn.getVirtualItems().map(({ index, start }) => (
        <Row
          key={rows[index]!.at}
          row={rows[index]!}
          place={{ index, start, of: rows.length }}
          measure={drawn.measureElement}
        />
      ))}
      <li aria-hidden style={{ height: drawn.getTotalSize() }} />
    </ul>
  );
});

type RowProps = {
  row: ImportRow;
  place: { index: number; start: number; of: number };
  measure: (row: Element | null) => void;
};

const signs = { created: IconPlus, changed: IconPencil, unchanged: IconEqual, refused: IconCircleX };

function Row({ row, place: { index, start, of }, measure }: RowProps) {
  const Sign = signs[row.outcome];
  return (
    <li
      ref={measure}
      data-index={index}
      data-outcome={row.outcome}
      aria-setsize={of}
      aria-posinset={index + 1}
      className={styles.row}
      style={{ transform: `translateY(${start}px)` }}
    >
      <span className={styles.at}>{words.row(row.at)}</span>
      <span className={styles.outcome} data-outcome={row.outcome}>
        <Sign size={16} aria-hidden />
        {words.outcome[row.outcome]}
      </span>
      <span className={styles.which}>
        <b>{row.number ?? words.noNumber}</b>
        {row.about !== '' && <span className={styles.about}>{row.about}</span>}
      </span>
      <span className={styles.what}>
        {row.outcome === 'refused' && <Problem {...row.problem} />}
        {row.outcome === 'changed' && row.changes.map((change) => <Change key={change.field} {...change} />)}
        {row.outcome !== 'refused' &&
          row.marks?.map((mark) => (
            <span key={mark.field} className={styles.mark}>
              <IconAlertTriangle size={16} aria-hidden />
              <span>
                {words.mark} <Problem {...mark} />
              </span>
            </span>
          ))}
      </span>
    </li>
  );
}

const Problem = ({ field, message }: { field: string | null; message: string }) => (
  <span>
    {field && <span className={styles.field}>{field}: </span>}
    {message}
  </span>
);

const Change = ({ field, from, to }: FieldChange) => (
  <span>
    <span className={styles.field}>{field}: </span>
    {to === undefined
      ? words.changesOnly
      : from === undefined
        ? shown(to)
        : words.change(shown(from), shown(to))}
  </span>
);

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

function shown(value: NonNullable<FieldChange['to']> | null): string {
  if (value === null || value === '') return words.empty;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string' && instant.test(value)) return formatInstant(new Date(value));
  return String(value).replace('.', typeof value === 'number' ? ',' : '.');
}
