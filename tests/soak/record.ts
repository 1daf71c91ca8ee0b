import type { Sql } from '../../db/connection/sql.ts';
import { today } from '../../machines/calendar/slots.ts';
import { type People, settlePeople } from '../faults/people.ts';

/** Size M: 10 operations, 300 technicians, 8,000 pending orders, 18,000 open visits in the week. */
export const sizeM = {
  operations: 10,
  crew: 30,
  orders: 800,
  openVisits: 1_800,
  boards: 75,
  visitsADay: 3_000,
} as const;

/** What the seed adds to the demo: some history around the week. */
export const history = [
  '--visits',
  '300000',
  '--operations',
  String(sizeM.operations),
  '--years',
  '1',
] as const;

/** Who works at size M, and their open visits: today's and those of the six days after it. */
export async function settleSizeM(sql: Sql): Promise<People> {
  const busiest = await sql<{ code: string }[]>`
    select operation as code from visits group by 1 order by count(*) desc, 1 limit ${sizeM.operations}`;
  const people = await settlePeople(sql, {
    operations: busiest.map(({ code }) => code),
    crew: sizeM.crew,
    orders: sizeM.orders,
  });
  // A question after each visit would be counted as a message that no user asked for.
  await sql`update conversations set question = false`;
  for (const place of people.places) {
    const technicianIds = place.technicians.map(({ technicianId }) => technicianId);
    // Orders of their own, so that those of the load stay without a visit.
    await sql`
      insert into orders (number, operation, type, client_id, created_at)
      select ${place.code} || '8' || lpad(i::text, 7, '0'), ${place.code}, ${people.orderType},
        ${place.code} || '9' || lpad((i % ${sizeM.orders}::int)::text, 7, '0'), now() - interval '2 days'
      from generate_series(1, ${sizeM.openVisits}::int) i`;
    await sql`
      insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name, client_address, node_name, tag, technician_id, assigned_at)
      select ${place.code}, ${today(new Date())}::date + i % 7, (${[place.slotId, place.otherSlotId]}::int[])[1 + i % 2],
        ${place.code} || '8' || lpad(i::text, 7, '0'), ${people.orderType},
        ${place.code} || '9' || lpad((i % ${sizeM.orders}::int)::text, 7, '0'), 'Cliente ' || i, 'San Martín ' || i,
        'NODO-' || i % 40, 'NODO-' || i % 40,
        case when i % 4 < 3 then (${technicianIds}::int[])[1 + i % ${sizeM.crew}::int] end,
        case when i % 4 < 3 then now() - interval '1 day' end
      from generate_series(1, ${sizeM.openVisits}::int) i`;
  }
  await sql`analyze`;
  return people;
}
