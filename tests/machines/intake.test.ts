import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ClientFacts,
  differences,
  isProblem,
  mergeClient,
  mergeOrder,
  type OrderFacts,
  type OrderRow,
  type RowProblem,
  showsOnCard,
} from '../../machines/order/intake.ts';

const now = new Date('2026-03-05T12:00:00Z');
const number = '11400000001';
const received = (more: Partial<OrderRow> = {}): OrderFacts =>
  must(mergeOrder(undefined, { number, type: 1, clientId: '11400000007', ...more }, now));
function must<Merged extends object>(merged: Merged): Exclude<Merged, RowProblem> {
  if (isProblem(merged)) throw new Error(merged.message);
  return merged as Exclude<Merged, RowProblem>;
}

const anyRow: fc.Arbitrary<OrderRow> = fc.record(
  {
    number: fc.constant(number),
    type: fc.constantFrom(1, 2),
    statusId: fc.integer({ min: 0, max: 6 }),
    node: fc.constantFrom(null, 'N1', 'N2'),
    symptom: fc.constantFrom(null, 3, 'Sin señal'),
    detail: fc.constantFrom('', 'a', 'b'),
    contractor: fc.boolean(),
    repairCode: fc.constantFrom(null, 'R1'),
    closedAt: fc.constantFrom(new Date('2026-03-06T00:00:00Z'), new Date('2026-04-01T00:00:00Z')),
    services: fc.constantFrom([], [{ quantity: 1, name: 'TV' }]),
    related: fc.constantFrom([], ['11400000002']),
    reopen: fc.boolean(),
  },
  { requiredKeys: ['number'] },
);

describe('an order after a row', () => {
  it('is the same when the row comes again, whatever it says and whenever it comes', () => {
    fc.assert(
      fc.property(anyRow, anyRow, fc.boolean(), (first, second, fulfilledHere) => {
        const held = {
          ...received(),
          ...(fulfilledHere ? { statusId: 3, closedAt: now, fulfilledHere } : {}),
        };
        const before = mergeOrder(held, first, now);
        const once = mergeOrder(isProblem(before) ? held : before, second, now);
        if (isProblem(once)) return;
        const later = new Date('2027-01-01T00:00:00Z');
        expect(differences(once, must(mergeOrder(once, second, later)))).toBeNull();
      }),
    );
  });

  it('has a closing date exactly when it is closed', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 5 }), (rows) => {
        let order = received();
        for (const row of rows) {
          const after = mergeOrder(order, row, now);
          if (!isProblem(after)) order = after;
          expect(order.closedAt === null).toBe(order.statusId <= 2);
        }
      }),
    );
  });

  it('fulfilled here is opened by nothing but a row that says so', () => {
    const here = { ...received(), statusId: 3, closedAt: now, repairCode: 'R1', fulfilledHere: true };
    for (const statusId of [0, 1, 2])
      expect(mergeOrder(here, { number, statusId }, now)).toMatchObject({ field: 'status_id' });
    const echo = { number, statusId: 3, closedAt: new Date('2026-04-01T00:00:00Z'), repairCode: null };
    expect(mergeOrder(here, echo, now)).toEqual(here);
    expect(mergeOrder(here, { number, detail: 'x' }, now)).toMatchObject({ detail: 'x', statusId: 3 });
    expect(mergeOrder(here, { number, statusId: 4 }, now)).toMatchObject({
      closedAt: now,
      fulfilledHere: false,
    });
    expect(mergeOrder(here, { number, statusId: 1, reopen: true }, now)).toMatchObject({
      statusId: 1,
      closedAt: null,
      repairCode: null,
      fulfilledHere: false,
    });
  });

  it('is not created more than a day ahead, which a mistyped year is', () => {
    const created = (text: string) =>
      mergeOrder(undefined, { number, type: 1, clientId: '11400000007', createdAt: new Date(text) }, now);
    expect(created('2026-03-06T12:00:00Z')).toMatchObject({ createdAt: new Date('2026-03-06T12:00:00Z') });
    for (const text of ['2026-03-06T12:00:01Z', '2036-03-05T12:00:00Z'])
      expect(created(text)).toEqual({
        field: 'date_created',
        message: 'La fecha de creación está más de un día por delante de hoy.',
      });
    expect(mergeOrder(received(), { number, createdAt: new Date('2036-01-01') }, now)).toMatchObject({
      field: 'date_created',
    });
  });

  it('needs a type and a client only when it is new', () => {
    expect(mergeOrder(undefined, { number, clientId: '11400000007' }, now)).toMatchObject({
      field: 'ot_type',
    });
    expect(mergeOrder(undefined, { number, type: 1 }, now)).toMatchObject({ field: 'client_id' });
    expect(mergeOrder(received(), { number }, now)).toEqual(received());
  });
});

describe('a client after a row', () => {
  const eva = must(mergeClient(undefined, { id: '11400000007', name: 'Eva', address: 'Mitre 1' }));

  it('keeps what the row leaves out', () => {
    expect(mergeClient(eva, { id: eva.id, email: 'eva@x.example' })).toEqual({
      ...eva,
      email: 'eva@x.example',
    });
    expect(mergeClient(undefined, { id: eva.id })).toMatchObject({ field: 'name' });
  });

  it('loses its coordinates with its address, unless the row has new ones', () => {
    const placed = must(mergeClient(eva, { id: eva.id, lat: -33.9, lon: -60.6 }));
    expect(mergeClient(placed, { id: eva.id, email: 'eva@x.example' })).toMatchObject({ lat: -33.9 });
    expect(mergeClient(placed, { id: eva.id, address: 'Mitre 2' })).toMatchObject({ lat: null, lon: null });
    const moved = { id: eva.id, address: 'Mitre 2', lat: -33.8, lon: -60.5 };
    expect(mergeClient(placed, moved)).toMatchObject({ lat: -33.8, lon: -60.5 });
  });

  it('shows on the card of an order that has no address of its own', () => {
    const moved: ClientFacts = { ...eva, address: 'Mitre 2' };
    expect(showsOnCard(eva, moved, { address: '', location: '', lat: null })).toBe(true);
    expect(showsOnCard(eva, moved, { address: 'Alem 3', location: '', lat: 1 })).toBe(false);
    expect(showsOnCard(eva, { ...eva, email: 'x' }, { address: '', location: '', lat: null })).toBe(false);
    expect(showsOnCard(eva, { ...eva, name: 'Eva R.' }, { address: 'Alem 3', location: 'x', lat: 1 })).toBe(
      true,
    );
  });
});

describe('what an event remembers of a change', () => {
  it('is short: long texts and lists only by their names', () => {
    const before = received();
    const after = {
      ...before,
      statusId: 4,
      detail: 'x'.repeat(500),
      services: [{ quantity: 1, name: 'TV' }],
    };
    expect(differences(before, after)).toEqual({
      from: { statusId: 1 },
      to: { statusId: 4 },
      fields: ['statusId', 'detail', 'services'],
    });
    expect(differences(before, { ...before, services: [] })).toBeNull();
  });
});
