import type { Changes } from '../../db/feed/changes.ts';
import { type CalendarRow, type CalendarVisit, calendarVisit } from '../../db/reads/visits/week.ts';
import { addDays, mondayOf } from '../../machines/calendar/slots.ts';
import { type StatusTone, toneOf } from '../../machines/visit/labels.ts';
import type { Reader } from './live.ts';

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
  /** The newest change, for whoever cannot see colours move. */
  news: CalendarVisit | null;
};

export const cellKey = (day: string, slotId: number): string => `${day}.${slotId}`;

/** One operation's week as this tab shows it: loaded once, then kept right by the changes alone. */
export class WeekStore implements Reader {
  private visits = new Map<number, CalendarVisit>();
  private heard = new Set<() => void>();
  private state: WeekState;
  private loading: AbortController | null = null;
  /** Told when a load is done, so that the connection can ask for what came after it. */
  onLoaded: () => void = () => {};

  constructor(operation: string, day: string) {
    const from = mondayOf(day);
    this.state = {
      status: 'loading',
      operation,
      from,
      to: addDays(from, 6),
      diagnostic: null,
      version: null,
      cells: new Map(),
      news: null,
    };
  }

  snapshot = (): WeekState => this.state;
  subscribe = (hear: () => void): (() => void) => {
    this.heard.add(hear);
    return () => this.heard.delete(hear);
  };
  version = (): number | null => this.state.version;
  /** Start anew: what is held may be of a record that is no more. The screen keeps it until the answer is here. */
  reload = (): void => {
    this.visits = new Map();
    if (this.state.status === 'failed') this.become({ status: 'loading' });
    void this.load();
  };

  async load(): Promise<void> {
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    const { operation, from } = this.state;
    try {
      const response = await fetch(`/board/week?operation=${operation}&day=${from}`, {
        signal: loading.signal,
      });
      if (response.status >= 400 && response.status < 500) {
        const refused = (await response.json()) as { diagnostic: string };
        if (this.state.status !== 'ready') this.become({ status: 'failed', diagnostic: refused.diagnostic });
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      const week = (await response.json()) as { version: number; rows: CalendarRow[] };
      const fresh = week.rows.map(calendarVisit);
      // What a change brought while this was on its way is newer than what it carries.
      this.visits = new Map(fresh.map((visit) => [visit.id, newer(this.visits.get(visit.id), visit)]));
      this.become({ status: 'ready', version: week.version, cells: cellsOf(this.visits.values()) });
      this.onLoaded();
    } catch (error) {
      if (loading.signal.aborted) return;
      console.warn('week not loaded', error);
      if (this.state.status !== 'ready') this.become({ status: 'failed', diagnostic: null });
    }
  }

  /** Merge by visit and version: a board never shows older data over newer. */
  apply(changes: Changes): void {
    const touched = new Set<string>();
    let news: CalendarVisit | null = null;
    for (const row of changes.visits) {
      const visit = calendarVisit(row);
      const held = this.visits.get(visit.id);
      if (held && held.version >= visit.version) continue;
      if (held) touched.add(cellKey(held.day, held.slotId));
      if (visit.day >= this.state.from && visit.day <= this.state.to) {
        this.visits.set(visit.id, visit);
        touched.add(cellKey(visit.day, visit.slotId));
        news = visit;
      } else this.visits.delete(visit.id);
    }
    if (this.state.status !== 'ready') return;
    if (touched.size === 0) {
      this.state = { ...this.state, version: Math.max(changes.to, this.state.version ?? 0) };
      return;
    }
    const cells = new Map(this.state.cells);
    const fresh = cellsOf(
      [...this.visits.values()].filter((visit) => touched.has(cellKey(visit.day, visit.slotId))),
    );
    for (const key of touched) {
      const visits = fresh.get(key);
      if (visits) cells.set(key, visits);
      else cells.delete(key);
    }
    this.become({
      cells,
      news: news ?? this.state.news,
      version: Math.max(changes.to, this.state.version ?? 0),
    });
  }

  close(): void {
    this.loading?.abort();
  }

  private become(change: Partial<WeekState>) {
    this.state = { ...this.state, ...change };
    for (const hear of this.heard) hear();
  }
}

const newer = (held: CalendarVisit | undefined, fresh: CalendarVisit): CalendarVisit =>
  held && held.version > fresh.version ? held : fresh;

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

/** What needs somebody most stands first: late, on the way, without technician, assigned, closed; then as they were made. */
const urgentFirst = (a: CalendarVisit, b: CalendarVisit): number =>
  urgency[toneOf(a)] - urgency[toneOf(b)] || a.id - b.id;
const urgency: Record<StatusTone, number> = {
  delayed: 0,
  onTheWay: 1,
  pending: 2,
  assigned: 3,
  finished: 4,
  cancelled: 4,
  rescheduled: 4,
};
