import type { LoaderFunctionArgs, MetaFunction, SerializeFrom } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Link,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteError,
} from '@remix-run/react';
import { type ReactNode, useMemo, useRef } from 'react';
import { listVersions } from '../../../db/feed/operation-version.ts';
import { countTechnicianDay, type FreeZone, listFreeVisits } from '../../../db/reads/visits/free-visits.ts';
import {
  type FieldVisit,
  findTechnicianByName,
  listDepartureOperations,
  readTechnicianDay,
} from '../../../db/reads/visits/technician-day.ts';
import { dayInWords, hourOf } from '../../../machines/calendar/slots.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { useAddress } from '../../board/use-address.ts';
import { LazyFinishDialog } from '../../closing/lazy-finish-dialog.tsx';
import { useReading } from '../../data/revalidate.ts';
import { NoSignalLine } from '../../offline/no-signal-line.tsx';
import { PendingSteps } from '../../offline/pending-steps.tsx';
import { useNoSignal } from '../../offline/use-no-signal.ts';
import { PushOffer } from '../../push/push-offer.tsx';
import { requireSession } from '../../require-session.server.ts';
import { Empty, ErrorInScreen } from '../../ui/content/error-page.tsx';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton, PlainNotice } from '../../ui/plain/plain.tsx';
import { PlainTabs } from '../../ui/plain/plain-tabs.tsx';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import { type ScreenHandle, useViewer } from '../signed-in/screen.ts';
import { CurrentBar } from './current-bar.tsx';
import { FieldCard } from './field-card.tsx';
import { freeStep, readFieldParams } from './field-params.ts';
import { fieldSteps } from './field-steps.ts';
import { LazyLateDialog, LazySmallDialogs } from './lazy-dialogs.tsx';
import styles from './tecnico.module.css';
import { useFieldSteps } from './use-field-steps.ts';
import { useNow } from './use-now.ts';
import { useTechnicianActions } from './use-technician-actions.ts';
import { groupLimit, useTechnicianDay } from './use-technician-day.ts';

export const handle: ScreenHandle = { title: shellWords.technicianTitle };
export const meta: MetaFunction = () => [{ title: shellWords.technicianTitle }];

/** A technician's day (S1 §2 index_tecnico); with a name in the path, that technician's day to look at. */
export async function loader({ params, context, request }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const now = new Date();
  const named = params.nombre ? await findTechnicianByName(context.db, actor, params.nombre) : undefined;
  if (params.nombre && !named) throw new Response(refuse('technician-unknown').text, { status: 404 });
  const technicianId = named?.id ?? actor.technicianId;
  if (technicianId === null) throw new Response(refuse('not-a-technician').text, { status: 403 });
  const operations = named
    ? named.operations.filter((code) => actor.operations.includes(code))
    : actor.operations;
  // Read before the day, so that no change between the two is missed.
  const versions = (await listVersions(context.db)).filter(({ code }) => operations.includes(code));
  const query = readFieldParams(new URL(request.url).search);
  const [day, free, counted, departing] = await Promise.all([
    readTechnicianDay(context.db, technicianId, operations, {
      includeFinished: false,
      now,
      limit: groupLimit,
      assignedOnly: true,
    }),
    listFreeVisits(context.db, operations, { now, zoneId: query.zone, limit: query.freeLimit }),
    countTechnicianDay(context.db, technicianId, operations, now),
    listDepartureOperations(context.db),
  ]);
  /** 'Voy en camino' goes by the technician's first operation. */
  const departs = departing.includes((named?.operations ?? actor.operations)[0] ?? '');
  const currentVisitId = day.assigned.find((visit) => visit.onTheWay)?.id ?? null;
  const by = { technicianId, currentVisitId, departs, today: day.day };
  const decide = (visit: FieldVisit) => fieldSteps(visit, by);
  return {
    steps: { by, assigned: day.assigned.map(decide), free: free.visits.map(decide) },
    day: { ...day, timestripe: free.visits, timestripeTotal: free.allTotal },
    free: { total: free.total, zones: free.zones },
    counted,
    now: now.toISOString(),
    name: named?.name ?? actor.fullName,
    versions: Object.fromEntries(versions.map(({ code, version }) => [code, version])),
    technicianId,
    departs,
    demo: named && named.id !== actor.technicianId ? named.name : null,
  };
}

/** No such technician: shown inside the frame. Other errors go to the frame's own page. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorInScreen back={{ to: '/', text: errorWords.goHome }} />;
}

/** Only another zone, or more of the free visits, is another question; a dialog or a tab is not. */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  if (currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search)
    return defaultShouldRevalidate;
  const [from, to] = [readFieldParams(currentUrl.search), readFieldParams(nextUrl.search)];
  return from.zone !== to.zone || from.freeLimit !== to.freeLimit;
};

export default function Tecnico() {
  const loaded = useLoaderData<typeof loader>();
  const { set, shut } = useAddress();
  const screen = useScreen(loaded);
  const { query, actions, current } = screen;
  const own = !loaded.demo;
  const close = (visit: FieldVisit) => set({ cerrar: String(visit.id) }, { step: true });
  return (
    <div className={styles.page}>
      <Top loaded={loaded} today={screen.today} />
      {own && <NoSignalLine keeper={screen.keeper} />}
      {loaded.demo && (
        <PlainNotice tone="blue" className={`${styles.demo} no-print`}>
          {technicianWords.demo(loaded.demo)}
        </PlainNotice>
      )}
      {own && <PendingSteps />}
      <Groups loaded={loaded} screen={screen} close={close} />
      {current && own && (
        <CurrentBar
          visit={current}
          close={() => close(current)}
          arrive={
            actions.inFlight(current.id) || actions.isLocating(current.id)
              ? null
              : () => actions.arrive(current)
          }
        />
      )}
      <LazyLateDialog opened={query.late} close={() => shut({ atraso: null })} say={actions.runLate} />
      <LazySmallDialogs
        dialog={actions.dialog}
        close={actions.closeDialog}
        release={actions.release}
        resend={actions.resend}
      />
      <LazyFinishDialog
        field
        visit={own ? screen.closing : null}
        close={() => shut({ cerrar: null })}
        // The default view takes the place of this address.
        done={() => {}}
      />
    </div>
  );
}

type Loaded = SerializeFrom<typeof loader>;

/** What the screen shows: the day as it is now, with the steps that were pressed laid over it. */
function useScreen(loaded: Loaded) {
  const read = useReading();
  const query = readFieldParams(useAddress().search);
  const now = useNow(loaded.now);
  const zone = loaded.free.zones.find(({ id }) => id === query.zone);
  const day = useTechnicianDay(loaded.day, loaded.technicianId, loaded.versions, read, loaded.counted, {
    hour: hourOf(now),
    zone: zone ?? null,
    limit: query.freeLimit,
  });
  const actions = useTechnicianActions(day, loaded.technicianId, read);
  const { assigned } = actions.groups;
  const drawn = useMemo(() => {
    const { day, steps } = loaded;
    const ofAssigned = day.assigned.map((visit, index) => [visit, steps.assigned[index]!] as const);
    const ofFree = day.timestripe.map((visit, index) => [visit, steps.free[index]!] as const);
    return { by: steps.by, of: new Map([...ofAssigned, ...ofFree]) };
  }, [loaded]);
  const decide = useFieldSteps(drawn);
  const { userId } = useViewer();
  const keeper = useNoSignal(userId, loaded.demo ? null : assigned, loaded.day.day, loaded.name);
  const current = assigned.find((visit) => visit.onTheWay);
  const moment = {
    technicianId: loaded.technicianId,
    currentVisitId: current?.id ?? null,
    departs: loaded.departs,
    today: loaded.day.day,
  };
  const closing = useClosing(query.closing, day.visits);
  const stepsOf = (visit: FieldVisit) => decide(visit, moment);
  const done = actions.doneHere(loaded.day.day);
  const today = { done: day.today.done + done, open: day.today.open - done };
  return { query, now, zone, day, today, actions, keeper, current, closing, stepsOf };
}

type Screen = ReturnType<typeof useScreen>;
type PanelProps = { screen: Screen; card: (visit: FieldVisit, index: number) => ReactNode };

/** How far the day is, and what leads on from it. */
function Top({ loaded, today }: { loaded: Loaded; today: Screen['today'] }) {
  const { set } = useAddress();
  return (
    <div className={`${plain.spread} ${styles.top}`}>
      <Progress day={loaded.day.day} {...today} />
      <div className={styles.sheet}>
        {!loaded.demo && (
          <button
            type="button"
            className={styles.runLate}
            onClick={() => set({ atraso: '1' }, { step: true })}
          >
            {technicianWords.runLate}
          </button>
        )}
        <Link
          to={`/tecnico/${encodeURIComponent(loaded.name)}/hoja`}
          className={`${plain.link} ${styles.link}`}
        >
          {technicianWords.sheet}
        </Link>
      </div>
    </div>
  );
}

/** The visits that are the technician's, and those that can be taken, each under its tab. */
function Groups(props: { loaded: Loaded; screen: Screen; close: (visit: FieldVisit) => void }) {
  const { loaded, screen, close } = props;
  const { set } = useAddress();
  const { query, day } = screen;
  const own = !loaded.demo;
  const card = (visit: FieldVisit, index: number) => (
    <FieldCard
      key={visit.id}
      visit={visit}
      today={loaded.day.day}
      now={screen.now}
      large={index === 0 || visit.onTheWay}
      departs={loaded.departs}
      steps={screen.stepsOf(visit)}
      readOnly={!own}
      actions={screen.actions}
      close={close}
    />
  );
  return (
    <PlainTabs
      value={query.group}
      select={(group) => set({ grupo: group === 'timestripe' ? 'tomar' : null })}
      listClassName={`${styles.tabs} no-print`}
      tabs={[
        {
          value: 'assigned',
          label: `${technicianWords.assigned} (${day.assignedTotal - screen.actions.doneHere(loaded.day.day)})`,
        },
        { value: 'timestripe', label: `${technicianWords.timestripe} (${day.freeTotal})` },
      ]}
    >
      {query.group === 'assigned' ? (
        <AssignedVisits screen={screen} card={card} pushed={own} />
      ) : (
        <FreeVisits screen={screen} card={card} free={loaded.free} />
      )}
    </PlainTabs>
  );
}

/** @param pushed whether push messages are offered */
function AssignedVisits({ screen, card, pushed }: PanelProps & { pushed: boolean }) {
  const { push } = useViewer();
  const { assigned } = screen.actions.groups;
  return (
    <div className={styles.panel}>
      {assigned.length === 0 ? (
        <Empty title={technicianWords.empty} />
      ) : (
        <>
          <CappedNotice shown={assigned.length} total={screen.day.assignedTotal} />
          <ul className={styles.cards}>{assigned.map(card)}</ul>
        </>
      )}
      {/* Below the cards: it comes when the page runs, and moves none of them. */}
      {pushed && push && <PushOffer server={push} hasVisits={assigned.length > 0} />}
    </div>
  );
}

/** Those that can be taken, of one zone or of all. */
function FreeVisits({ screen, card, free: read }: PanelProps & { free: Loaded['free'] }) {
  const { set } = useAddress();
  const { query, zone, day, actions } = screen;
  const { free } = actions.groups;
  const total = zone ? read.total : day.freeTotal;
  return (
    <div className={styles.panel}>
      {read.zones.length > 1 && (
        <label className={styles.zone}>
          <span>{technicianWords.zone}</span>
          <select
            className={plain.input}
            value={query.zone === null ? '' : String(query.zone)}
            onChange={(event) => set({ zona: event.currentTarget.value || null, libres: null })}
          >
            <option value="">{technicianWords.allZones}</option>
            {read.zones.map((each) => (
              <option key={each.id} value={each.id}>
                {technicianWords.inZone(nameAmong(each, read.zones), each.count)}
              </option>
            ))}
          </select>
        </label>
      )}
      {free.length === 0 ? (
        <Empty
          title={zone ? technicianWords.emptyZone : technicianWords.emptyFree}
          {...(zone ? { hint: technicianWords.emptyZoneHint } : {})}
        />
      ) : (
        <>
          {total > free.length && (
            <p className={`${plain.small} ${plain.dimmed} ${styles.note}`} role="note">
              {technicianWords.freeShown(free.length, total)}
            </p>
          )}
          <ul className={styles.cards}>{free.map(card)}</ul>
          {total > free.length && (
            <PlainButton
              look="default"
              size="finger"
              className={styles.more}
              onClick={() => set({ libres: String(query.freeLimit + freeStep) })}
            >
              {technicianWords.moreFree(Math.min(freeStep, total - free.length))}
            </PlainButton>
          )}
        </>
      )}
    </div>
  );
}

/** How far the day is: 'Hoy, domingo 22: 3 de 11', and as a bar. */
function Progress({ day, done, open }: { day: string; done: number; open: number }) {
  const total = done + open;
  return (
    <div className={styles.progress}>
      <p className={`${plain.small} ${plain.strong}`}>
        {technicianWords.progress(dayInWords(day).replace(/ de .*$/, ''), done, total)}
      </p>
      <progress max={Math.max(total, 1)} value={done} aria-label={technicianWords.progressLabel} />
    </div>
  );
}

/** The visit whose closing form the address asks for; it stays while others move it, so that nothing typed is lost. */
function useClosing(id: number | null, visits: ReadonlyMap<number, FieldVisit>): FieldVisit | null {
  const last = useRef<FieldVisit | null>(null);
  if (id === null) last.current = null;
  else if (last.current?.id !== id) last.current = visits.get(id) ?? null;
  return last.current;
}

/** At most 15 oldest visits a group, with a notice (S1 §9). */
function CappedNotice({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return (
    <p className={`${plain.small} ${plain.dimmed} ${styles.note}`} role="note">
      {technicianWords.capped(shown, total)}
    </p>
  );
}

/** A zone's name, with its operation's where another operation has one of the same name. */
const nameAmong = (zone: FreeZone, all: FreeZone[]): string =>
  all.some(({ id, name }) => id !== zone.id && name === zone.name)
    ? `${zone.name}, ${zone.operationName}`
    : zone.name;
