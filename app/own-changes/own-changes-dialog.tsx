import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { useEffect, useState } from 'react';
import type { Shown } from '../../db/reads/registry.ts';
import { formatTime } from '../../machines/calendar/slots.ts';
import { consequencesOf } from '../../machines/events.ts';
import { DialogLoading, DialogRefused } from '../board/lookups/dialog-body.tsx';
import { useVisitMode } from '../board/lookups/use-visit-mode.ts';
import { type AskAnswer, askAddress } from '../data/ask.ts';
import { useRead } from '../data/use-read.ts';
import { useSend } from '../forms/use-send.ts';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { ownChangesWords as words } from '../words/shell/own-changes-words.ts';
import { undoWords } from '../words/shell/shell-words.ts';
import { orderWords } from '../words/visit/order-words.ts';
import styles from './own-changes.module.css';

type Change = Shown<'ownChanges'>['changes'][number];
type Props = { opened: boolean; close: () => void };

/** The user's last changes of visits, each with 'Deshacer' for as long as it is allowed (ux.md U68). */
export function OwnChangesDialog({ opened, close }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={words.title}
      size="lg"
      closeButtonProps={{ 'aria-label': orderWords.close }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.hint}
        </Text>
        {opened && <Changes />}
      </Stack>
    </Modal>
  );
}

function Changes() {
  const read = useRead<AskAnswer<'ownChanges'>>(askAddress('ownChanges', {}), { keep: true });
  const { busy, send } = useSend();
  if (read.state === 'failed') return <DialogRefused text={words.failed} retry={read.retry} />;
  if (read.state === 'asking') return <DialogLoading text={words.loading} lines={4} />;
  if (!read.answer.ok) return <DialogRefused text={read.answer.text} retry={read.retry} />;
  const { changes } = read.answer;
  if (changes.length === 0) return <Text size="sm">{words.none}</Text>;
  const undo = async ({ visitIds, key }: Change) => {
    const outcome = await send('undoChange', { visit_id: visitIds, key });
    if (!outcome) return;
    if (outcome.ok) showDone(undoWords.done);
    else showRefused(outcome.status === 0 ? undoWords.failed : outcome.text);
    read.refresh();
  };
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <ChangeLine
          key={`${change.operation}.${change.version}`}
          change={change}
          busy={busy}
          undo={() => void undo(change)}
        />
      ))}
    </ul>
  );
}

type LineProps = { change: Change; busy: boolean; undo: () => void };

function ChangeLine({ change, busy, undo }: LineProps) {
  const mode = useVisitMode();
  const { visitIds, clientName, technicianName, slotName, undone } = change;
  const mayUndo = useInTime(change);
  const [first] = visitIds;
  const isGone = undone && change.name === 'visit.created';
  const label = consequencesOf(change.name)?.label ?? change.name;
  const what = [label, technicianName && words.to(technicianName), slotName && words.slot(slotName)]
    .filter(Boolean)
    .join(' ');
  return (
    <li className={styles.change} data-undone={undone || undefined}>
      <time className={styles.time}>{formatTime(new Date(change.at))}</time>
      <span className={styles.what}>
        <b>{what}</b>
        <br />
        {visitIds.length > 1 || isGone ? (
          words.visitsOf(visitIds)
        ) : (
          <Anchor component={Link} to={`/visit/view/${first}/${mode}`} size="sm">
            {words.visit(first!)}
          </Anchor>
        )}
        {clientName && visitIds.length === 1 && ` · ${clientName}`}
      </span>
      {undone && <span className={styles.state}>{words.undone}</span>}
      {mayUndo && (
        <Button size="xs" variant="default" disabled={busy} aria-label={words.undoOf(what)} onClick={undo}>
          {words.undo}
        </Button>
      )}
    </li>
  );
}

/** Until its time is over, while one looks. */
function useInTime({ until }: Pick<Change, 'until'>): boolean {
  const end = until === null ? 0 : new Date(until).getTime();
  const [over, setOver] = useState(end <= Date.now());
  useEffect(() => {
    setOver(end <= Date.now());
    if (end <= Date.now()) return;
    const timer = setTimeout(() => setOver(true), end - Date.now());
    return () => clearTimeout(timer);
  }, [end]);
  return !over;
}
