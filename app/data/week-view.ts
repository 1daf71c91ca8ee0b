import type { Changes } from '../../db/feed/changes.ts';
import { type CalendarRow, type CalendarVisit, calendarVisit } from '../../db/reads/visits/week.ts';
import { addDays } from '../../machines/calendar/slots.ts';
import { type StatusTone, toneOf } from '../../machines/visit/labels.ts';
import { LiveView } from './live-view.ts';
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
  /** The newest change, for a user who cannot see colours move. */
  news: CalendarVisit | null;
};

type WeekAnswer = { version: number; rows: CalendarRow[] } | { diagnostic: string };

export const cellKey = (day: string, slotId: number): string => `${day}.${slotId}`;

/** One operation's week, from Monday, as this tab shows it. */
export class WeekView extends LiveView<WeekState> {
  private visits: Records<CalendarVisit>;
  private loading: AbortController | null = null;

  constructor(operation: string, monday: string) {
    const to = addDays(monday, 6);
    super({
      status: 'loading',
      operation,
      from: monday,
      to,
      diagnostic: null,
      version: null,
      cells: new Map(),
      news: null,
    });
    this.visits = new Records(({ day }) => day >= monday && day <= to);
  }

  version = (): number | null => this.state.version;
  open = (): void => void this.load();
  /** What is held may be of a record that was restored to an earlier state; the screen keeps it until the answer is here. */
  reload = (): void => {
    this.visits.load([]);
    if (this.state.status === 'failed') this.become({ status: 'loading' });
    void this.load();
  };

  async load(): Promise<void> {
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    const { operation, from } = this.state;
    const failed = (diagnostic: string | null) => {
      if (this.state.status !== 'ready') this.become({ status: 'failed', diagnostic });
    };
    try {
      const week = await readJson<WeekAnswer>(
        `/board/week?operation=${operation}&day=${from}`,
        loading.signal,
      );
      if ('diagnostic' in week) return failed(week.diagnostic);
      this.visits.load(week.rows.map(calendarVisit));
      this.become({ status: 'ready', version: week.version, cells: cellsOf(this.visits.values()) });
      this.onLoaded();
    } catch (error) {
      if (loading.signal.aborted) return;
      console.warn('week not loaded', error);
      failed(null);
    }
  }

  apply(changes: Changes): void {
    const touched = new Set<string>();
    let news: CalendarVisit | null = null;
    for (const row of changes.visits) {
      const put = this.visits.put(calendarVisit(row));
      for (const visit of [put?.before, put?.after]) if (visit) touched.add(cellKey(visit.day, visit.slotId));
      news = put?.after ?? news;
    }
    if (this.state.status !== 'ready') return;
    const version = Math.max(changes.to, this.state.version ?? 0);
    if (touched.size === 0) {
      this.state = { ...this.state, version };
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
    this.become({ cells, news: news ?? this.state.news, version });
  }

  override close(): void {
    this.loading?.abort();
  }
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
