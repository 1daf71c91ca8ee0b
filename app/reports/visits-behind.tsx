import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import type { Shown } from '../../db/reads/registry.ts';
import { formatDay, formatInstant, slotLabel, today } from '../../machines/calendar/slots.ts';
import { shownText } from '../../machines/report/report-cells.ts';
import type { AskAnswer } from '../data/ask.ts';
import { readJson } from '../data/read-json.ts';
import { reportsWords } from '../words/shell/reports-words.ts';
import styles from './reports.module.css';

const t = reportsWords.behind;

type VisitBehind = Shown<'visitsBehind'>['visits'][number];
type Listed = { query: string; total: number; visits: VisitBehind[] };

/**
 * The visits that a number of a report counts, in a dialog.
 * @param query the fields of the call `report/visits`; null: closed
 */
export function VisitsBehind(props: {
  title: string;
  query: string | null;
  board: string;
  close: () => void;
}) {
  const { title, query, board, close } = props;
  const phone = useMediaQuery('(max-width: 48em)');
  return (
    <Modal
      opened={query !== null}
      onClose={close}
      title={title}
      size="78rem"
      fullScreen={phone}
      closeButtonProps={{ 'aria-label': reportsWords.close }}
    >
      {query !== null && <Visits key={query} query={query} board={board} />}
    </Modal>
  );
}

function Visits({ query, board }: { query: string; board: string }) {
  const { shown, failed, busy, read } = useVisitsBehind(query);
  const left = shown ? shown.total - shown.visits.length : 0;
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {shown
          ? left > 0
            ? t.shown(shown.visits.length, shown.total)
            : shown.total === 0
              ? t.none
              : t.visits(shown.total)
          : failed === null && t.loading}
      </Text>
      {shown === null && failed === null && (
        <Stack gap="xs" aria-hidden>
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <Skeleton key={index} h={28} />
          ))}
        </Stack>
      )}
      {shown && shown.visits.length > 0 && <Rows visits={shown.visits} board={board} />}
      {failed !== null && (
        <Alert color="orange" variant="light" role="alert">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{failed}</Text>
            <Button size="xs" onClick={() => read(shown)}>
              {reportsWords.retry}
            </Button>
          </Stack>
        </Alert>
      )}
      {left > 0 && failed === null && (
        <Button variant="default" className={styles.more} loading={busy} onClick={() => read(shown)}>
          {t.more(Math.min(left, shown!.visits.length))}
        </Button>
      )}
    </Stack>
  );
}

/** The visits as far as they are read, and the next of them. */
function useVisitsBehind(query: string) {
  const [shown, setShown] = useState<Listed | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const read = useCallback(
    async (from: Listed | null, signal?: AbortSignal) => {
      setBusy(true);
      setFailed(null);
      const offset = from?.visits.length ?? 0;
      const answer = await readJson<AskAnswer<'visitsBehind'>>(
        `/ask/visitsBehind?${query}&offset=${offset}`,
        signal,
      ).catch(() => ({ ok: false as const, text: t.failed }));
      if (signal?.aborted) return;
      setBusy(false);
      if (answer.ok)
        setShown({ query, total: answer.total, visits: [...(from?.visits ?? []), ...answer.visits] });
      else setFailed(answer.text);
    },
    [query],
  );
  useEffect(() => {
    const leaving = new AbortController();
    void read(null, leaving.signal);
    return () => leaving.abort();
  }, [read]);
  return { shown, failed, busy, read };
}

function Rows({ visits, board }: { visits: VisitBehind[]; board: string }) {
  return (
    // As cards on a phone its elements have no roles of their own.
    <div className={styles.scroll}>
      <table className={styles.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {[t.visit, t.when, t.slot, t.status, t.late, t.client, t.zone, t.order, t.technician].map(
              (header) => (
                <th key={header} scope="col" role="columnheader" data-number={header === t.late || undefined}>
                  {header}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {visits.map((visit) => (
            <Row key={`${visit.id} ${visit.at}`} visit={visit} board={board} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ visit, board }: { visit: VisitBehind; board: string }) {
  const { id, day, status, minutesLate, zoneName, orderNumber, clientId, technicianName, at } = visit;
  const slot = slotLabel({ ...visit, name: visit.slotName });
  const closedOn = at && today(new Date(at));
  return (
    <tr role="row" data-visit-id={id}>
      <td role="cell" data-label={t.visit}>
        <Link to={`/visit/view/${id}${board}`} aria-label={reportsWords.opens.visit(String(id))}>
          {id}
        </Link>
      </td>
      <td role="cell" data-label={t.when}>
        {at ? formatInstant(new Date(at)) : formatDay(day)}
      </td>
      <td role="cell" data-label={t.slot}>
        {at && closedOn !== day ? `${slot}, ${formatDay(day)}` : slot}
      </td>
      <td role="cell" data-label={t.status} data-kind="text">
        {status}
      </td>
      <td role="cell" data-label={t.late} data-number>
        {minutesLate === null ? '–' : shownText({ kind: 'integer' }, minutesLate)}
      </td>
      <td role="cell" data-label={t.client} data-kind="text">
        <Link to={`${board}?cliente=${clientId}`} aria-label={reportsWords.opens.cliente(visit.clientName)}>
          {visit.clientName}
        </Link>
      </td>
      <td role="cell" data-label={t.zone} data-kind="text">
        {zoneName ?? '–'}
      </td>
      <td role="cell" data-label={t.order}>
        <Link to={`${board}?orden=${orderNumber}`} aria-label={reportsWords.opens.orden(orderNumber)}>
          {orderNumber}
        </Link>
      </td>
      <td role="cell" data-label={t.technician} data-kind="text">
        {technicianName ?? '–'}
      </td>
    </tr>
  );
}
