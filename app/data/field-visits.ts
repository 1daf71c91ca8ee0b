import type { Changes } from '../../db/feed/changes.ts';
import type { BoardNames } from '../../db/reads/settings/operation.ts';
import { type CalendarVisit, calendarVisit } from '../../db/reads/visits/calendar-row.ts';
import type { FieldVisit } from '../../db/reads/visits/technician-day.ts';
import { type Mark, marks } from '../../machines/visit/facts.ts';
import { type AskAnswer, fieldVisitAddress } from './ask.ts';
import { LiveView, withdrawnBy } from './live-view.ts';
import { readJson } from './read-json.ts';
import { Records, type Touched } from './records.ts';

export type FieldVisits = {
  visits: ReadonlyMap<number, FieldVisit>;
  /** By operation. */
  versions: Record<string, number>;
};

/** Before an unanswered read is repeated; each further wait is twice as long. */
const readAgainAfterMs = 1_000;

/**
 * The visits that a screen was loaded with, in full, kept current: the change of a held visit is merged into it, and
 * only one that is new here is read by itself.
 */
export abstract class FieldVisitsView<State extends FieldVisits> extends LiveView<State> {
  private records = new Records<FieldVisit>((visit) => this.keeps(visit));
  /** The newest version of each visit that was asked for by itself. */
  private asked = new Map<number, number>();
  /** Those that left the record: an answer about one of them that is still on its way is too old. */
  private withdrawn = new Set<number>();
  /** Called when changes were missed: the screen's loader is asked again. */
  onMissed: () => void = () => {};

  constructor(private loaded: State) {
    super(loaded);
    this.records.load(loaded.visits.values());
  }

  /** Whether such a visit is among those shown. */
  protected abstract belongs(visit: CalendarVisit | FieldVisit): boolean;
  /** Whether a visit that belongs no more is held on, to be counted. */
  protected keeps(_visit: FieldVisit): boolean {
    return true;
  }
  /** What else the screen counts, once a visit has changed. */
  protected abstract count(state: State, touched: Touched<FieldVisit>): Partial<State>;
  /** The names that the screen has for the ids of a change. */
  names: BoardNames | null = null;

  /** The screen was loaded again. A change that it does not hold yet is counted once more, on its numbers. */
  load(state: State): void {
    if (state === this.loaded) return;
    this.loaded = state;
    // What the answer does not hold is asked for again when its change comes again.
    this.asked.clear();
    const previousVisits = [...this.records.values()];
    this.records.load([]);
    this.records.load(state.visits.values());
    this.become(state);
    for (const visit of previousVisits) if (this.records.get(visit.id)) this.show(this.records.put(visit));
    this.onLoaded();
  }

  version = (operation: string): number | null => this.state.versions[operation] ?? null;
  open = (): void => this.onLoaded();
  override close(): void {
    this.asked.clear();
  }
  reload = (): void => this.onMissed();

  apply(changes: Changes): void {
    const { operation, to, visits } = changes;
    const { versions } = this.state;
    // Not drawn by itself: most changes of an operation touch nothing here.
    this.state = {
      ...this.state,
      versions: { ...versions, [operation]: Math.max(to, versions[operation] ?? 0) },
    };
    for (const row of visits) this.hasChanged(calendarVisit(row));
    for (const id of withdrawnBy(changes)) {
      this.withdrawn.add(id);
      this.show(this.records.drop(id));
    }
  }

  private hasChanged(news: CalendarVisit): void {
    const previous = this.records.get(news.id);
    if (previous && previous.version >= news.version) return;
    if (previous && previous.day === news.day && previous.slotId === news.slotId)
      this.show(this.records.put(merge(previous, news, this.names)));
    else if (this.belongs(news)) void this.ask(news.id, news.version);
    else if (previous) this.show(this.records.drop(news.id));
  }

  /** Its change does not come again: what is not answered is read again until a newer change or a load covers it. */
  private async ask(id: number, version: number): Promise<void> {
    if ((this.asked.get(id) ?? 0) >= version) return;
    this.asked.set(id, version);
    for (let wait = readAgainAfterMs; this.asked.get(id) === version; wait = Math.min(2 * wait, 30_000)) {
      const answer = await readJson<AskAnswer<'fieldVisit'>>(fieldVisitAddress(id)).catch(() => null);
      if (!answer) {
        await new Promise((resolve) => setTimeout(resolve, wait));
        continue;
      }
      const visit = answer.ok ? answer.visit : null;
      if (!visit || this.withdrawn.has(id)) this.asked.delete(id);
      else if (this.belongs(visit) || this.records.get(id)) this.show(this.records.put(visit));
      return;
    }
  }

  private show(touched: Touched<FieldVisit> | null): void {
    if (!touched) return;
    this.become({
      ...this.count(this.state, touched),
      visits: byId(this.records.values()),
    } as Partial<State>);
  }
}

export const byId = (visits: Iterable<FieldVisit>): ReadonlyMap<number, FieldVisit> =>
  new Map([...visits].map((visit) => [visit.id, visit]));

const marksOf = (visit: Record<Mark, boolean>) =>
  Object.fromEntries(marks.map((mark) => [mark, visit[mark]])) as Record<Mark, boolean>;

/** What a change says of a visit whose day and slot are the same. */
function merge(previous: FieldVisit, news: CalendarVisit, names: BoardNames | null): FieldVisit {
  const named = names && {
    technicianName: names.technicians.find(({ id }) => id === news.technicianId)?.name ?? null,
    reasonText: names.reasons.find(({ value }) => value === news.reasonId)?.text ?? null,
  };
  return {
    ...previous,
    ...named,
    ...marksOf(news),
    version: news.version,
    technicianId: news.technicianId,
    statusId: news.statusId,
    reasonId: news.reasonId,
    delayedWhileOnTheWay: news.delayedWhileOnTheWay,
    detached: news.detached,
    rescheduledNext: news.rescheduledNext,
    derivationType: news.derivationType,
    customerNotice: news.customerNotice,
    rank: news.rank,
    overbooked: news.overbooked,
  };
}
