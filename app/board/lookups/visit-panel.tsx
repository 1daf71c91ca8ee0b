import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconCalendarSearch } from '@tabler/icons-react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { mayDo } from '../../../machines/access/permissions.ts';
import { formatDay, slotLabel, weekdayName } from '../../../machines/calendar/slots.ts';
import { type AskAnswer, fieldVisitAddress } from '../../data/ask.ts';
import { useNews } from '../../data/use-news.ts';
import { useRead } from '../../data/use-read.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { type Fact, Facts } from '../../ui/content/facts.tsx';
import { MapLink, TelephoneLinks, UnusableFields, WhatsappLinks } from '../../ui/content/reach.tsx';
import { boardWords } from '../../words/board/board-words.ts';
import { visitCardWords as words } from '../../words/board/visit-card-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { visitWords } from '../../words/visit/visit-words.ts';
import { AlsoViewing } from '../also-viewing.tsx';
import { CardActions } from '../card/card-actions.tsx';
import { BoardPanel } from '../panel/board-panel.tsx';
import { turnedTo } from '../shown-on.ts';
import { operationsIn } from '../shown-operations.ts';
import { StatusBadge } from '../status.tsx';
import { useAddress } from '../use-address.ts';
import { remarksOf } from '../week/chip-text.ts';
import type { BoardMode } from '../week/visit-chip.tsx';
import { DialogLoading, DialogRefused } from './dialog-body.tsx';
import { FreeText } from './free-text.tsx';

type Props = {
  id: number | null;
  /** The visit as the board has it; null: it is on none of the days that are shown. */
  boardVisit: CalendarVisit | null;
  mode: BoardMode;
  /** Beside the board of a day. */
  day?: boolean;
};

/** A visit beside the board: read again with each of its versions, which the board follows. */
export function VisitPanel({ id, boardVisit, mode, day = false }: Props) {
  const { shut } = useAddress();
  const read = useRead<AskAnswer<'fieldVisit'>>(
    id === null ? null : fieldVisitAddress(id, boardVisit?.version),
    {
      keep: true,
    },
  );
  const unknown = read.state === 'answered' && !read.answer.ok;
  const answer = read.state === 'answered' && read.answer.ok ? read.answer.visit : null;
  const visit = answer?.id === id ? answer : null;
  // What the board does not hold is followed here.
  useNews({
    operation: boardVisit ? null : (visit?.operation ?? null),
    version: null,
    concerns: ({ visits }) => visits.some(([of]) => of === id),
    refresh: read.refresh,
  });
  return (
    <BoardPanel opened={id !== null} title={boardWords.visit(id ?? 0)} close={() => shut({ ver: null })}>
      {read.state === 'failed' && <DialogRefused text={words.visitFailed} retry={read.retry} />}
      {unknown && <DialogRefused text={words.visitUnknown} />}
      {!visit && read.state !== 'failed' && !unknown && <DialogLoading />}
      {visit && <AlsoViewing thing={`visit.${visit.id}`} />}
      {visit && (
        <VisitBody
          visit={visit}
          mode={mode}
          day={day}
          remarks={remarksOf(boardVisit ?? { ...visit, confirmed: false })}
          here={boardVisit !== null}
        />
      )}
    </BoardPanel>
  );
}

type BodyProps = { visit: FieldVisit; remarks: string[]; mode: BoardMode; day: boolean; here: boolean };

function VisitBody({ visit, remarks, mode, day, here }: BodyProps) {
  const facts: Fact[] = [
    [
      visitWords.date,
      `${weekdayName(visit.day)} ${formatDay(visit.day)}, ${slotLabel({ ...visit, name: visit.slotName })}`,
    ],
    [visitWords.technician, visit.technicianName ?? boardWords.unassigned],
    [orderWords.symptom, visit.symptom],
    [visitWords.zone, visit.zoneName],
    [visitWords.node, visit.nodeName],
    [orderWords.tag, visit.tag || null],
    [words.orderLabel, `${visit.orderNumber} · ${visit.orderTypeName}`],
  ];
  return (
    <Stack gap="md">
      <div>
        <StatusBadge visit={visit} reasonText={visit.reasonText} />
        <Text fw={650} size="lg" mt={6}>
          <ClientName visit={visit} />
        </Text>
        {visit.address && <MapLink address={visit.address} location={visit.location} at={visit.place} />}
        <div>
          <TelephoneLinks telephones={visit.telephones} /> <WhatsappLinks telephones={visit.telephones} />
          <UnusableFields fields={visit.unusable} />
        </div>
        {remarks.map((remark) => (
          <Text key={remark} size="sm" c="dimmed">
            {remark}
          </Text>
        ))}
      </div>
      {!here && <ShowOnBoard visit={visit} />}
      <CardActions visit={visit} mode={mode} day={day} here={here} leave={() => {}} />
      <Facts rows={facts} none={orderWords.none} />
      {visit.notes.length > 0 && (
        <section>
          <Text fw={600} size="sm" mb={4}>
            {visitWords.notes}
          </Text>
          <FreeText text={visit.notes.join('\n---\n')} />
        </section>
      )}
    </Stack>
  );
}

/** Turns the board to a visit that it does not show, where something can be done about it. */
function ShowOnBoard({ visit }: { visit: FieldVisit }) {
  const { search, set } = useAddress();
  const shown = operationsIn(new URLSearchParams(search).get('op'));
  const elsewhere = !shown.includes(visit.operation);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCalendarSearch size={16} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        set({
          ...(elsewhere ? { op: visit.operation, zona: null, tipo: null } : {}),
          ...turnedTo(visit, search),
        })
      }
    >
      {boardWords.showInCalendar}
    </Button>
  );
}

/** Leads to the client, for who may ask for them. */
function ClientName({ visit }: { visit: FieldVisit }) {
  const viewer = useViewer();
  const { set } = useAddress();
  if (!mayDo(viewer, 'can_query_client')) return visit.clientName;
  return (
    <Anchor
      component="button"
      type="button"
      fw={650}
      size="lg"
      ta="left"
      onClick={() => set({ cliente: visit.clientId, ver: null, orden: null }, { step: true })}
    >
      {visit.clientName}
    </Anchor>
  );
}
