import { Anchor, Button, Container, Group, Text, Title, Tooltip } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { IconCalendarTime, IconUserEdit } from '@tabler/icons-react';
import { useMemo } from 'react';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { readBoardNames } from '../../../db/reads/settings/operation.ts';
import { listReasons } from '../../../db/reads/visits/closing.ts';
import { findSlot } from '../../../db/reads/visits/creation.ts';
import { listSlotVisits } from '../../../db/reads/visits/slot-visits.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import {
  addDays,
  formatDay,
  isDay,
  mondayOf,
  slotLabel,
  today,
  weekdayName,
} from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { boardOf } from '../../board/board-of.ts';
import { useAddress } from '../../board/use-address.ts';
import { useReading } from '../../data/revalidate.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useSlotVisits } from '../../data/use-slot-visits.ts';
import { RescheduleDialog } from '../../dispatch/reschedule-dialog.tsx';
import { TechnicianDialog } from '../../dispatch/technician-dialog.tsx';
import { requireSession } from '../../require-session.server.ts';
import { PrintButton } from '../../ui/buttons/print-button.tsx';
import { Empty } from '../../ui/content/error-page.tsx';
import { slotWords } from '../../words/setup/slot-words.ts';
import { shellWords } from '../../words/shell/shell-words.ts';
import { NotHere } from '../signed-in/not-here.tsx';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';
import styles from './slot-detail.module.css';
import { useSelection } from './use-selection.ts';
import { VisitTable } from './visit-table.tsx';

export const handle: ScreenHandle = { title: slotWords.heading };
export const meta: MetaFunction = () => [{ title: `${slotWords.heading} · ${shellWords.product}` }];

/** A slot of a day with its visits (S2 §2 'Time-slot detail view'), and what its dialogs offer. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const { db } = context;
  const id = readRowId(params.timestripe);
  const slot = id !== null && isDay(params.date ?? '') ? await findSlot(db, actor, id) : undefined;
  if (id === null || !slot) throw new Response(refuse('slot-unknown').text, { status: 404 });
  // Read before the visits, so that no change between the two is missed.
  const version = (await findVersion(db, slot.operation)) ?? 0;
  const [visits, names, reasons] = await Promise.all([
    listSlotVisits(db, actor, params.date!, id),
    readBoardNames(db, slot.operation),
    listReasons(db, { type: 'and', finish: false, cancel: true }),
  ]);
  return {
    slot,
    day: params.date!,
    today: today(new Date()),
    version,
    visits,
    names,
    reasons: reasons.filter((reason) => reason.reschedules),
    mayReschedule: refusedBy(actor, 'reschedule') === null,
    mayAssign: refusedBy(actor, 'can_assign_visit') === null,
  };
}

export const ErrorBoundary = () => <NotHere hint={slotWords.unknownHint} />;

/** The selection and the open dialog change the address, not what was loaded. */
export const shouldRevalidate = revalidateFor();

export default function SlotDetail() {
  const data = useLoaderData<typeof loader>();
  return <Shown key={`${data.day}.${data.slot.id}`} data={data} />;
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

function Shown({ data }: { data: Data }) {
  const { slot, day, names, mayReschedule, mayAssign } = data;
  const read = useReading();
  const place = { operation: slot.operation, day, slotId: slot.id };
  const { visits, version } = useSlotVisits(place, data, names, read);
  // What is to be done first: also the order in which a range is selected.
  const openFirst = useMemo(
    () => [...visits.filter(isOpen), ...visits.filter((visit) => !isOpen(visit))],
    [visits],
  );
  const selection = useSelection(openFirst);
  const operation = useViewer().operationNames[slot.operation];
  return (
    <Container fluid py="xs" w="100%">
      <div className={styles.bar}>
        <div className={styles.title}>
          <Title order={2} size="h4">
            {slotWords.title(slotLabel(slot), `${weekdayName(day)} ${formatDay(day)}`)}
            {operation && ` · ${operation}`}
          </Title>
          <Group gap="sm">
            <Text size="xs" c="dimmed" component="span">
              {slotWords.counts(visits.filter(isOpen).length, visits.length)}
            </Text>
            <PrintButton />
            <DayLinks day={day} slotId={slot.id} operation={slot.operation} />
          </Group>
        </div>
        {(mayReschedule || mayAssign) && <Actions data={data} selection={selection} />}
      </div>
      <p role="status" className={selection.left ? styles.left : 'visually-hidden'}>
        {selection.left}
      </p>
      {visits.length === 0 ? (
        <Empty title={slotWords.empty} hint={slotWords.emptyHint} />
      ) : (
        <section className={styles.scroller} aria-label={slotWords.heading}>
          <VisitTable visits={openFirst} selection={mayReschedule || mayAssign ? selection : null} />
        </section>
      )}
      <Dialogs data={data} selection={selection} version={version} />
    </Container>
  );
}

type Selection = ReturnType<typeof useSelection>;

/** How many visits are selected, and what can be done with them. */
function Actions({ data, selection }: { data: Data; selection: Selection }) {
  const { mayReschedule, mayAssign } = data;
  const { selected } = selection;
  const { set } = useAddress();
  return (
    <div className={styles.actions}>
      <Group gap="xs" justify="flex-end">
        <Text size="sm" role="status" id="selected-count">
          {slotWords.selected(selected.length)}
        </Text>
        {selected.length > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={selection.clear}>
            {slotWords.clear}
          </Button>
        )}
      </Group>
      {mayReschedule && (
        <BulkButton
          label={slotWords.reschedule}
          icon={<IconCalendarTime size={16} aria-hidden />}
          off={selected.length === 0}
          press={() => set({ accion: 'reprogramar' }, { step: true })}
        />
      )}
      {mayAssign && (
        <BulkButton
          label={slotWords.changeTechnician}
          icon={<IconUserEdit size={16} aria-hidden />}
          off={selected.length === 0}
          press={() => set({ accion: 'tecnico' }, { step: true })}
        />
      )}
      <span id="select-first" className="visually-hidden">
        {slotWords.selectFirst}
      </span>
    </div>
  );
}

function Dialogs({ data, selection, version }: { data: Data; selection: Selection; version: number }) {
  const { slot, day, reasons, mayReschedule, mayAssign } = data;
  const { search, shut } = useAddress();
  const action = new URLSearchParams(search).get('accion');
  const close = () => shut({ accion: null });
  const done = () => {
    selection.clear();
    close();
  };
  const dialog = {
    visits: selection.selected,
    operation: slot.operation,
    seen: version,
    leaveOut: selection.leaveOut,
  };
  return (
    <>
      <RescheduleDialog
        {...dialog}
        opened={action === 'reprogramar' && mayReschedule}
        reasons={reasons}
        today={data.today}
        close={close}
        done={done}
      />
      <TechnicianDialog
        {...dialog}
        opened={action === 'tecnico' && mayAssign}
        day={day}
        slotId={slot.id}
        close={close}
        done={done}
      />
    </>
  );
}

/** The same slot the day before and after, and the week that it stands in. */
function DayLinks({ day, slotId, operation }: { day: string; slotId: number; operation: string }) {
  const viewer = useViewer();
  const board = boardOf(viewer);
  const links: [string, string][] = [
    [slotWords.previous, `/subsidiaries/detail/${addDays(day, -1)}/${slotId}`],
    [slotWords.next, `/subsidiaries/detail/${addDays(day, 1)}/${slotId}`],
    [slotWords.board, `${board}?op=${operation}&semana=${mondayOf(day)}`],
  ];
  return links.map(([text, to]) => (
    <Anchor key={text} component={Link} to={to} size="xs" className={`${styles.link} ${styles.links}`}>
      {text}
    </Anchor>
  ));
}

/** Off while nothing is selected, and then it says why (S2 §2, ux.md U13, U22). */
function BulkButton(props: { label: string; icon: React.ReactNode; off: boolean; press: () => void }) {
  const { label, icon, off, press } = props;
  return (
    <Tooltip label={slotWords.selectFirst} disabled={!off}>
      <Button
        size="xs"
        leftSection={icon}
        data-disabled={off || undefined}
        aria-disabled={off || undefined}
        aria-describedby={off ? 'select-first' : undefined}
        onClick={() => !off && press()}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
