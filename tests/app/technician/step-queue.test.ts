// @vitest-environment happy-dom

import { Blob as StoredBlob } from 'node:buffer';
import { limit } from '../../gate/limits.mjs';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../app/offline/database.ts';
import { noteServerTime, serverNow } from '../../../app/offline/server-clock.ts';
import { isPending, StepQueue } from '../../../app/offline/step-queue.ts';
import { deleteStep, listSteps, putStep } from '../../../app/offline/step-store.ts';

// What a technician presses without a signal: kept, sent in order, once, and never dropped (contract §8 'real time').

type Sent = { command: string; key: string; input: Record<string, unknown> };
let sent: Sent[];
/** What the server answers, by visit and in order; without one, the network is down. */
let answers: Map<number, (() => Response | Promise<Response>)[]>;
const queues: StepQueue[] = [];
const closes: (() => void)[] = [];

const ok = () => Response.json({ ok: true, data: {} });
const refused =
  (code: string, text: string, status = 409) =>
  () =>
    Response.json({ ok: false, status, code, text, fields: {} }, { status });
const answer = (visitId: number, ...given: (() => Response | Promise<Response>)[]) =>
  answers.set(visitId, [...(answers.get(visitId) ?? []), ...given]);

beforeEach(async () => {
  sent = [];
  answers = new Map();
  localStorage.clear();
  noteServerTime(new Date().toUTCString());
  for (const user of [1, 2]) for (const step of await listSteps(user)) await deleteStep(step);
  vi.stubGlobal('fetch', async (path: string, request: RequestInit = {}) => {
    if (path === '/healthz') return new Response('ok');
    const input = JSON.parse(String(request.body)) as Record<string, unknown>;
    const next = answers.get(input.visit_id as number)?.shift();
    if (!next) throw new TypeError('Failed to fetch');
    sent.push({
      command: path.slice(4),
      key: (request.headers as Record<string, string>)['idempotency-key']!,
      input,
    });
    return next();
  });
});
afterEach(() => {
  for (const close of closes.splice(0)) close();
  vi.unstubAllGlobals();
});

/** The queue of a page that was just opened. */
async function open(userId = 1): Promise<StepQueue> {
  const queue = new StepQueue(userId);
  queues.push(queue);
  closes.push(queue.open());
  await vi.waitFor(async () => expect(queue.snapshot()).toHaveLength((await listSteps(userId)).length), {
    timeout: limit(5_000),
  });
  return queue;
}
const press = (queue: StepQueue, visitId: number, step: 'take' | 'onTheWay' | 'release' = 'take') =>
  queue.add({
    visitId,
    orderNumber: `${visitId}`,
    step,
    input: step === 'release' ? { notes: 'no llego' } : {},
  });
const states = (queue: StepQueue) =>
  queue.snapshot().map(({ visitId, step, state }) => `${visitId} ${step} ${state}`);

describe('without a signal', () => {
  it('steps wait in the order of the presses, and are sent in it with their own keys and moments', async () => {
    const queue = await open();
    await press(queue, 1);
    await press(queue, 1, 'onTheWay');
    await press(queue, 2);
    expect(states(queue)).toEqual(['1 take waiting', '1 onTheWay waiting', '2 take waiting']);
    const kept = await listSteps(1);

    answer(1, ok, ok);
    answer(2, ok);
    await queue.drain();
    expect(sent.map(({ command, key, input }) => [command, key, input.happened_at])).toEqual([
      ['takeVisit', kept[0]!.key, kept[0]!.happenedAt],
      ['setOnTheWay', kept[1]!.key, kept[1]!.happenedAt],
      ['takeVisit', kept[2]!.key, kept[2]!.happenedAt],
    ]);
    expect(await listSteps(1)).toEqual([]);
  });

  it('a step is pending from its first try without an answer until it is answered, as are those behind it', async () => {
    const queue = await open();
    const pending: string[] = [];
    queue.subscribe(() => {
      const now = queue
        .snapshot()
        .filter(isPending)
        .map(({ visitId }) => visitId)
        .join();
      if (now !== pending.at(-1)) pending.push(now);
    });
    answer(1, ok);
    await press(queue, 1);
    expect(pending).toEqual(['']);
    await press(queue, 2);
    await press(queue, 3);
    expect(pending).toEqual(['', '2', '2,3']);
    answer(2, ok);
    answer(3, ok);
    await queue.drain();
    expect(pending).toEqual(['', '2', '2,3', '3', '']);
  });

  it('a restart loses nothing, and sends with the same key what may have arrived', async () => {
    const before = await open();
    let arrived: string | undefined;
    // It arrives, and the phone is gone before the answer.
    answer(1, async () => {
      arrived = sent.at(-1)!.key;
      throw new TypeError('Failed to fetch');
    });
    await press(before, 1);
    await press(before, 2);
    for (const close of closes.splice(0)) close();

    answer(1, ok);
    answer(2, ok);
    const after = await open();
    await after.drain();
    expect(sent.slice(1).map(({ key }) => key)).toContain(arrived);
    expect(await listSteps(1)).toEqual([]);
  });

  it('belongs to who pressed: the next user of the phone neither sees nor sends it', async () => {
    await press(await open(1), 1);
    answer(1, ok);
    const other = await open(2);
    await other.drain();
    expect([other.snapshot(), sent]).toEqual([[], []]);
    await (await open(1)).drain();
    expect(sent).toHaveLength(1);
  });

  it('waits on while the server fails, is busy, or the session has ended', async () => {
    vi.stubGlobal('location', { assign: vi.fn() });
    const queue = await open();
    answer(
      1,
      refused('unavailable', '', 503),
      refused('too-much-work', '', 429),
      refused('lives-elsewhere', '', 421),
      refused('no-session', '', 401),
      ok,
    );
    await press(queue, 1);
    for (let tries = 1; tries < 5; tries++) {
      expect(states(queue)).toEqual(['1 take waiting']);
      await queue.drain();
    }
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(await listSteps(1)).toEqual([]);
  });
});

describe('a refusal', () => {
  const taken = refused('already-taken', 'La visita ya fue tomada.');

  it('holds what depends on it, lets the others go, and stays until it is decided', async () => {
    const queue = await open();
    await press(queue, 1);
    await press(queue, 1, 'onTheWay');
    await press(queue, 2);
    answer(1, taken);
    answer(2, ok);
    await queue.drain();
    expect(sent.map(({ input }) => input.visit_id)).toEqual([1, 2]);
    await vi.waitFor(() => expect(states(queue)).toEqual(['1 take refused', '1 onTheWay held']), {
      timeout: limit(5_000),
    });
    expect(queue.snapshot()[0]!.refusal).toEqual({ code: 'already-taken', text: 'La visita ya fue tomada.' });

    const restarted = await open();
    expect(states(restarted)).toEqual(['1 take refused', '1 onTheWay held']);
    answer(1, ok, ok);
    await restarted.retry(restarted.snapshot()[0]!.id);
    expect(sent.slice(2).map(({ command }) => command)).toEqual(['takeVisit', 'setOnTheWay']);
    expect(await listSteps(1)).toEqual([]);
  });

  it('that is discarded takes what depended on it along, and sends none of it', async () => {
    const queue = await open();
    await press(queue, 1);
    await press(queue, 1, 'onTheWay');
    answer(1, taken);
    await queue.drain();
    const [first] = queue.snapshot();
    expect(queue.heldBy(first!.id)).toHaveLength(1);
    await queue.discard(first!.id);
    expect([queue.snapshot(), await listSteps(1), sent.length]).toEqual([[], [], 1]);
  });
});

describe('a device', () => {
  it('whose clock is wrong reports the server’s time', async () => {
    const minutes = 10 * 60_000;
    noteServerTime(new Date(Date.now() - minutes).toUTCString());
    expect(Math.abs(serverNow().getTime() - (Date.now() - minutes))).toBeLessThan(2_000);
    const queue = await open();
    await press(queue, 1);
    const at = Date.parse(queue.snapshot()[0]!.happenedAt);
    expect(Math.abs(at - (Date.now() - minutes))).toBeLessThan(5_000);
  });

  it('that learns from the refusal that its clock is ahead sends it again as of now', async () => {
    const ahead = 10 * 60_000;
    const serverDate = () => new Date(Date.now() - ahead).toUTCString();
    answer(
      1,
      () =>
        Response.json(
          { ok: false, status: 422, code: 'happened-ahead', text: '', fields: {} },
          { status: 422, headers: { date: serverDate() } },
        ),
      ok,
    );
    const queue = await open();
    await press(queue, 1);
    expect(sent).toHaveLength(2);
    expect(Math.abs(Date.parse(String(sent[1]!.input.happened_at)) - (Date.now() - ahead))).toBeLessThan(
      5_000,
    );
  });

  it('that has no room keeps the step while the page is open, and says so', async () => {
    const queue = await open();
    const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await press(queue, 1);
    expect(queue.snapshot()).toMatchObject([{ visitId: 1, state: 'waiting', unsaved: true }]);
    expect(warned).toHaveBeenCalled();
    add.mockRestore();
    answer(1, ok);
    await queue.drain();
    expect(sent).toHaveLength(1);
  });

  // In a private session of WebKit a transaction with a Blob neither succeeds nor fails.
  const never = () => new Promise(() => {}) as never;
  const photo = new Blob(['a photo'], { type: 'image/jpeg' });

  it('whose database does not answer a press sends it all the same, with its photo, and says that it is not kept', async () => {
    const queue = await open();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const spies = (['add', 'put'] as const).map((name) =>
      vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(never),
    );
    const begun = Date.now();
    await press(queue, 1);
    expect(queue.snapshot()).toMatchObject([{ visitId: 1, state: 'waiting', unsaved: true }]);
    expect(queue.snapshot()[0]!.noRoom).toBeUndefined();
    expect(Date.now() - begun).toBeLessThan(limit(5_000));
    await queue.add({ visitId: 2, orderNumber: '2', step: 'photo', input: { upload: 'x' } }, {}, photo);
    // The second press does not wait as long.
    expect(Date.now() - begun).toBeLessThan(limit(6_000));
    expect(await (await queue.photoOf(queue.snapshot()[1]!))?.text()).toBe('a photo');
    answer(1, ok);
    await queue.drain();
    expect(sent).toHaveLength(1);
    for (const spy of spies) spy.mockRestore();
    warned.mockRestore();
  });

  it('whose database does not answer what it holds goes on with what the page knows', async () => {
    const queue = await open();
    await press(queue, 1);
    const reading = vi.spyOn(IDBIndex.prototype, 'getAll').mockImplementation(never);
    answer(1, ok);
    answer(2, ok);
    await press(queue, 2);
    expect(sent.map(({ input }) => input.visit_id)).toEqual([1, 2]);
    reading.mockRestore();
    await queue.drain();
    expect(await listSteps(1)).toEqual([]);
  });

  it('that keeps a press after it was sent from memory sends it once', async () => {
    const queue = await open();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { add } = IDBObjectStore.prototype;
    const late: (() => void)[] = [];
    const adding = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      const store = this.name;
      return new Promise((done, fail) => {
        late.push(() => {
          const opening = indexedDB.open('agenda');
          opening.onsuccess = () => {
            const request = add.apply(
              opening.result.transaction(store, 'readwrite').objectStore(store),
              given,
            );
            request.onsuccess = () => {
              opening.result.close();
              done(request.result);
            };
            request.onerror = fail;
          };
        });
      }) as never;
    });
    answer(1, ok);
    await press(queue, 1);
    expect(sent).toHaveLength(1);
    for (const finish of late) finish();
    await vi.waitFor(() => expect(adding.mock.results).toHaveLength(1), { timeout: limit(5_000) });
    await vi.waitFor(async () => expect(await listSteps(1)).toEqual([]), { timeout: limit(5_000) });
    await queue.drain();
    expect(sent).toHaveLength(1);
    adding.mockRestore();
    warned.mockRestore();
  });

  it('asks the browser once not to delete what is kept, with the first step that is', async () => {
    const persist = vi.fn(async () => false);
    vi.stubGlobal('navigator', { ...navigator, storage: { persist, persisted: async () => false } });
    const queue = await open();
    expect(persist).not.toHaveBeenCalled();
    await press(queue, 1);
    await press(queue, 2);
    await vi.waitFor(() => expect(persist).toHaveBeenCalledTimes(1), { timeout: limit(5_000) });
    const another = await open();
    await press(another, 3);
    expect(persist).toHaveBeenCalledTimes(1);
  });

  it('keeps a photo as bytes, and reads one that an earlier version kept as a Blob', async () => {
    const queue = await open();
    await queue.add({ visitId: 1, orderNumber: '1', step: 'photo', input: { upload: 'x' } }, {}, photo);
    const db = await openDatabase();
    expect(await db.get('photos', 'x')).toMatchObject({ type: 'image/jpeg', bytes: expect.any(ArrayBuffer) });
    const read = (await queue.photoOf(queue.snapshot()[0]!))!;
    expect([read.type, await read.text()]).toEqual(['image/jpeg', 'a photo']);
    await db.put('photos', { upload: 'x', photo: new StoredBlob(['an earlier one']) as Blob });
    expect(await (await queue.photoOf(queue.snapshot()[0]!))!.text()).toBe('an earlier one');
  });

  it('whose photo a service worker of before took for lost sends it from the next page', async () => {
    const before = await open();
    await before.add({ visitId: 1, orderNumber: '1', step: 'photo', input: { upload: 'x' } }, {}, photo);
    for (const close of closes.splice(0)) close();
    const [kept] = await listSteps(1);
    await putStep({ ...kept!, refusal: { code: 'photo-lost', text: 'La foto ya no está.' } });
    const after = await open();
    expect(states(after)).toEqual(['1 photo waiting']);
  });

  it('whose database does not give a photo keeps it waiting, and does not say that it is lost', async () => {
    const queue = await open();
    const reading = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(never);
    await queue.add({ visitId: 1, orderNumber: '1', step: 'photo', input: { upload: 'x' } }, {}, photo);
    expect(states(queue)).toEqual(['1 photo waiting']);
    reading.mockRestore();
  });
});
