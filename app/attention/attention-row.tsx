import { Anchor, Button, Group } from '@mantine/core';
import { Link } from '@remix-run/react';
import { mayCloseAny, mayResend, refusedBy } from '../../machines/access/permissions.ts';
import type { AttentionReason } from '../../machines/attention/attention.ts';
import { formatDay, slotLabel, today, weekdayName } from '../../machines/calendar/slots.ts';
import { boardOf } from '../board/board-of.ts';
import { useResend } from '../data/use-resend.ts';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { TelephoneLinks } from '../ui/content/reach.tsx';
import { attentionWords as words } from '../words/board/attention-words.ts';
import { messagesWords } from '../words/shell/messages-words.ts';
import { templateText } from '../words/shell/notices-words.ts';
import type { AttentionAct } from './asked.ts';
import styles from './attention.module.css';
import type { Item } from './attention-list.ts';

type Props = {
  item: Item;
  /** In milliseconds. */
  now: number;
  busy: boolean;
  ask: (act: AttentionAct, key: string) => void;
  seen: () => void;
  /** The message goes out once more: it leaves the list. */
  resent: () => void;
};

/** One thing: who, what, where, when, how late, whose, and what ends it. */
export function AttentionRow({ item, now, busy, ask, seen, resent }: Props) {
  const viewer = useViewer();
  const { busy: resending, resend } = useResend();
  const { visit, reason, movedFrom, message } = item;
  const late = words.late(reason, (now - Date.parse(item.at)) / 60_000);
  const what = [visit.orderTypeName, visit.symptom, visit.address].filter(Boolean).join(' · ');
  const slot = slotLabel({ ...visit, name: visit.slotName });
  const day =
    visit.day === today(new Date(now)) ? words.today : `${weekdayName(visit.day)} ${formatDay(visit.day)}`;
  const operation = viewer.operations.length > 1 ? viewer.operationNames[visit.operation] : null;
  return (
    <li
      className={styles.row}
      data-attention={item.key}
      data-visit-id={visit.id}
      data-version={visit.version}
    >
      <div className={styles.head}>
        <strong>{visit.clientName}</strong>
        <span className={styles.late} data-reason={reason}>
          {late}
        </span>
      </div>
      <div>{what}</div>
      <div className={styles.place}>
        {[`${day}, ${slot}`, operation, visit.technicianName ?? words.noTechnician]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {movedFrom && (
        <div className={styles.place}>{words.movedFrom(formatDay(movedFrom.day), movedFrom.slotName)}</div>
      )}
      {message && (
        <div>{words.message(templateText(message.template), message.audience === 'technician')}</div>
      )}
      <Group gap={6} className={styles.actions!}>
        {actsOn(reason, viewer).map((act, index) => (
          <Button
            key={act}
            size="xs"
            variant={index === 0 ? 'filled' : 'default'}
            onClick={() => ask(act, item.key)}
            aria-label={`${actLabels[act]}: ${words.visit(visit.id, visit.clientName)}`}
          >
            {actLabels[act]}
          </Button>
        ))}
        {message?.noticeId != null && mayResend(viewer) && (
          <Button
            size="xs"
            disabled={busy || resending}
            onClick={() => void resend(message.noticeId!).then((done) => done && resent())}
            aria-label={`${messagesWords.resend}: ${words.visit(visit.id, visit.clientName)}`}
          >
            {messagesWords.resend}
          </Button>
        )}
        {item.event !== null && (
          <Button
            size="xs"
            variant="default"
            disabled={busy}
            onClick={seen}
            aria-label={`${words.seen}: ${words.visit(visit.id, visit.clientName)}`}
          >
            {words.seen}
          </Button>
        )}
        <Anchor
          component={Link}
          size="sm"
          to={`/visit/view/${visit.id}${boardOf(viewer)}`}
          className={styles.link!}
        >
          {words.open}
          <span className="visually-hidden"> #{visit.id}</span>
        </Anchor>
        {callsCustomer.has(reason) && <TelephoneLinks telephones={visit.telephones} />}
      </Group>
    </li>
  );
}

const actLabels: Record<AttentionAct, string> = {
  cerrar: words.finish,
  asignar: words.assign,
  reprogramar: words.reschedule,
};

/** Where the next step is to speak to the customer. */
const callsCustomer = new Set<AttentionReason>(['cancelled', 'moved', 'unsolved', 'message', 'delayed']);

/** What ends it, for who may: the first is the one to press. */
function actsOn(reason: AttentionReason, viewer: Viewer): AttentionAct[] {
  if (reason === 'delayed') return mayCloseAny(viewer) ? ['cerrar'] : [];
  const acts: AttentionAct[] = [];
  if (reason === 'released' || reason === 'unassigned' || reason === 'moved') {
    if (refusedBy(viewer, 'can_assign_visit') === null) acts.push('asignar');
    if (refusedBy(viewer, 'reschedule') === null) acts.push('reprogramar');
  }
  return acts;
}
