import { afterEach, describe, expect, it, vi } from 'vitest';
import { cellKey, WeekView } from '../../app/data/week-view.ts';
import type { Changes } from '../../db/feed/changes.ts';
import { type CalendarRow, type CalendarVisit, calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { limit } from '../gate/limits.mjs';

const monday = '2026-03-02';
const row = (visit: Partial<CalendarVisit>): CalendarRow =>
  calendarColumns.map((column) => {
    const value = (
      { id: 1, version: 1, day: monday, slotId: 5, statusId: 1, ...visit } as Record<string, unknown>
    )[column];
    return typeof value === 'boolean' ? Number(value) : (value ?? null);
  }) as CalendarRow;
const changes = (after: number, ...visits: Partial<CalendarVisit>[]): Changes => ({
  operation: '101',
  after,
  to: after + visits.length,
  events: [],
  visits: visits.map(row),
  orders: [],
});
/** What the server would answer, when the test lets it. */
function serve(version: number, ...visits: Partial<CalendarVisit>[]) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    await answered;
    return Response.json({ version, rows: visits.map(row) });
  });
  return answer;
}
async function loaded(version: number, ...visits: Partial<CalendarVisit>[]) {
  const store = new WeekView('101', { from: monday });
  serve(version, ...visits)();
  await store.load();
  return store;
}
const at = (store: WeekView, day = monday, slotId = 5) =>
  store.snapshot().cells.get(cellKey(day, slotId)) ?? [];

afterEach(() => vi.unstubAllGlobals());

describe('a week on the screen', () => {
  it('shows a change, and moves a visit to its new cell', async () => {
    const store = await loaded(10, { id: 1 }, { id: 2 });
    store.apply(changes(10, { id: 1, version: 2, day: '2026-03-04' }));
    expect(at(store).map(({ id }) => id)).toEqual([2]);
    expect(at(store, '2026-03-04').map(({ id }) => id)).toEqual([1]);
    expect(store.version()).toBe(11);
  });

  it('announces what a change did to its own days, and nothing of a visit of other days', async () => {
    const store = await loaded(10, { id: 1 });
    store.apply(changes(10, { id: 1, version: 2, technicianId: 7 }, { id: 9, day: '2026-05-04' }));
    const ids = store.snapshot().news.map(({ before, after }) => [before?.id, after?.id]);
    expect(ids).toEqual([[1, 1]]);
  });

  it('loses a visit whose creation is taken back', async () => {
    const store = await loaded(10, { id: 1 }, { id: 2 });
    store.apply({
      ...changes(10),
      to: 11,
      events: [{ version: 11, name: 'visit.withdrawn', visitId: 1, order: null, key: null }],
    });
    expect(at(store).map(({ id }) => id)).toEqual([2]);
    expect(store.snapshot().news).toMatchObject([{ before: { id: 1 }, after: null }]);
  });

  it('never shows older data over newer', async () => {
    const store = await loaded(10, { id: 1, version: 5, technicianId: 7 });
    store.apply(changes(10, { id: 1, version: 4, technicianId: 3 }));
    expect(at(store)[0]).toMatchObject({ version: 5, technicianId: 7 });
  });

  it('keeps a change that came while the week was still on its way', async () => {
    const store = new WeekView('101', { from: monday });
    const answer = serve(10, { id: 1, version: 1, technicianId: null });
    const loading = store.load();
    store.apply(changes(10, { id: 1, version: 2, technicianId: 7 }));
    answer();
    await loading;
    expect(at(store)[0]).toMatchObject({ version: 2, technicianId: 7 });
  });

  it('lets a visit go that moved to another week', async () => {
    const store = await loaded(10, { id: 1 });
    store.apply(changes(10, { id: 1, version: 2, day: '2026-03-09' }));
    expect(at(store)).toEqual([]);
  });

  it('keeps the identity of every cell that did not change', async () => {
    const store = await loaded(10, { id: 1 }, { id: 2, slotId: 6 });
    const before = store.snapshot().cells.get(cellKey(monday, 6));
    store.apply(changes(10, { id: 1, version: 2, technicianId: 7 }));
    expect(store.snapshot().cells.get(cellKey(monday, 6))).toBe(before);
  });

  it('puts what is urgent first: late, on the way, without technician, assigned, closed', async () => {
    const store = await loaded(
      10,
      { id: 1, finished: true },
      { id: 2, technicianId: 4 },
      { id: 3 },
      { id: 4, technicianId: 4, onTheWay: true },
      { id: 5, technicianId: 4, delayed: true },
    );
    expect(at(store).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1]);
  });

  it('when it starts anew, believes the record even where it held something newer', async () => {
    const store = await loaded(10, { id: 1, version: 5, technicianId: 7 });
    serve(4, { id: 1, version: 3, technicianId: null })();
    store.reload();
    await vi.waitFor(() => expect(at(store)[0]).toMatchObject({ version: 3, technicianId: null }), {
      timeout: limit(5_000),
    });
  });

  it('that cannot be loaded says so, and is not emptied by a failed reload', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    const store = new WeekView('101', { from: monday });
    await store.load();
    expect(store.snapshot().status).toBe('failed');
    const good = await loaded(10, { id: 1 });
    vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
    await good.load();
    expect(good.snapshot().status).toBe('ready');
    expect(at(good)).toHaveLength(1);
  });

  it('reads the weeks of seven days from any day and of today, and asks for the changes after the oldest', async () => {
    const asked: string[] = [];
    const answers: Record<string, [number, Partial<CalendarVisit>[]]> = {
      '2026-03-02': [
        12,
        [
          { id: 1, day: '2026-03-03' },
          { id: 2, day: '2026-03-06' },
        ],
      ],
      '2026-03-09': [
        10,
        [
          { id: 3, day: '2026-03-10' },
          { id: 4, day: '2026-03-13' },
        ],
      ],
      // Visit 2 was here when this week was read, before it was moved.
      '2026-02-23': [
        9,
        [
          { id: 5, day: '2026-02-24' },
          { id: 2, version: 0, day: '2026-02-24' },
        ],
      ],
    };
    vi.stubGlobal('fetch', async (address: string) => {
      const day = address.match(/day=(.+)$/)![1]!;
      asked.push(day);
      const [version, visits] = answers[day]!;
      return Response.json({ version, rows: visits.map(row) });
    });
    const store = new WeekView('101', { from: '2026-03-04', today: '2026-02-24' });
    await store.load();
    expect(asked.sort()).toEqual(Object.keys(answers).sort());
    expect(store.version()).toBe(9);
    const held = [...store.snapshot().cells.values()].flat().map(({ id, day }) => `${id} ${day}`);
    expect(held.sort()).toEqual(['2 2026-03-06', '3 2026-03-10', '5 2026-02-24']);
  });

  it('that the document brought is shown without a read, and asks for the changes after it', () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    const texts = [
      JSON.stringify({ version: 12, rows: [{ id: 1 }, { id: 2, day: '2026-03-03' }].map(row) }),
      JSON.stringify({ version: 11, rows: [row({ id: 3, day: '2026-02-24' })] }),
    ];
    const sent = { operation: '101', from: monday, texts };
    const store = new WeekView('101', { from: monday, today: '2026-02-24', sent });
    store.onLoaded = vi.fn();
    expect(at(store).map(({ id }) => id)).toEqual([1]);
    expect(at(store, '2026-02-24').map(({ id }) => id)).toEqual([3]);
    store.open();
    expect(store.onLoaded).toHaveBeenCalled();
    expect(store.version()).toBe(11);
    expect(fetched).not.toHaveBeenCalled();
    store.apply(changes(11, { id: 2, version: 2, day: '2026-03-03', technicianId: 7 }));
    expect(at(store, '2026-03-03')[0]).toMatchObject({ version: 2, technicianId: 7 });
  });

  it('shows what was moved at once, and where it stood when it is refused', async () => {
    const store = await loaded(10, { id: 1, technicianId: 7, rank: 2 }, { id: 2, slotId: 6 });
    const before = store.snapshot().cells;
    store.lay('key', new Map([[1, { technicianId: 8, slotId: 6, rank: 1 }]]));
    expect(at(store)).toEqual([]);
    expect(at(store, monday, 6).find(({ id }) => id === 1)).toMatchObject({ technicianId: 8, rank: 1 });
    store.lift('another');
    expect(at(store)).toEqual([]);
    store.lift('key');
    expect(store.snapshot().cells).toEqual(before);
  });

  it('believes another user’s change over what was moved here and is not answered', async () => {
    const store = await loaded(10, { id: 1, technicianId: 7 });
    store.lay('key', new Map([[1, { technicianId: 8 }]]));
    store.apply(changes(10, { id: 1, version: 2, technicianId: 9 }));
    expect(at(store)[0]).toMatchObject({ technicianId: 9 });
    store.lift('key');
    expect(at(store)[0]).toMatchObject({ technicianId: 9 });
  });

  it('keeps one’s own later move while the record answers the earlier one', async () => {
    const store = await loaded(10, { id: 1, technicianId: 7 });
    const answer = (version: number, key: string, technicianId: number): Changes => ({
      ...changes(9 + version, { id: 1, version, technicianId }),
      events: [{ version: 9 + version, name: 'visit.assigned', visitId: 1, order: null, key }],
    });
    store.lay('first', new Map([[1, { technicianId: 8 }]]));
    store.lay('second', new Map([[1, { technicianId: 9 }]]));
    store.apply(answer(2, 'first', 8));
    expect(at(store)[0]).toMatchObject({ version: 2, technicianId: 9 });
    store.apply(answer(3, 'second', 9));
    store.lift('second');
    expect(at(store)[0]).toMatchObject({ version: 3, technicianId: 9 });
  });
});
