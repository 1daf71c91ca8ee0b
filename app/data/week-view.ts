import type { Changes } from '../../db/feed/changes.ts';
import { type CalendarRow, type CalendarVisit, calendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { addDays, mondayOf } from '../../machines/calendar/slots.ts';
import { type StatusTone, toneOf } from '../../machines/visit/labels.ts';
import type { RefusedAnswer } from '../../machines/wire/refusal.ts';
import { LiveView, withdrawnBy } from './live-view.ts';
import { readJson } from './read-json.ts';
import { Records } from './records.ts';

export type WeekState = {
  status: 'loading' | 'ready' | 'failed';
  operation: string;
  from: string;
  to: string;
  /** Why there is none, where the server said so. */
  diagnostic: string | null;
  version: number | null;
  /** By `day.slotId`; a cell that did not change keeps its identity, so that only changed cells are drawn again. */
  cells: ReadonlyMap<string, readonly CalendarVisit[]>;
  /** What the last changes did to its visits, for a user who cannot see them move. */
  news: readonly VisitChange[];
};

/** A visit before and after; null: it is not of these days. */
export type VisitChange = { before: CalendarVisit | null; after: CalendarVisit | null };

type ReadWeek = { version: number; rows: CalendarRow[] };
type WeekAnswer = ReadWeek | RefusedAnswer;

/** Weeks that came with the document, as `/board/week` sends them: those of `weeksToRead`, in its order. */
export type SentWeeks = { operation: string; from: string; texts: string[] };

/** Between two tries to read again what was missed. */
const loadAgainMs = 5_000;

export const cellKey = (day: string, slotId: number): string => `${day}.${slotId}`;

/** What a user has moved and the record has not answered: laid over the visit until it is newer, or is refused. */
type Laid = { key: string; change: Partial<CalendarVisit> };

/** The Mondays of the weeks that hold seven days, and today. */
export const weeksToRead = (from: string, today: string | null): string[] => [
  ...new Set([from, addDays(from, 6), today ?? from].map(mondayOf)),
];

type Days = {
  from: string;
  /** Today: its visits are held too where it is not among them. Null: they are not wanted. */
  today?: string | null;
  /** The first day without the others. */
  alone?: boolean;
  /** What the document brought of them. */
  sent?: SentWeeks | null;
};

/** Seven days of one operation, or one, as this tab shows them, with today's visits wherever they are asked for. */
export class WeekView extends LiveView<WeekState> {
  private visits: Records<CalendarVisit>;
  private readonly keeps: (visit: CalendarVisit) => boolean;
  private loading: AbortController | null = null;
  private again: ReturnType<typeof setTimeout> | undefined;

  /** Where these days are read: the day, or the weeks that hold them, by their Mondays. */
  private readonly addresses: string[];
  private readonly laid = new Map<number, Laid>();
  /** The keys of what was laid here: the record's answer to an earlier move ends no later one. */
  private readonly own = new Set<string>();
  /** Whether the document brought what is shown first. */
  private readonly sent: boolean;

  constructor(
    readonly operation: string,
    { from, today = null, alone = false, sent = null }: Days,
  ) {
    const to = alone ? from : addDays(from, 6);
    const keeps = ({ day }: CalendarVisit) => (day >= from && day <= to) || day === today;
    const visits = new Records(keeps);
    const loaded =
      sent &&
      hold(
        visits,
        keeps,
        sent.texts.map((text) => JSON.parse(text) as ReadWeek),
      );
    super({
      status: 'loading',
      operation,
      from,
      to,
      diagnostic: null,
      version: null,
      news: [],
      ...loaded,
      cells: cellsOf(visits.values()),
    });
    this.addresses = alone
      ? [`/board/day?operation=${operation}&day=${from}`]
      : weeksToRead(from, today).map((day) => `/board/week?operation=${operation}&day=${day}`);
    this.keeps = keeps;
    this.visits = visits;
    this.sent = sent !== null;
  }

  version = (): number | null => this.state.version;
  open = (): void => {
    // The document brought the visits: only the changes since its version are asked for.
    if (this.sent) this.onLoaded();
    else void this.load();
  };
  /** What is held may be of a record that was restored to an earlier state; the screen keeps it until the answer is here. */
  reload = (): void => {
    this.visits.load([]);
    if (this.state.status === 'failed') this.become({ status: 'loading' });
    void this.load();
  };

  async load(): Promise<void> {
    clearTimeout(this.again);
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    const failed = (diagnostic: string | null) => {
      if (this.state.status !== 'ready') this.become({ status: 'failed', diagnostic });
    };
    try {
      const weeks = await Promise.all(
        this.addresses.map((address) => readJson<WeekAnswer>(address, loading.signal)),
      );
      const read: ReadWeek[] = [];
      for (const week of weeks) {
        if ('ok' in week) return failed(week.text);
        read.push(week);
      }
      const loaded = hold(this.visits, this.keeps, read);
      this.become({ ...loaded, cells: cellsOf(this.shown()) });
      this.onLoaded();
    } catch (error) {
      if (loading.signal.aborted) return;
      console.warn('week not loaded', error);
      // What is shown has a gap until there is an answer.
      if (this.state.status === 'ready') this.again = setTimeout(() => void this.load(), loadAgainMs);
      failed(null);
    }
  }

  apply(changes: Changes): void {
    const touched = new Set<string>();
    const news: VisitChange[] = [];
    for (const row of changes.visits) {
      const was = this.shownAs(this.visits.get(row[0] as number));
      const put = this.visits.put(calendarVisit(row));
      if (!put) continue;
      if (!this.isLaterMove(row[0] as number, changes)) this.laid.delete(row[0] as number);
      for (const visit of [was, put.after]) if (visit) touched.add(cellKey(visit.day, visit.slotId));
      // One of other days, before and after, is no news here.
      if (was || put.after) news.push({ before: was ?? null, after: this.shownAs(put.after) ?? null });
    }
    for (const id of withdrawnBy(changes)) {
      const was = this.shownAs(this.visits.get(id));
      this.laid.delete(id);
      if (!this.visits.drop(id) || !was) continue;
      touched.add(cellKey(was.day, was.slotId));
      news.push({ before: was, after: null });
    }
    if (this.state.status !== 'ready') return;
    const version = Math.max(changes.to, this.state.version ?? 0);
    if (touched.size === 0) this.state = { ...this.state, version };
    else this.become({ cells: this.cellsAfter(touched), news, version });
  }

  /**
   * Shows visits as a command will leave them, until the record says so, or `lift` takes it back.
   * @param key the command's Idempotency-Key
   */
  lay(key: string, changes: ReadonlyMap<number, Partial<CalendarVisit>>): void {
    this.own.add(key);
    this.relay(changes.keys(), (id) => this.laid.set(id, { key, change: changes.get(id)! }));
  }

  /** Whether what is laid over a visit was moved after these changes: all of them answer the user's own earlier moves. */
  private isLaterMove(id: number, { events }: Changes): boolean {
    const laid = this.laid.get(id);
    const keys = events.filter(({ visitId }) => visitId === id).map(({ key }) => key);
    return (
      laid !== undefined &&
      keys.length > 0 &&
      keys.every((key) => key !== null && key !== laid.key && this.own.has(key))
    );
  }

  /** The command was refused: its visits stand where they stood. */
  lift(key: string): void {
    const ids = [...this.laid].flatMap(([id, laid]) => (laid.key === key ? [id] : []));
    this.relay(ids, (id) => this.laid.delete(id));
  }

  private relay(ids: Iterable<number>, change: (id: number) => void): void {
    const touched = new Set<string>();
    const touch = (id: number) => {
      const visit = this.shownAs(this.visits.get(id));
      if (visit) touched.add(cellKey(visit.day, visit.slotId));
    };
    for (const id of ids) {
      touch(id);
      change(id);
      touch(id);
    }
    if (touched.size > 0) this.become({ cells: this.cellsAfter(touched) });
  }

  private shownAs<Visit extends CalendarVisit | undefined>(visit: Visit): Visit {
    const laid = visit && this.laid.get(visit.id);
    return laid ? { ...visit, ...laid.change } : visit;
  }

  private shown = (): CalendarVisit[] => [...this.visits.values()].map((visit) => this.shownAs(visit));

  /** The cells, of which only those touched are new. */
  private cellsAfter(touched: ReadonlySet<string>): Map<string, readonly CalendarVisit[]> {
    const cells: Map<string, readonly CalendarVisit[]> = new Map(this.state.cells);
    const fresh = cellsOf(this.shown().filter((visit) => touched.has(cellKey(visit.day, visit.slotId))));
    for (const key of touched) {
      const visits = fresh.get(key);
      if (visits) cells.set(key, visits);
      else cells.delete(key);
    }
    return cells;
  }

  override close(): void {
    clearTimeout(this.again);
    this.loading?.abort();
  }
}

/** Puts what was read of these weeks into the records. */
function hold(
  visits: Records<CalendarVisit>,
  keeps: (visit: CalendarVisit) => boolean,
  weeks: readonly ReadWeek[],
) {
  visits.load(newestOf(weeks.flatMap(({ rows }) => rows.map(calendarVisit))).filter(keeps));
  return {
    status: 'ready' as const,
    // Of weeks of different moments the changes after the oldest are asked for: what is newer already stays.
    version: Math.min(...weeks.map(({ version }) => version)),
  };
}

/** A visit that was moved from one week to another between two reads is in both. */
function newestOf(visits: CalendarVisit[]): CalendarVisit[] {
  const newest = new Map<number, CalendarVisit>();
  for (const visit of visits)
    if ((newest.get(visit.id)?.version ?? -1) < visit.version) newest.set(visit.id, visit);
  return [...newest.values()];
}

function cellsOf(visits: Iterable<CalendarVisit>): Map<string, CalendarVisit[]> {
  const cells = new Map<string, CalendarVisit[]>();
  for (const visit of visits) {
    const key = cellKey(visit.day, visit.slotId);
    const cell = cells.get(key);
    if (cell) cell.push(visit);
    else cells.set(key, [visit]);
  }
  for (const cell of cells.values()) cell.sort(urgentFirst);
  return cells;
}

/** The most urgent first: late, on the way, without technician, assigned, closed; then as they were made. */
const urgentFirst = (a: CalendarVisit, b: CalendarVisit): number =>
  urgency[toneOf(a)] - urgency[toneOf(b)] || a.id - b.id;
const urgency: Record<StatusTone, number> = {
  delayed: 0,
  onTheWay: 1,
  arrived: 1,
  pending: 2,
  assigned: 3,
  finished: 4,
  cancelled: 4,
  rescheduled: 4,
};
