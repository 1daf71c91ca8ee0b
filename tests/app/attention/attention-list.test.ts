import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AttentionList, type Item } from '../../../app/attention/attention-list.ts';
import { instantOf } from '../../../machines/calendar/slots.ts';

// What the list of 'Necesita atención' holds, and when it asks: at first, at the moments that it knows of, and never between.

const day = '2026-03-05';
const item = (id: number, more: Partial<Item> = {}): Item =>
  ({
    key: `unassigned.${id}`,
    reason: 'unassigned',
    at: instantOf(day, 9).toISOString(),
    event: null,
    sourceId: id,
    movedFrom: null,
    message: null,
    visit: { id, operation: '101', day },
    ...more,
  }) as Item;

/** The connection, as far as the list uses it. */
class Socket extends EventEmitter {
  connected = true;
  behind = false;
  attended: unknown[] = [];
  override emit(name: string, about?: unknown, answer?: (attended: object) => void): boolean {
    if (name !== 'attend') return super.emit(name, about);
    this.attended.push(about);
    answer?.({ behind: this.behind });
    return true;
  }
}

let asked = 0;
let refused = false;
let record: { items: Item[]; later: { at: string; visits: number[] }[]; version: number };
let list: AttentionList;
let close: () => void;
let socket: Socket;

beforeEach(async () => {
  vi.useFakeTimers({ now: instantOf(day, 6) });
  asked = 0;
  record = { items: [item(1)], later: [{ at: instantOf(day, 8).toISOString(), visits: [2] }], version: 10 };
  refused = false;
  vi.stubGlobal('fetch', async () => {
    asked++;
    if (refused) return Response.json({ ok: false }, { status: 403 });
    const { items, later, version } = record;
    return Response.json({ ok: true, now: new Date(), versions: { '101': version }, items, later });
  });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  list = new AttentionList();
  close = list.open();
  socket = new Socket();
  list.connected(socket as never);
  await vi.advanceTimersByTimeAsync(1);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const keys = () => list.snapshot().items.map(({ key }) => key);
const news = (to: number, visits: number[] | null, items: Item[] = [], later: typeof record.later = []) =>
  socket.emit('attention', { operation: '101', to, visits, items, later });

it('asks once, and again at the next moment that it knows of', async () => {
  expect(list.snapshot().status).toBe('shown');
  expect(socket.attended).toEqual([{ versions: { '101': 10 } }]);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000 - 60_000);
  expect(asked).toBe(1);
  record = { items: [item(1), item(2)], later: [], version: 10 };
  await vi.advanceTimersByTimeAsync(70_000);
  expect(asked).toBe(2);
  expect(keys()).toEqual(['unassigned.1', 'unassigned.2']);
  // Nothing more today; the new day begins with a reading.
  await vi.advanceTimersByTimeAsync(15 * 3_600_000);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(asked).toBe(3);
});

it('follows what is sent, without a question: what came, what ended, and what no longer begins', async () => {
  news(11, [3], [item(3)]);
  expect(keys()).toEqual(['unassigned.1', 'unassigned.3']);
  news(12, [1]);
  expect(keys()).toEqual(['unassigned.3']);
  news(13, [2]);
  await vi.advanceTimersByTimeAsync(3 * 3_600_000);
  expect(keys()).toEqual(['unassigned.3']);
  expect(asked).toBe(1);
});

it('never shows older data over newer, and reads again where too much happened', async () => {
  news(9, [1]);
  news(10, [1]);
  expect(keys()).toEqual(['unassigned.1']);
  record.items = [];
  record.version = 40;
  news(40, null);
  await vi.advanceTimersByTimeAsync(10);
  expect(keys()).toEqual([]);
  expect(asked).toBe(2);
});

it('after a reconnection asks only where something happened', async () => {
  list.connected(socket as never);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toBe(1);
  socket.behind = true;
  list.connected(socket as never);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked).toBe(2);
});

it('drops a moved visit with the one that follows it, and an operation that was taken from the user', () => {
  const moved = item(7, { key: 'moved.5.11', reason: 'moved', sourceId: 5, event: 11 });
  news(11, [7], [moved]);
  expect(keys()).toContain('moved.5.11');
  news(12, [5]);
  expect(keys()).toEqual(['unassigned.1']);
  socket.emit('left', { operation: '101' });
  expect(keys()).toEqual([]);
});

it('that is refused, as without the permission, is not asked again by itself, and one that fails less and less often', async () => {
  refused = true;
  list.retry();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked).toBe(2);
  expect(list.snapshot()).toEqual({ status: 'failed', items: [] });
  refused = false;
  list.retry();
  await vi.advanceTimersByTimeAsync(1);
  expect(asked).toBe(3);
  vi.stubGlobal('fetch', async () => {
    asked++;
    return new Response('', { status: 503 });
  });
  list.retry();
  await vi.advanceTimersByTimeAsync(155_000);
  expect(asked).toBe(9);
  expect(keys()).toEqual(['unassigned.1']);
});
