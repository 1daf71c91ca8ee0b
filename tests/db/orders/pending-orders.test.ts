import { expect, it } from 'vitest';
import {
  listOrderCards,
  listPendingOrders,
  pendingLimit,
  priorityPage,
} from '../../../db/reads/orders/pending-orders.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addClient, addOperation, addOrder, addSlot, addVisit } from '../../support/record/fixtures.ts';

// The priority suggestions: a sum that a dispatcher can check (S1 §2, §3 'Order in list').

const record = openRecord();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000);

async function place() {
  const { sql } = record();
  const operation = await addOperation(sql);
  const clientId = await addClient(sql, operation);
  const slotId = await addSlot(sql, operation);
  const [symptom] = await sql`insert into symptoms (text) values ('Sin internet') returning id`;
  const symptomId = symptom!.id as number;
  await sql`insert into priorities (operation, symptom_id, priority) values (${operation}, ${symptomId}, 60)`;
  const order = (columns: object) => addOrder(sql, clientId, { createdAt: daysAgo(0), ...columns });
  const list = (more: Partial<Parameters<typeof listPendingOrders>[1]> = {}) =>
    listPendingOrders(record(), {
      operation,
      mode: 'priority',
      zoneId: null,
      showContractors: false,
      unscheduledOnly: false,
      orderType: null,
      offset: 0,
      ...more,
    });
  return { operation, clientId, slotId, symptomId, order, list };
}

it('ranks by priority, repeated failures, age and lack of a visit, and says the sum on the card', async () => {
  const at = await place();
  const old = await at.order({ createdAt: daysAgo(90) });
  const failing = await at.order({ repeatingFailures: 3, createdAt: daysAgo(2) });
  const urgent = await at.order({ symptomId: at.symptomId });
  const visited = await at.order({ symptomId: at.symptomId });
  await addVisit(record().sql, { ...at, technicianId: null, orderNumber: visited });
  const { orders } = await at.list();
  expect(
    orders.map(({ number, score, scoreParts }) => [number, `${score}: ${scoreParts.join(' · ')}`]),
  ).toEqual([
    [old, '100: prioridad 0 · 30 días +60 · sin visita +40'],
    [urgent, '100: prioridad 60 · sin visita +40'],
    [failing, '89: prioridad 0 · 3 fallas repetidas +45 · 2 días +4 · sin visita +40'],
    [visited, '60: prioridad 60'],
  ]);
  // What stands in the line is what it was ranked by, and a card that changes live says the same.
  for (const { score, scoreParts } of orders) {
    const points = scoreParts.map((part) => Number(/(?:prioridad |\+)(\d+)/.exec(part)![1]));
    expect(points.reduce((sum, part) => sum + part, 0)).toBe(score);
  }
  const cards = await listOrderCards(record(), [old, failing, urgent, visited]);
  for (const card of cards) expect(card).toEqual(orders.find(({ number }) => number === card.number));
});

it.each(['pending', 'priority'] as const)(
  'lists, as %s, those that wait for a visit before those that have one open',
  async (mode) => {
    const at = await place();
    const urgent = await at.order({ symptomId: at.symptomId, createdAt: daysAgo(20) });
    const concluded = await at.order({ createdAt: daysAgo(10) });
    const waiting = await at.order({ createdAt: daysAgo(5) });
    const visit = (orderNumber: string, columns: Record<string, unknown> = {}) =>
      addVisit(record().sql, { ...at, technicianId: null, orderNumber }, columns);
    await visit(urgent);
    await visit(concluded, { finished: true, closedAt: new Date(), statusId: 10 });
    const { orders } = await at.list({ mode });
    const rest = mode === 'pending' ? [concluded, waiting] : [waiting, concluded];
    expect(orders.map(({ number }) => number)).toEqual([...rest, urgent]);
  },
);

it('is paged by the number received, without a gap or a repeat', async () => {
  const at = await place();
  const size = priorityPage + 7;
  for (let i = 0; i < size; i++) await at.order({ repeatingFailures: i % 4 });
  const first = await at.list();
  expect([first.orders.length, first.total]).toEqual([priorityPage, size]);
  const second = await at.list({ offset: first.orders.length });
  expect([second.orders.length, second.total]).toEqual([7, size]);
  const numbers = [...first.orders, ...second.orders].map(({ number }) => number);
  expect(new Set(numbers).size).toBe(size);
  expect((await at.list({ offset: size })).orders).toEqual([]);
});

it('names the visit by which an order is found in the calendar: the open one, else the latest', async () => {
  const at = await place();
  const number = await at.order({});
  const visit = (columns: Record<string, unknown>) =>
    addVisit(record().sql, { ...at, technicianId: null, orderNumber: number }, columns);
  expect((await at.list()).orders[0]).toMatchObject({ visitId: null, visitDay: null, visitState: 'none' });
  const open = await visit({ day: '2031-01-02' });
  await visit({ day: '2031-01-05', cancelled: true, closedAt: new Date(), statusId: 30 });
  expect((await at.list()).orders[0]).toMatchObject({
    visitId: open,
    visitDay: '2031-01-02',
    visitState: 'wip',
  });
});

it('gives the pending list in one piece, and of more than 10,000 the oldest, with how many there are', async () => {
  const at = await place();
  const oldest = await at.order({ createdAt: daysAgo(900) });
  await record().sql`
    insert into orders (number, operation, type, client_id, created_at)
    select ${at.operation} || lpad((5000000 + n)::text, 8, '0'), ${at.operation}, 1, ${at.clientId}, now() - make_interval(mins => n)
    from generate_series(1, ${pendingLimit + 2}) n`;
  const { orders, total } = await at.list({ mode: 'pending' });
  expect([orders.length, total]).toEqual([10_000, 10_003]);
  expect(orders[0]!.number).toBe(oldest);
  expect(orders.at(-1)!.number).toBe(`${at.operation}05000004`);
});
