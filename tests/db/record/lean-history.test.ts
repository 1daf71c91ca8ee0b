import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDb } from '../../../db/connection/open.ts';
import type { Sql } from '../../../db/connection/sql.ts';
import { listPendingOrders } from '../../../db/reads/orders/pending-orders.ts';
import { readTechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { readWeek } from '../../../db/reads/visits/week.ts';
import { loadDemo } from '../../../db/seed/demo/load-demo.ts';
import { openForLoading } from '../../../db/seed/load.ts';
import { instantOf, mondayOf, today } from '../../../machines/calendar/slots.ts';
import { addLeanHistory } from '../../bench/lean-history.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { countOf, expectNone, expectRules, schemaOf } from '../../support/record/record-rules.ts';

// What `npm run bench:growth` measures is a record of its own: it has to be one that the product could have written.

const day = today(new Date());
const now = new Date(instantOf(day, 15).getTime() + 15 * 60_000);
const deadlineMs = 120_000;

describe('the lean record of the growth bench', () => {
  const own = ownDatabase();
  let db: Db;
  let asking: Sql;
  let codes: string[];
  let schema: unknown;
  /** The demo's last visit: what is of higher ids is lean. */
  let last: number;

  beforeAll(async () => {
    asking = openForLoading(own.url);
    await loadDemo(asking, now);
    schema = await schemaOf(asking);
    last = (await asking<{ id: number }[]>`select max(id) as id from visits`)[0]!.id;
    codes = await addLeanHistory(own.url, {
      operations: 2,
      visitsEach: 8_000,
      years: 0.25,
      now,
      log: () => {},
    });
    db = openDb(own.url, { reads: 2, transactions: 1 });
  }, deadlineMs);
  afterAll(async () => {
    await db.close();
    await asking.end();
  });

  const none = (query: string) => expectNone(asking, query);
  const count = (query: string) => countOf(asking, query);
  const lean = () => `operation in (${codes.map((code) => `'${code}'`).join(', ')})`;

  it('has the visits that were asked for, in the product’s own tables, months, indexes and constraints', async () => {
    expect(codes).toHaveLength(2);
    expect(await count(`visits where ${lean()} and id > ${last}`)).toBe(16_000);
    expect(await count('visits_default')).toBe(0);
    expect(await count('events_default')).toBe(0);
    expect(await schemaOf(asking)).toEqual(schema);
    expect(await count(`settled_months where first_id > ${last}`)).toBeGreaterThan(0);
    const [row] = await asking<{ fits: boolean }[]>`
      select nextval('visits_id_seq') > (select max(id) from visits) as fits`;
    expect(row!.fits).toBe(true);
  });

  it('keeps the rules that the commands keep', async () => {
    await expectRules(asking, now);
    await none(
      `select id from visits v where ${lean()} and not exists (select 1 from events e where e.visit_id = v.id and e.name = 'visit.created' and e.at = v.created_at)`,
    );
    await none(
      `select v.id from visits v join visits n on n.id = v.rescheduled_next where v.${lean()} and n.created_at <> v.closed_at`,
    );
    await none(
      `select v.id from visits v join orders o on o.number = v.order_number where v.finished and v.${lean()} and o.status_id <> 3`,
    );
    await none(
      `select v.id from visits v join clients c on c.id = v.client_id where v.${lean()} and (c.name <> v.client_name or c.address <> v.client_address)`,
    );
    await none(`select v.id from visits v join nodes n on n.operation = v.operation and n.name = v.node_name
      where v.${lean()} and n.zone_id is distinct from v.zone_id`);
    await none(`select id from visits where created_at > '${now.toISOString()}'`);
  });

  it('has beside its visits what triggers would have kept of them', async () => {
    await none(`(select order_number, id from visits except select order_number, visit_id from order_visits)
      union all (select order_number, visit_id from order_visits except select order_number, id from visits)`);
    await none(`(select rescheduled_previous, id from visits where rescheduled_previous is not null except select previous_id, next_id from visit_successors)
      union all (select previous_id, next_id from visit_successors except select rescheduled_previous, id from visits)`);
    await none(`(select technician_id, id from visits where on_the_way except select technician_id, visit_id from technicians_on_the_way)
      union all (select technician_id, visit_id from technicians_on_the_way except select technician_id, id from visits where on_the_way)`);
  });

  it('shows each operation a full week, a pending list, and technicians a day with something to do', async () => {
    const sizes: number[][] = [];
    for (const operation of codes) {
      const of = (state: string) =>
        count(`visits where operation = '${operation}' and day = '${day}' and ${state}`);
      for (const state of [
        'technician_id is null and closed_at is null',
        'on_the_way',
        'finished',
        'cancelled',
      ])
        expect(await of(state), state).toBeGreaterThan(0);
      expect(await count(`visits where operation = '${operation}' and delayed`)).toBeGreaterThan(0);
      const { rows } = await readWeek(db, operation, mondayOf(day));
      const { total } = await listPendingOrders(db, {
        operation,
        mode: 'pending',
        zoneId: null,
        showContractors: true,
        unscheduledOnly: false,
        orderType: null,
        offset: 0,
      });
      const [who] = await asking<{ id: number }[]>`
        select technician_id as id from visits where operation = ${operation} and day = ${day} and closed_at is null
          and technician_id is not null limit 1`;
      const mine = await readTechnicianDay(db, who!.id, [operation], { includeFinished: false, now });
      expect(mine.assigned.length).toBeGreaterThan(0);
      expect(mine.timestripe.length).toBeGreaterThan(0);
      sizes.push([JSON.parse(rows).length, total]);
    }
    const [[week, pending]] = sizes as [[number, number]];
    expect(week).toBeGreaterThan(80);
    expect(pending).toBeGreaterThan(300);
    for (const [otherWeek, otherPending] of sizes) {
      expect(Math.abs(otherWeek! / week - 1)).toBeLessThan(0.1);
      expect(Math.abs(otherPending! / pending - 1)).toBeLessThan(0.1);
    }
  });
});
