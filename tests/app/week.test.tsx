// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Place } from '../../app/board/create/place.ts';
import { isNarrowed, showsOf, type VisitFilter } from '../../app/board/filters/visit-filter.ts';
import { namesOf } from '../../app/board/week/chip-text.ts';
import { Week } from '../../app/board/week/week.tsx';
import { cellKey, type WeekState } from '../../app/data/week-view.ts';
import { boardWords } from '../../app/words/board/board-words.ts';
import { dayWords } from '../../app/words/board/day-words.ts';
import { stripWords } from '../../app/words/board/strip-words.ts';
import type { Slot } from '../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { noCapacity } from '../../machines/calendar/capacity.ts';
import { instantOf } from '../../machines/calendar/slots.ts';
import type { DayFilter } from '../../machines/visit/day-filters.ts';

const monday = '2026-03-02';
const morning: Slot = {
  ...{ id: 5, operation: '114', name: '9 a 13', fromHour: 9, toHour: 13, enabled: true },
  ...noCapacity,
};
const unused: Slot = { ...morning, id: 6, name: 'Tarde', enabled: false };
const names = namesOf({
  technicians: [{ id: 7, name: 'Ana Paz' }],
  reasons: [{ value: 20, text: 'Ausente' }],
  symptoms: [{ id: 3, text: 'Cortes' }],
  orderTypes: [{ value: 2, text: 'Reclamo' }],
  merged: { symptoms: [], orderTypes: [] },
} as never);

const open = (id: number, more: Partial<CalendarVisit> = {}): CalendarVisit =>
  ({
    ...{ id, version: 1, day: monday, slotId: 5, zoneId: 1, orderNumber: `114${id}`, statusId: 1 },
    ...{ orderType: 2, symptomId: null },
    ...{ clientName: 'Lía Sosa', nodeName: 'N1', technicianId: null, reasonId: null, customerNotice: null },
    ...{ onTheWay: false, delayed: false, delayedWhileOnTheWay: false, detached: false, confirmed: false },
    ...{ finished: false, cancelled: false, rescheduled: false },
    ...more,
  }) as CalendarVisit;
const noneAsked = { technician: null, kind: null, symptom: null, contractor: null, search: '' };
const finished = (id: number) => open(id, { finished: true, statusId: 6 });

function show(
  visits: CalendarVisit[],
  more: Partial<WeekState> & {
    zone?: number;
    only?: DayFilter;
    create?: (place: Place) => void;
    mode?: 'calendario';
    slots?: Slot[];
    /** The days before today are shown in full. */
    pastOpen?: boolean;
    showPast?: (open: boolean) => void;
    asks?: Partial<VisitFilter>;
  } = {},
) {
  const { zone = null, only = null, create, mode = 'jefetec', slots = [morning, unused], ...rest } = more;
  const { asks = {}, pastOpen = true, showPast = () => {}, ...state } = rest;
  const cells = new Map<string, CalendarVisit[]>();
  for (const visit of visits) {
    const key = cellKey(visit.day, visit.slotId);
    cells.set(key, [...(cells.get(key) ?? []), visit]);
  }
  const filter = { ...noneAsked, zone, only, ...asks };
  const narrowed = isNarrowed(filter, names.technicians, undefined);
  const filtering = { filter, narrowed, shows: showsOf(narrowed, only) };
  const week: WeekState = {
    ...{ status: 'ready', operation: '114', from: monday, to: '2026-03-08', diagnostic: null },
    ...{ version: 1, news: [], cells },
    ...state,
  } as WeekState;
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => (
        <MantineProvider env="test">
          <Week
            {...{ week, slots, names, filtering, mode, found: null, looked: null, turn: () => {} }}
            create={create ?? null}
            creating={null}
            pastOpen={pastOpen}
            showPast={showPast}
            today="2026-03-03"
            hour={12}
          />
        </MantineProvider>
      ),
    },
  ]);
  return render(<Stub />);
}
const drawn = () =>
  [...document.querySelectorAll('a[data-visit-id][data-stop]')].map((link) =>
    Number(link.getAttribute('data-visit-id')),
  );
const visit = (id: number) => document.querySelector(`[data-visit-id="${id}"]`)!;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('has seven days from Monday and marks today', () => {
  show([open(1)]);
  const [, ...days] = screen.getAllByRole('columnheader');
  expect(days.map(({ textContent }) => textContent)).toEqual(
    ['Lunes 02', 'Martes 03', 'Miércoles 04', 'Jueves 05', 'Viernes 06', 'Sábado 07', 'Domingo 08'].map(
      (day) => `${day}/03`,
    ),
  );
  expect(days.map((day) => day.getAttribute('aria-current'))).toEqual([
    null,
    'date',
    ...Array<null>(5).fill(null),
  ]);
});

it('leaves a disabled slot out until a visit stands in it', () => {
  show([open(1)]);
  expect(screen.getAllByRole('rowheader')).toHaveLength(1);
  cleanup();
  show([open(1), open(2, { slotId: 6 })]);
  expect(screen.getAllByRole('rowheader')).toHaveLength(2);
});

it('draws open visits, folds closed ones and opens a row to all of them', () => {
  show([open(1), finished(2), finished(3)]);
  expect(drawn()).toEqual([1]);
  expect(screen.getByText('1/3')).toBeTruthy();
  expect(screen.getByText(boardWords.foldedFinished(2))).toBeTruthy();
  fireEvent.click(screen.getByText(boardWords.foldedFinished(2)));
  expect(drawn()).toEqual([1, 2, 3]);
  fireEvent.click(screen.getByRole('button', { name: `${boardWords.collapse}: 9 a 13` }));
  expect(drawn()).toEqual([1]);
});

it('says how many do not fit into a closed row', () => {
  show([1, 2, 3, 4, 5].map((id) => open(id)));
  fireEvent.click(screen.getByText('+2'));
  expect(screen.queryByText('+2')).toBeNull();
});

it('calls closed visits finished only when all of them are', () => {
  show([open(1), finished(2), open(3, { cancelled: true, statusId: 20, reasonId: 20 })]);
  expect(screen.getByText(boardWords.foldedClosed(2))).toBeTruthy();
});

it('names a visit with its state, order, client, technician and confirmation', () => {
  show([open(1, { technicianId: 7, confirmed: true }), open(2, { onTheWay: true, technicianId: 99 })]);
  expect(visit(1).getAttribute('aria-label')).toBe(
    `${boardWords.visit(1)}: Pendiente · OT 1141 · Lía Sosa · N1 · Ana Paz · ${boardWords.confirmed} · Sosa Reclamo AP`,
  );
  expect(visit(2).getAttribute('aria-label')).toContain(`En camino · OT 1142`);
  expect(visit(2).getAttribute('aria-label')).toContain(boardWords.unassigned);
});

it('says of an open visit by how much its technician runs late, or that the customer is at home', () => {
  show([open(1, { runningLate: 30 }), open(2, { atHome: true }), open(3, { runningLate: 0 }), finished(4)]);
  expect(visit(1).getAttribute('aria-label')).toContain(boardWords.late(30));
  expect(visit(1).textContent).toContain('+30');
  expect(visit(2).getAttribute('aria-label')).toContain(boardWords.atHome);
  expect(visit(3).textContent).toContain('NO');
});

it.each([undefined, 'calendario'] as const)('opens a visit in the mode of its board: %s', (mode) => {
  show([open(1)], mode ? { mode } : {});
  expect(visit(1).getAttribute('href')).toBe(`/visit/view/1/${mode ?? 'jefetec'}`);
});

it('shows one zone, and says when the week has visits of others only', () => {
  show([open(1), open(2, { zoneId: 2 })], { zone: 2 });
  expect(drawn()).toEqual([2]);
  cleanup();
  show([open(1)], { zone: 3 });
  expect(screen.getByText(boardWords.weekEmptyZone)).toBeTruthy();
  cleanup();
  show([]);
  expect(screen.getByText(boardWords.weekEmpty)).toBeTruthy();
});

it('shows no empty week while it loads', () => {
  show([], { status: 'loading' });
  expect(screen.queryByText(boardWords.weekEmpty)).toBeNull();
  expect(document.querySelector('#week')!.getAttribute('aria-busy')).toBe('true');
});

it('announces politely after a second what changed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const moving = open(1, { onTheWay: true, technicianId: 7 });
  const { container } = show([moving], { news: [{ before: open(1), after: moving }] });
  const status = container.querySelector('[data-news]')!;
  act(() => vi.advanceTimersByTime(999));
  expect(status.textContent).toBe('');
  await act(() => vi.advanceTimersByTimeAsync(1));
  await vi.dynamicImportSettled();
  await act(async () => {});
  expect(status.textContent).toBe('Visita 1, Sosa: ahora la tiene Ana Paz, En camino');
});

it('shows one kind of visits only, the closed ones too where they are asked for', () => {
  const delayed = open(1, { technicianId: 7, delayed: true });
  show([delayed, open(2), finished(3), finished(4)], { only: 'late' });
  expect(drawn()).toEqual([1]);
  cleanup();
  show([delayed, open(2), finished(3), finished(4)], { only: 'done' });
  expect(drawn()).toEqual([3, 4]);
  expect(screen.queryByText(boardWords.foldedFinished(2))).toBeNull();
  cleanup();
  show([open(1)], { only: 'onTheWay' });
  expect(screen.getByText(stripWords.emptyTitle(stripWords.onTheWay))).toBeTruthy();
});

it('marks the slot that it is now, today only, and the days that are over', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: instantOf('2026-03-03', 12) });
  show([open(1)]);
  const marked = document.querySelectorAll('td[data-now]');
  expect([...marked].map((cell) => (cell as HTMLTableCellElement).cellIndex)).toEqual([2]);
  expect(marked[0]!.textContent).toContain(boardWords.now);
  expect(document.querySelectorAll('td[data-past]')).toHaveLength(1);
  act(() => vi.setSystemTime(instantOf('2026-03-03', 13)).advanceTimersByTime(30_000));
  expect(document.querySelectorAll('td[data-now]')).toHaveLength(0);
});

it('shows seven days from any day', () => {
  show([open(1, { day: '2026-03-08' })], { from: '2026-03-05', to: '2026-03-11' });
  expect(screen.getAllByRole('columnheader')[1]!.textContent).toBe('Jueves 05/03');
  expect(drawn()).toEqual([1]);
});

it('begins a visit in a cell that is not over, empty ones included', () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: instantOf('2026-03-03', 14) });
  const create = vi.fn();
  show([open(1)], { create });
  const cells = [...document.querySelectorAll('[data-add]')].map((button) => button.getAttribute('data-add'));
  // Monday is past, and on Tuesday the slot of 9 to 13 is over.
  expect(cells).toEqual([4, 5, 6, 7, 8].map((day) => `2026-03-0${day}.5`));
  fireEvent.click(
    screen.getByRole('button', { name: boardWords.addVisit('9 a 13', 'Miércoles 04/03/2026') }),
  );
  expect(create).toHaveBeenCalledWith({ day: '2026-03-04', slotId: 5 });
  cleanup();
  show([open(1)]);
  expect(document.querySelector('[data-add]')).toBeNull();
});

it('folds the days of this week that are over to how many visits they have, until they are opened', () => {
  const showPast = vi.fn();
  show([finished(1), finished(2), open(3, { day: '2026-03-04' })], { pastOpen: false, showPast });
  const monday = document.querySelector('td[data-past]')!;
  expect(monday.textContent).toBe('2');
  expect(screen.getAllByRole('columnheader')[1]!.textContent).toContain('Lunes 02/03');
  expect(drawn()).toEqual([3]);
  expect(screen.getAllByRole('columnheader')).toHaveLength(8);
  fireEvent.click(screen.getByTitle(boardWords.showPast));
  expect(showPast).toHaveBeenCalledWith(true);
  cleanup();
  // A week without today has nothing to fold.
  show([open(1)], { pastOpen: false, from: '2026-02-23', to: '2026-03-01' });
  expect(document.querySelector('[data-narrow]')).toBeNull();
});

it('gives a slot without open visits one line, which opens', () => {
  show([finished(1), open(2, { slotId: 6 })], { slots: [morning, { ...unused, enabled: true }] });
  const [thin, normal] = document.querySelectorAll<HTMLElement>('tbody > tr');
  expect([thin!.dataset.thin, normal!.dataset.thin]).toEqual(['true', undefined]);
  expect(thin!.textContent).toContain(boardWords.foldedFinished(1));
  expect(thin!.textContent).not.toContain('0/1');
  fireEvent.click(screen.getByRole('button', { name: `${boardWords.expand}: 9 a 13` }));
  expect(drawn()).toEqual([1, 2]);
});

it('shows a technician, a kind or a symptom alone, and says when none is left', () => {
  const visits = [open(1, { technicianId: 7 }), open(2, { symptomId: 3 }), open(3, { orderType: 9 })];
  for (const [asks, shown] of [
    [{ technician: 7 }, [1]],
    [{ symptom: 3 }, [2]],
    [{ kind: 9 }, [3]],
  ] as const) {
    show(visits, { asks });
    expect(drawn()).toEqual(shown);
    cleanup();
  }
  show(visits, { asks: { technician: 8 } });
  expect(screen.getByText(dayWords.emptyWeek)).toBeTruthy();
});
