// @vitest-environment happy-dom
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Live, LiveProvider } from '../../../app/data/live.ts';
import type { WallBoard } from '../../../app/wall/use-wall-part.ts';
import { Wall } from '../../../app/wall/wall.tsx';
import { wallWords } from '../../../app/words/board/wall-words.ts';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import { instantOf } from '../../../machines/calendar/slots.ts';

// What only time does to a wall: its turns, midnight, and a server that does not answer.

const day = '2026-03-02';
const boardOf = (operation: string, name: string): WallBoard => ({
  ...{ operation, name, version: 4, zones: [] },
  slots: [{ id: 5, operation, name: '8 a 10', fromHour: 8, toHour: 10, enabled: true } as Slot],
});
const boards = [boardOf('114', 'Norte'), boardOf('127', 'Sur')];

let asked: string[];
let answers: boolean;

beforeEach(() => {
  asked = [];
  answers = true;
  vi.useFakeTimers();
  vi.setSystemTime(new Date(instantOf(day, 24).getTime() - 30_000));
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (!answers) throw new TypeError('Failed to fetch');
    return Response.json({ version: 4, rows: [] });
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Second by second: what a timer changes may set the next one. */
async function pass(seconds: number) {
  for (let second = 0; second < seconds; second++) await act(() => vi.advanceTimersByTimeAsync(1_000));
}
const days = () => asked.splice(0).map((address) => address.slice('/board/day?operation='.length));

async function show(seconds = 20) {
  const session = { ended: false, ask: vi.fn(async () => true) };
  const live = new Live(Date.now());
  const Screen = createRemixStub([
    {
      path: '/',
      loader: () => null,
      Component: () => (
        <LiveProvider value={live}>
          <Wall
            {...{ boards, seconds, session }}
            technicians={{}}
            light={false}
            home="/jefetec"
            signIn="/login"
            drawnAt={Date.now()}
          />
        </LiveProvider>
      ),
    },
  ]);
  render(<Screen />);
  await pass(1);
  return { session, live };
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent;

it('turns to the next operation after its seconds, and reads the days of all only once', async () => {
  await show();
  expect(days()).toEqual([`114&day=${day}`, `127&day=${day}`]);
  expect(title()).toBe('Norte');
  await pass(18);
  expect(title()).toBe('Norte');
  await pass(2);
  expect(title()).toBe('Sur');
  expect(days()).toEqual([]);
});

it('turns to the new day at midnight by itself, and reads names and slots again', async () => {
  const { session } = await show(600);
  days();
  expect(screen.getByText('lunes 2 de marzo')).toBeTruthy();
  expect(screen.getByText('23:59')).toBeTruthy();
  await pass(31);
  expect(screen.getByText('martes 3 de marzo')).toBeTruthy();
  expect(screen.getByText('00:00')).toBeTruthy();
  expect(days()).toEqual(['114&day=2026-03-03', '127&day=2026-03-03']);
  await pass(60);
  expect(session.ask).toHaveBeenCalled();
});

it('reads a day again until the server answers', async () => {
  answers = false;
  await show(600);
  expect(screen.getByText(wallWords.failed)).toBeTruthy();
  await pass(60);
  expect(days().length).toBeGreaterThan(6);
  answers = true;
  await pass(15);
  expect(screen.queryByText(wallWords.failed)).toBeNull();
  expect(screen.getByText(wallWords.noVisits)).toBeTruthy();
});

it('stands a little aside each minute', async () => {
  await show(600);
  const place = () => document.querySelector<HTMLElement>('[style*="--x"]')!.getAttribute('style');
  const places = new Set([place()]);
  for (let minute = 0; minute < 12; minute++) {
    await pass(60);
    places.add(place());
  }
  expect(places.size).toBeGreaterThan(10);
});
