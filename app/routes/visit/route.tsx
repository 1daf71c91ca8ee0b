import { Anchor, Card, Container, Grid, Stack, Text } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Db } from '../../../db/connection/open.ts';
import { findVersion } from '../../../db/feed/operation-version.ts';
import { findOrder } from '../../../db/reads/orders/order.ts';
import { listReasons } from '../../../db/reads/visits/closing.ts';
import { listPhotos } from '../../../db/reads/visits/photos.ts';
import { findCurrentVisit, listDepartureOperations } from '../../../db/reads/visits/technician-day.ts';
import { findVisit, listNotices, listVisitEvents } from '../../../db/reads/visits/visit.ts';
import { type Actor, mayCloseAny, mayDo, refusedBy } from '../../../machines/access/permissions.ts';
import { formatDay, formatInstant, slotLabel, today } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { mayAddPhoto } from '../../../machines/visit/photos.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { OrderFacts } from '../../board/orders/order-facts.tsx';
import { useAddress } from '../../board/use-address.ts';
import { LazyFinishDialog } from '../../closing/lazy-finish-dialog.tsx';
import { useReading } from '../../data/revalidate.ts';
import { revalidateFor } from '../../data/should-revalidate.ts';
import { useChanges } from '../../data/use-changes.ts';
import { RescheduleDialog } from '../../dispatch/reschedule-dialog.tsx';
import { useStepQueue } from '../../offline/steps.tsx';
import { Photos } from '../../photos/photos.tsx';
import { requireSession } from '../../require-session.server.ts';
import { type Fact, Facts } from '../../ui/content/facts.tsx';
import { MapLink, TelephoneLinks, UnusableFields } from '../../ui/content/reach.tsx';
import { Section } from '../../ui/content/section.tsx';
import { shellWords } from '../../words/shell/shell-words.ts';
import { orderWords } from '../../words/visit/order-words.ts';
import { photoWords } from '../../words/visit/photos-words.ts';
import { visitWords } from '../../words/visit/visit-words.ts';
import { NotHere } from '../signed-in/not-here.tsx';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';
import { EditForm } from './edit-form.tsx';
import { Items, Timeline } from './evidence.tsx';
import { Heading } from './heading.tsx';
import { Notices } from './notices.tsx';
import { Proof } from './proof.tsx';
import { type FieldFacts, TechnicianBar } from './technician-bar.tsx';
import styles from './visit.module.css';
import { Written } from './written.tsx';

export const handle: ScreenHandle = { title: visitWords.heading };
export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? visitWords.title(data.visit.id) : visitWords.heading} · ${shellWords.product}` },
];

/** S2 §2 'get_visit': calendario only reads. */
const modes = ['jefetec', 'default', 'calendario'];

/** A visit with its order, its messages and its history, and what the asker may do with it (S2 §2 'Visit detail', §6). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const { db } = context;
  const id = readRowId(params.visit_id);
  const firstRead =
    id !== null && modes.includes(params.mode ?? '') ? await findVisit(db, actor, id) : undefined;
  if (id === null || !firstRead) throw new Response(refuse('visit-unknown').text, { status: 404 });
  // Read before the visit is read again, so that no change between the two is missed.
  const version = (await findVersion(db, firstRead.operation)) ?? 0;
  const [visit, notices, events, photos, order, reasons] = await Promise.all([
    findVisit(db, actor, id),
    listNotices(db, actor, context.keys, { visitId: id }),
    listVisitEvents(db, actor, id),
    listPhotos(db, actor, id),
    mayDo(actor, 'can_query_order') ? findOrder(db, actor, { number: firstRead.orderNumber }) : undefined,
    listReasons(db, { type: 'and', finish: false, cancel: true }),
  ]);
  const reads = params.mode === 'calendario';
  return {
    visit: visit ?? firstRead,
    notices,
    events,
    photos: photos.map(({ id, takenAt, technicianName }) => ({ id, takenAt, technicianName })),
    order: order ?? null,
    version,
    mode: params.mode!,
    now: new Date(),
    today: today(new Date()),
    reasons: reasons.filter((reason) => reason.reschedules),
    mayEdit: !reads && refusedBy(actor, 'reschedule') === null,
    mayChangeStatus: !reads && mayCloseAny(actor),
    field: reads ? null : await readFieldFacts(db, actor, firstRead),
  };
}

/** A technician of the visit's operation, who may act on it when it is theirs or unassigned. */
async function readFieldFacts(
  db: Db,
  actor: Actor,
  visit: { technicianId: number | null },
): Promise<FieldFacts | null> {
  const { technicianId, operations } = actor;
  if (technicianId === null || ![null, technicianId].includes(visit.technicianId)) return null;
  const [currentVisitId, departing] = await Promise.all([
    findCurrentVisit(db, technicianId),
    listDepartureOperations(db),
  ]);
  return { technicianId, currentVisitId, departs: departing.includes(operations[0] ?? '') };
}

export const ErrorBoundary = () => <NotHere hint={visitWords.unknownHint} />;

/** An open dialog changes the address, not what was loaded. */
export const shouldRevalidate = revalidateFor();

export default function Visit() {
  const data = useLoaderData<typeof loader>();
  const { visit, version } = data;
  const [closing, setClosing] = useState(false);
  const reload = useFollow(visit.operation, visit.id, version, closing);
  const { set, shut } = useAddress();
  const close = () => shut({ accion: null });
  const may = useAllowed(data);
  const { field } = may;
  const changeStatus = () => set({ accion: 'estado' }, { step: true });
  return (
    <Container size="lg" py="md" w="100%">
      <Heading visit={visit} mode={data.mode} changeStatus={may.changeStatus ? changeStatus : null} />
      <Grid gutter="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Work data={data} may={may} reload={reload} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Evidence data={data} />
        </Grid.Col>
      </Grid>
      <RescheduleDialog
        opened={may.rescheduling}
        visits={[visit]}
        operation={visit.operation}
        reasons={data.reasons}
        today={data.today}
        seen={version}
        close={close}
        done={close}
        leaveOut={close}
      />
      <LazyFinishDialog
        field={may.isOwn}
        visit={may.finishing ? visit : null}
        close={close}
        // Going back and going home at once would end here again.
        done={() => {}}
        onSending={setClosing}
      />
      {field && (
        <TechnicianBar visit={visit} field={field} today={data.today} reload={reload} close={changeStatus} />
      )}
    </Container>
  );
}

type Data = SerializeFrom<typeof loader>;

/** What the reader may do with the visit now, and which dialogs the address asks for. */
function useAllowed(data: Data) {
  const { visit } = data;
  const action = new URLSearchParams(useAddress().search).get('accion');
  const closed = !isOpen(visit);
  const changeStatus = data.mayChangeStatus && !closed;
  // The visit may be closed by another user: what is being typed stays, and the command's answer says so.
  const [dirty, setDirty] = useState(false);
  const edit = data.mayEdit && (!closed || dirty);
  const field = data.field && !data.mayEdit && !closed ? data.field : null;
  const isOwn = field?.technicianId === visit.technicianId;
  const rescheduling = useHeld(action === 'reprogramar', data.mayEdit && !closed);
  const finishing = useHeld(action === 'estado', changeStatus || isOwn);
  return { edit, setDirty, changeStatus, field, isOwn, rescheduling, finishing };
}

/** The visit's facts, what is written of it, what was used, and what happened. */
function Work(props: { data: Data; may: ReturnType<typeof useAllowed>; reload: () => void }) {
  const { data, may, reload } = props;
  const { visit, events, version } = data;
  const { set } = useAddress();
  const queue = useStepQueue();
  const call = may.isOwn
    ? () => void queue?.add({ visitId: visit.id, orderNumber: visit.orderNumber, step: 'call', input: {} })
    : undefined;
  return (
    <Stack gap="md">
      <Card withBorder style={{ overflow: 'visible' }}>
        <Stack gap="md">
          <Facts rows={factsOf(visit, may.edit, <ClientLink visit={visit} />, call)} />
          {may.edit && (
            <EditForm
              key={visit.id}
              visit={visit}
              events={events}
              seen={version}
              onDirty={may.setDirty}
              reload={reload}
              reschedule={() => set({ accion: 'reprogramar' }, { step: true })}
            />
          )}
        </Stack>
      </Card>
      <Section title={visitWords.notes}>
        <Notes notes={visit.notesLog} />
      </Section>
      {visit.extraComments && (
        <Section title={visitWords.repair}>
          <Written text={visit.extraComments} />
        </Section>
      )}
      {visit.rescheduleComments && (
        <Section title={visitWords.reschedule}>
          <Written text={visit.rescheduleComments} />
        </Section>
      )}
      <Items
        title={visitWords.materials}
        kind="material"
        items={visit.items}
        comments={visit.materialComments}
      />
      <Items title={visitWords.labors} kind="labor" items={visit.items} comments={visit.laborComments} />
      <Timeline events={events} closed={!isOpen(visit)} />
    </Stack>
  );
}

/** Its order, what proves that it was done, and what the customer was sent. */
function Evidence({ data }: { data: Data }) {
  const { visit, notices, events, photos, order, field } = data;
  const takesPhotos = field !== null && mayAddPhoto(visit, field.technicianId, new Date(data.now));
  return (
    <Stack gap="md">
      <Section title={visitWords.order(visit.orderNumber, visit.orderTypeName)}>
        {order ? <OrderFacts order={order} brief /> : <Text size="sm">{visit.symptom}</Text>}
      </Section>
      <Proof visit={visit} events={events} photos={photos.length} />
      {(photos.length > 0 || takesPhotos) && (
        <Section title={photoWords.section}>
          <Photos visit={visit} photos={photos} mayAdd={takesPhotos} />
        </Section>
      )}
      {visit.signature && (
        <Section title={visitWords.signature}>
          <img src={visit.signature} alt={visitWords.signature} className={styles.signature} />
          {visit.signatureName && (
            <Text size="sm" className={styles.written}>
              {visitWords.signedBy}: {visit.signatureName}
            </Text>
          )}
        </Section>
      )}
      <Section title={visitWords.notices}>
        <Notices notices={notices} />
      </Section>
    </Stack>
  );
}

type Shown = SerializeFrom<typeof loader>['visit'];

/** The client, opened over the reader's own board, where they have one and may ask. */
function ClientLink({ visit }: { visit: Shown }) {
  const { home, maySwitchViews, permissions } = useViewer();
  const text = `${visit.clientName} · ${visit.clientId}`;
  const board = home === '/calendario' ? home : home === '/jefetec' || maySwitchViews ? '/jefetec' : null;
  if (!board || !permissions.includes('can_query_client')) return text;
  return (
    <Anchor component={Link} size="sm" to={`${board}?op=${visit.operation}&cliente=${visit.clientId}`}>
      {text}
    </Anchor>
  );
}

/** Slot and technician stand here as text where they cannot be edited. */
function factsOf(visit: Shown, editable: boolean, client: React.ReactNode, call?: () => void): Fact[] {
  const fixed: Fact[] = [
    [visitWords.slot, slotLabel({ ...visit, name: visit.slotName })],
    [visitWords.technician, visit.technicianName ?? visitWords.unassigned],
  ];
  return [
    [visitWords.client, client],
    [
      visitWords.address,
      visit.address && (
        <MapLink key="map" address={visit.address} location={visit.location} at={visit.place} />
      ),
    ],
    [
      visitWords.telephone,
      visit.telephone || visit.unusable.length > 0 ? (
        <Fragment key="tel">
          <TelephoneLinks telephones={visit.telephones} {...(call ? { onCall: call } : {})} />{' '}
          <UnusableFields fields={visit.unusable} />
        </Fragment>
      ) : null,
    ],
    [visitWords.date, formatDay(visit.day)],
    ...(editable ? [] : fixed),
    [visitWords.zone, visit.zoneName],
    [visitWords.node, visit.nodeName],
    [orderWords.tag, visit.tag || null],
    [visitWords.relatedOrders, visit.relatedOrders.map(({ number }) => number).join(', ')],
    [visitWords.noticesTo, visit.email],
    [visitWords.creator, visit.creator],
    [visitWords.created, formatInstant(new Date(visit.createdAt))],
    [visitWords.onTheWayAt, visit.onTheWayAt && formatInstant(new Date(visit.onTheWayAt))],
    [visitWords.detachedBy, visit.detachedBy],
    [visitWords.detachComment, visit.detachedComments],
  ];
}

function Notes({ notes }: { notes: Shown['notesLog'] }) {
  if (notes.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {visitWords.noNotes}
      </Text>
    );
  return notes.map((note, index) => (
    // Notes are only ever added at the end: the place is the note's own.
    // biome-ignore lint/suspicious/noArrayIndexKey: two alike of the same second are two
    <div key={index} className={styles.note}>
      <Text size="xs" c="dimmed">
        {note.author} · {formatInstant(new Date(note.createdAt))}
      </Text>
      <Written text={note.text} />
    </div>
  ));
}

/** What was opened while it was allowed stays open until it is closed. */
function useHeld(opened: boolean, allowed: boolean): boolean {
  const shown = useRef(false);
  shown.current = opened && (allowed || shown.current);
  return shown.current;
}

/**
 * Shown as it is: a change of this visit reads it again, and nothing else does.
 * @param closing whether this screen's own closing is being sent, and the user led to another screen
 * @returns asks for everything again
 */
function useFollow(operation: string, visitId: number, version: number, closing: boolean): () => void {
  const reload = useReading();
  const [latest, setLatest] = useState(version);
  useEffect(() => {
    if (latest > version && !closing) reload();
  }, [latest, version, closing, reload]);
  useChanges([{ operation, version }], {
    apply: (changes) => {
      if (changes.events.some((event) => event.visitId === visitId)) setLatest(changes.to);
    },
    reload,
  });
  return reload;
}
