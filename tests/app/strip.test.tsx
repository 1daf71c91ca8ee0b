// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { figuresOf } from '../../app/board/strip/figures.ts';
import { Strip } from '../../app/board/strip/strip.tsx';
import { stripWords } from '../../app/words/board/strip-words.ts';
import type { Slot } from '../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../db/reads/visits/calendar-row.ts';
import { instantOf } from '../../machines/calendar/slots.ts';
import { limit } from '../gate/limits.mjs';

const day = '2026-03-02';
const slots = [{ id: 5, fromHour: 9, toHour: 13 }] as Slot[];
const closedAt = (hour: number) => instantOf(day, hour).getTime() / 1_000;
const visit = (more: Partial<CalendarVisit> = {}) =>
  ({ id: 1, day, slotId: 5, technicianId: null, closedAt: null, ...more }) as CalendarVisit;
const finished = (hour: number) => visit({ technicianId: 7, finished: true, closedAt: closedAt(hour) });
const visits = [visit(), visit({ technicianId: 7, delayed: true }), finished(11), finished(12), finished(15)];
const textsOf = (list: CalendarVisit[]) =>
  Object.fromEntries(figuresOf(list, slots, null).map(({ filter, text }) => [filter, text]));

afterEach(cleanup);

it('counts what is to do, done, late and without technician, and how often the slot was kept', () => {
  expect(textsOf(visits)).toEqual({
    ...{ todo: '1', onTheWay: '0', done: '3', late: '1', unassigned: '1' },
    outOfSlot: '67 %',
  });
  expect(textsOf([visit()]).outOfSlot).toBe('–');
});

it('counts the places left of the slots that have a capacity, and says nothing where none has', () => {
  const labels = (places: number | null) => figuresOf(visits, slots, places).map(({ label }) => label);
  expect(labels(1)).toContain(stripWords.places(1));
  expect(labels(null)).not.toContain(stripWords.places(0));
});

it('says no figure while the visits are on their way', () => {
  const { rerender } = render(
    <Strip visits={[]} slots={slots} choose={vi.fn()} loading places={null} only={null} />,
  );
  const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent!.split(' ')[0]);
  expect(new Set(shown())).toEqual(new Set(['–']));
  rerender(<Strip visits={[]} slots={slots} choose={vi.fn()} loading={false} places={null} only={null} />);
  expect(shown()).toContain('0');
});

it('filters by a press, and shows all again by another', async () => {
  const choose = vi.fn();
  const { rerender } = render(
    <Strip {...{ visits, slots, choose }} loading={false} places={null} only={null} />,
  );
  const late = () => screen.getByRole('button', { name: `1 ${stripWords.late}` });
  fireEvent.click(late());
  // Seen at once, before the board is drawn again.
  expect(late().getAttribute('aria-pressed')).toBe('true');
  await vi.waitFor(() => expect(choose).toHaveBeenCalledWith('late'), { timeout: limit(5_000) });
  rerender(<Strip {...{ visits, slots, choose }} loading={false} places={null} only="late" />);
  fireEvent.click(late());
  await vi.waitFor(() => expect(choose).toHaveBeenLastCalledWith(null), { timeout: limit(5_000) });
});
