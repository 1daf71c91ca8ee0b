import { Anchor, Checkbox } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconCalendarTime } from '@tabler/icons-react';
import { memo, useRef } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { derivations } from '../../../machines/words/labels.ts';
import { StatusBadge } from '../../board/status.tsx';
import { slotWords } from '../../words/setup/slot-words.ts';
import { visitWords } from '../../words/visit/visit-words.ts';
import styles from './slot-detail.module.css';
import { useRowLinks } from './use-row-links.ts';
import { isSelectable, type useSelection } from './use-selection.ts';

const pathOf = (visitId: number | string) => `/visit/view/${visitId}/jefetec`;

type Selection = ReturnType<typeof useSelection>;

/** The slot's visits (S2 §2 'Time-slot detail view'): a table, or one card each on a phone. */
export function VisitTable(props: { visits: FieldVisit[]; selection: Selection | null }) {
  const { visits, selection } = props;
  const { columns } = slotWords;
  // A column that is empty for all of them says nothing.
  const derived = visits.some(({ derivationType }) => derivationType !== null);
  const selectable = visits.filter(isSelectable).length;
  const table = useRef<HTMLTableElement>(null);
  useRowLinks(table, pathOf);
  return (
    <table ref={table} className={styles.table} aria-label={slotWords.heading}>
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles.check}>
              {selectable > 0 && (
                <Checkbox
                  size="xs"
                  aria-label={slotWords.selectAll}
                  label={<span className={styles.phone}>{slotWords.selectAll}</span>}
                  checked={selection.selected.length === selectable}
                  indeterminate={selection.selected.length > 0 && selection.selected.length < selectable}
                  onChange={() =>
                    selection.selected.length === selectable ? selection.clear() : selection.all()
                  }
                />
              )}
            </th>
          )}
          {Object.values(derived ? columns : { ...columns, derivation: '' })
            .filter(Boolean)
            .map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {visits.map((visit) => (
          <Row
            key={visit.id}
            visit={visit}
            selection={selection}
            derived={derived}
            selected={selection?.has(visit.id) ?? false}
          />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(
  function Row(props: {
    visit: FieldVisit;
    selection: Selection | null;
    selected: boolean;
    derived: boolean;
  }) {
    const { visit, selection, selected, derived } = props;
    const { columns } = slotWords;
    return (
      <tr
        data-visit-id={visit.id}
        data-version={visit.version}
        data-selected={(selected && isSelectable(visit)) || undefined}
        className={styles.row}
      >
        {selection && <SelectCell visit={visit} selection={selection} selected={selected} />}
        <td data-label={columns.order} className={styles.order}>
          <Anchor component={Link} to={pathOf(visit.id)} size="sm" className={styles.link} tabIndex={-1}>
            {visit.orderNumber}
          </Anchor>
        </td>
        <td className={styles.across}>
          {visit.clientName} <span className={styles.number}>{visit.clientId}</span>
        </td>
        <td className={`${styles.address} ${styles.across}`}>{visit.address}</td>
        <td data-label={columns.node} className={styles.code}>
          {visit.nodeName}
        </td>
        <td data-label={columns.zone}>{visit.zoneName}</td>
        <td data-label={columns.symptom}>{visit.symptom}</td>
        <td data-label={columns.technician}>{visit.technicianName ?? visitWords.unassigned}</td>
        <td>
          <span className={styles.status}>
            <StatusBadge visit={visit} reasonText={visit.reasonText} />
            <RescheduledSign visit={visit} />
          </span>
        </td>
        {derived && (
          <td data-label={columns.derivation}>
            {visit.derivationType === null ? '' : derivations[visit.derivationType]}
          </td>
        )}
        <td className={styles.detail}>
          <Anchor
            component={Link}
            to={pathOf(visit.id)}
            size="sm"
            className={styles.link}
            aria-label={`${slotWords.see} ${visitWords.title(visit.id)}`}
          >
            {slotWords.see}
          </Anchor>
        </td>
      </tr>
    );
  },
  (before, after) =>
    before.visit === after.visit &&
    before.derived === after.derived &&
    before.selected === after.selected &&
    before.selection?.selected === after.selection?.selected,
);

function SelectCell(props: { visit: FieldVisit; selection: Selection; selected: boolean }) {
  const { visit, selection, selected } = props;
  return (
    <td className={styles.check} data-no-link>
      {isSelectable(visit) && (
        <Checkbox
          size="xs"
          aria-label={slotWords.select(visit.id)}
          checked={selected}
          onChange={(event) =>
            selection.toggle(visit.id, (event.nativeEvent as unknown as MouseEvent).shiftKey)
          }
        />
      )}
    </td>
  );
}

/** A calendar beside the state of a visit that was moved, here or from elsewhere. */
function RescheduledSign({ visit }: { visit: FieldVisit }) {
  const text = visit.rescheduled
    ? slotWords.rescheduled
    : visit.rescheduledPrevious !== null
      ? slotWords.cameFrom(visit.rescheduledPrevious)
      : null;
  if (!text) return null;
  return (
    <span title={text} className={styles.sign}>
      <IconCalendarTime size={16} aria-hidden />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
