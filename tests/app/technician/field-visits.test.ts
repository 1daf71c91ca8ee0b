import { afterEach, describe, expect, it, vi } from 'vitest';
import { byId, type FieldVisits, FieldVisitsView } from '../../../app/data/field-visits.ts';
import type { Touched } from '../../../app/data/records.ts';
import type { Changes } from '../../../db/feed/changes.ts';
import {
  type CalendarRow,
  type CalendarVisit,
  calendarColumns,
} from '../../../db/reads/visits/calendar-row.ts';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { until } from '../../support/until.ts';

type State = FieldVisits & { mine: number };
const technician = 7;
const visit = (id: number, fields: Partial<FieldVisit> = {}): FieldVisit =>
  ({
    id,
    version: 1,
    day: '2026-03-02',
    slotId: 5,
    technicianId: technician,
    address: 'Mitre 10',
    ...fields,
  }) as FieldVisit;

/** Counts those of one technician, as the technician's day does. */
class Mine extends FieldVisitsView<State> {
  protected belongs = ({ technicianId }: CalendarVisit | FieldVisit) => technicianId === technician;
  protected count({ mine }: State, { before, after }: Touched<FieldVisit>) {
    const is = (one: FieldVisit | undefined) => Number(!!one && this.belongs(one));
    return { mine: mine + is(after) - is(before) };
  }
}

const stateOf = (version: number, ...visits: FieldVisit[]): State => ({
  visits: byId(visits),
  versions: { '101': version },
  mine: visits.filter(({ technicianId }) => technicianId === technician).length,
});
const changes = (after: number, ...visits: Partial<CalendarVisit>[]): Changes => ({
  operation: '101',
  after,
  to: after + visits.length,
  events: [],
  visits: visits.map((fields) => {
    const row = { day: '2026-03-02', slotId: 5, technicianId: technician, statusId: 1, ...fields } as Record<
      string,
      unknown
    >;
    return calendarColumns.map((column) => row[column] ?? null) as CalendarRow;
  }),
  orders: [],
});
const shown = (view: Mine) => [...view.snapshot().visits.values()];

function serve(answer: (address: string) => unknown) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const shown = answer(address);
    return Response.json(shown ? { ok: true, visit: shown } : { ok: false, status: 404, text: 'No existe.' });
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

describe('the visits in full that a screen was loaded with', () => {
  it('take over what a change says, keep the rest, and are counted', () => {
    const view = new Mine(stateOf(10, visit(1), visit(2)));
    view.apply(changes(10, { id: 1, version: 2, technicianId: null }));
    expect(shown(view)[0]).toMatchObject({ version: 2, technicianId: null, address: 'Mitre 10' });
    expect(view.snapshot().mine).toBe(1);
    expect(view.version('101')).toBe(11);
  });

  it('never show older data over newer, whether a change or a reload brings them', () => {
    const view = new Mine(stateOf(10, visit(1, { version: 5, slotId: 5 })));
    view.apply(changes(10, { id: 1, version: 4, technicianId: null }));
    expect(shown(view)[0]).toMatchObject({ version: 5, technicianId: technician });
    view.apply(changes(11, { id: 1, version: 6, technicianId: null }));
    view.load(stateOf(10, visit(1, { version: 5 })));
    expect(shown(view)[0]).toMatchObject({ version: 6, technicianId: null });
    expect(view.snapshot().mine).toBe(0);
  });

  it('ask for a visit that comes in once, and for no other', async () => {
    const asked = serve(() => visit(3, { version: 4, address: 'Sarmiento 20' }));
    const view = new Mine(stateOf(10, visit(1)));
    view.apply(changes(10, { id: 3, version: 4 }, { id: 4, version: 2, technicianId: 9 }));
    view.apply(changes(12, { id: 3, version: 4 }));
    await until(() => shown(view).length === 2);
    expect(asked).toEqual(['/ask/fieldVisit?visit_id=3']);
    expect(shown(view)[1]).toMatchObject({ address: 'Sarmiento 20' });
    expect(view.snapshot().mine).toBe(2);
  });

  it('ask again for one that could not be read when the next change names it', async () => {
    let fails = true;
    const asked = serve(() => (fails ? null : visit(3, { version: 5 })));
    const view = new Mine(stateOf(10));
    view.apply(changes(10, { id: 3, version: 4 }));
    await until(() => asked.length === 1);
    fails = false;
    view.apply(changes(11, { id: 3, version: 5 }));
    await until(() => shown(view).length === 1);
    expect(shown(view)[0]!.version).toBe(5);
  });

  it('read one again whose read was not answered, though no other change comes', async () => {
    let answers = false;
    vi.stubGlobal('fetch', async () => {
      if (!answers) throw new TypeError('Failed to fetch');
      return Response.json({ ok: true, visit: visit(3, { version: 4 }) });
    });
    const view = new Mine(stateOf(10));
    view.apply(changes(10, { id: 3, version: 4 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(shown(view)).toHaveLength(0);
    answers = true;
    await until(() => shown(view).length === 1);
  });

  it('lose one that moved to where it does not belong', () => {
    const view = new Mine(stateOf(10, visit(1), visit(2)));
    view.apply(changes(10, { id: 2, version: 2, technicianId: 9, slotId: 6 }));
    expect(shown(view).map(({ id }) => id)).toEqual([1]);
    expect(view.snapshot().mine).toBe(1);
  });

  it('ask once more for one that a reload, read before it came in, does not hold', async () => {
    serve(() => visit(3, { version: 4 }));
    const view = new Mine(stateOf(10, visit(1)));
    view.apply(changes(10, { id: 3, version: 4 }));
    await until(() => shown(view).length === 2);
    view.load(stateOf(10, visit(1)));
    expect(shown(view)).toHaveLength(1);
    view.apply(changes(10, { id: 3, version: 4 }));
    await until(() => shown(view).length === 2);
  });

  it('are not drawn again by changes that touch none of them', () => {
    const view = new Mine(stateOf(10, visit(1)));
    const draw = vi.fn();
    view.subscribe(draw);
    view.apply(changes(10, { id: 8, version: 2, technicianId: 9 }));
    expect(draw).not.toHaveBeenCalled();
    expect(view.version('101')).toBe(11);
    view.apply(changes(11, { id: 1, version: 2 }));
    expect(draw).toHaveBeenCalled();
  });

  it('ask the screen to load everything when changes were missed', () => {
    const view = new Mine(stateOf(10));
    const missed = vi.fn();
    view.onMissed = missed;
    view.reload();
    expect(missed).toHaveBeenCalledOnce();
  });
});
