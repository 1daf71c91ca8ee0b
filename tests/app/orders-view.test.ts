import { afterEach, describe, expect, it, vi } from 'vitest';
import { quantity } from '../../app/closing/items-field.tsx';
import { OrdersView } from '../../app/data/orders-view.ts';
import type { Changes } from '../../db/feed/changes.ts';
import type { OrderCard } from '../../db/reads/orders/pending-orders.ts';
import { limit } from '../gate/limits.mjs';

const card = (part: Partial<OrderCard>): OrderCard =>
  ({
    number: '10100000001',
    open: true,
    zoneId: 1,
    type: 1,
    contractor: false,
    visitState: 'none',
    score: 0,
    createdAt: '2026-01-01',
    ...part,
  }) as OrderCard;
const changed = (...orders: OrderCard[]): Changes => ({
  operation: '101',
  after: 1,
  to: 2,
  events: [],
  visits: [],
  orders,
});

async function list(query: Partial<OrdersView['query']>, orders: OrderCard[], total = orders.length) {
  vi.stubGlobal('fetch', async () => Response.json({ ok: true, version: 1, orders, total }));
  const store = new OrdersView({
    operation: '101',
    mode: 'pending',
    zone: null,
    contractors: false,
    unscheduledOnly: false,
    type: null,
    ...query,
  });
  await store.load(0);
  return store;
}
const numbers = (store: OrdersView) => store.snapshot().orders.map(({ number }) => number);

afterEach(() => vi.unstubAllGlobals());

describe('the list of orders', () => {
  it('drops an order that was fulfilled, and counts it out', async () => {
    const store = await list({}, [card({ number: 'a' }), card({ number: 'b' })]);
    store.apply(changed(card({ number: 'a', open: false })));
    expect(numbers(store)).toEqual(['b']);
    expect(store.snapshot().total).toBe(1);
  });

  it('colours an order that got its visit, and drops it where only those without one are asked for', async () => {
    const all = await list({}, [card({ number: 'a' })]);
    all.apply(changed(card({ number: 'a', visitState: 'wip' })));
    expect(all.snapshot().orders[0]!.visitState).toBe('wip');
    const free = await list({ unscheduledOnly: true }, [card({ number: 'a' })]);
    free.apply(changed(card({ number: 'a', visitState: 'wip' })));
    expect(numbers(free)).toEqual([]);
  });

  it('takes in a new order at its place, if it belongs to what is filtered', async () => {
    const store = await list({ zone: 1 }, [
      card({ number: 'a', createdAt: '2026-01-01' as never }),
      card({ number: 'c', createdAt: '2026-01-03' as never }),
    ]);
    store.apply(
      changed(card({ number: 'b', createdAt: '2026-01-02' as never }), card({ number: 'z', zoneId: 2 })),
    );
    expect(numbers(store)).toEqual(['a', 'b', 'c']);
  });

  it('counts a new order beyond its last page, and not again one that changed there', async () => {
    const store = await list({ mode: 'priority' }, [card({ number: 'a', score: 90 })], 80);
    const beyond = changed(card({ number: 'z', score: 10 }));
    store.apply(beyond);
    expect(store.snapshot().total).toBe(80);
    const news = { version: 2, name: 'order.received' as const, visitId: null, order: 'z', key: null };
    store.apply({ ...beyond, events: [news] });
    expect(store.snapshot().total).toBe(81);
    expect(numbers(store)).toEqual(['a']);
  });

  it('ranks a suggestion by its score', async () => {
    const store = await list({ mode: 'priority' }, [
      card({ number: 'a', score: 90 }),
      card({ number: 'b', score: 50 }),
    ]);
    store.apply(changed(card({ number: 'c', score: 70 })));
    expect(numbers(store)).toEqual(['a', 'c', 'b']);
  });

  it('keeps an order that got its visit where it is, and brings up one that lost it', async () => {
    const [a, b, c, d] = ['01', '02', '03', '04'].map((day) =>
      card({ number: day, createdAt: `2026-01-${day}` as never }),
    ) as [OrderCard, OrderCard, OrderCard, OrderCard];
    const store = await list({}, [a, c, { ...b, visitState: 'wip' }, { ...d, visitState: 'wip' }]);
    store.apply(changed({ ...a, visitState: 'wip' }));
    expect(numbers(store)).toEqual(['01', '03', '02', '04']);
    store.apply(changed(d));
    expect(numbers(store)).toEqual(['01', '03', '04', '02']);
    expect(store.snapshot().total).toBe(4);
  });

  it.each([{ priorities: true as const }, { zones: [] }])(
    'is asked for again when %o says that all of it may have another rank or zone',
    async (part) => {
      const store = await list({}, [card({ number: 'a' })]);
      vi.stubGlobal('fetch', async () =>
        Response.json({ ok: true, version: 2, orders: [card({ number: 'b' })], total: 1 }),
      );
      store.apply({ ...changed(), ...part });
      await vi.waitFor(() => expect(numbers(store)).toEqual(['b']), { timeout: limit(5_000) });
    },
  );

  it('shows the first orders that the document brought until it has been read, and fails where it cannot be', async () => {
    const query: OrdersView['query'] = {
      ...{ operation: '101', mode: 'pending', zone: null },
      ...{ contractors: false, unscheduledOnly: false, type: null },
    };
    const sent = { query, text: JSON.stringify([card({ number: 'a' })]), total: 2 };
    const store = new OrdersView(query, sent);
    expect(store.snapshot()).toMatchObject({ status: 'begun', total: 2, version: null });
    store.apply(changed(card({ number: 'a', open: false })));
    expect(numbers(store)).toEqual(['a']);
    vi.stubGlobal('fetch', async () => Response.json({ diagnostic: 'x' }, { status: 503 }));
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    await store.load(0);
    expect(store.snapshot().status).toBe('failed');
    vi.stubGlobal('fetch', async () =>
      Response.json({ ok: true, version: 4, orders: [card({ number: 'b' })], total: 1 }),
    );
    await store.load(0);
    expect(store.snapshot()).toMatchObject({ status: 'ready', total: 1, version: 4 });
    expect(numbers(store)).toEqual(['b']);
  });

  it('shows the diagnostic of a refusal', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ ok: false, text: 'No tenés asignada esa operación.' }, { status: 403 }),
    );
    const store = new OrdersView({
      operation: '999',
      mode: 'pending',
      zone: null,
      contractors: false,
      unscheduledOnly: false,
      type: null,
    });
    await store.load(0);
    expect(store.snapshot()).toMatchObject({
      status: 'failed',
      diagnostic: 'No tenés asignada esa operación.',
    });
  });
});

describe('a quantity as it is typed', () => {
  it.each([
    ['007', '7'],
    [' 12 ', '12'],
    ['', ''],
    ['-3', '-3'],
    ['1.5', '1.5'],
    ['1,5', '1,5'],
    ['1 000', '1 000'],
    ['12345678', '12345678'],
    ['abc', 'abc'],
  ])('%s becomes %s, and is never another number', (typed, kept) => {
    expect(quantity(typed)).toBe(kept);
  });
});
