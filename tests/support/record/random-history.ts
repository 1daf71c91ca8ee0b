import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { passDeadlines } from '../../../db/commands/field/pass-deadlines.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { editSlot } from '../../../db/commands/settings/edit-slot.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import type { Db } from '../../../db/connection/open.ts';
import { newRandom } from '../../../db/seed/random.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, hourOf, instantOf, today } from '../../../machines/calendar/slots.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import {
  actorOf,
  addClient,
  addOperation,
  addOrder,
  addReason,
  addSlot,
  addTechnician,
  addUser,
} from './fixtures.ts';

const minute = 60_000;
const reasonIds = [6, 6, 6, 6, 7, 31, 32, 30, 33, 35, 50];

/**
 * Weeks of an agency's life, made by the real commands at instants of the past: visits are created in time and late,
 * taken, given back, handed over, put into other slots, taken back within seconds, gone to, left, closed in every way,
 * rescheduled again and again, and overtaken by both timers, while slots change their hours. The same seed gives the
 * same life.
 *
 * @param look called after each change that worked
 * @returns the operations, how often each command worked, and the instant at which it stops
 */
export async function liveAtRandom(
  db: Db,
  seed: string,
  from: string,
  until: string,
  steps: number,
  look: (operations: string[], now: Date) => Promise<void> = async () => {},
) {
  const random = newRandom(seed);
  const orderedSince = instantOf(addDays(from, -80), 0).getTime();
  const places = [
    await settle(db, orderedSince, 3),
    await settle(db, orderedSince, 2, { autoReleaseMinutes: 60 }),
  ];
  const chief = await chiefOf(
    db,
    places.map(({ operation }) => operation),
  );
  const worked = new Map<string, number>();
  let now = instantOf(from, 8).getTime();
  // Thirteen hours a day: no user works at night, but the timers do.
  const pace = ((instantOf(until, 20).getTime() - now) / steps) * (13 / 24);

  for (let step = 0; step < steps; step++) {
    now += Math.round(random.next() * 2 * pace);
    if (hourOf(new Date(now)) >= 21) now = instantOf(addDays(today(new Date(now)), 1), 8).getTime();
    if (hourOf(new Date(now)) < 8)
      now = instantOf(today(new Date(now)), 8).getTime() + random.int(0, 90) * minute;
    if (random.chance(0.15)) await passDeadlines(db, new Date(now));
    const place = random.pick(places);
    const by = random.chance(0.5) ? chief : random.pick(place.technicians).actor;
    const key = `${seed}.${step}`;
    const context = (actor: Actor, at = now) => ({ db, actor, key, now: new Date(at) });
    const verb = random.weighted([
      ['create', 30],
      ['take', 14],
      ['release', 7],
      ['assign', 10],
      ['go', 14],
      ['turn', 5],
      ['finish', 26],
      ['move', 9],
      ['edit', 8],
      ['hours', 0.5],
    ] as const);
    const visit = await pick(place.operation, verb === 'turn');
    const answer = await act(verb, place, by, visit, context);
    if (isRefusal(answer) || answer === undefined) continue;
    count(verb);
    if (['release', 'assign', 'edit'].includes(verb) && visit && random.chance(0.4)) {
      const asked = { visit_id: visit.id, key };
      const undone = await undoChange(
        { ...context(verb === 'release' ? by : chief, now + 5_000), key: `${key}.u` },
        asked,
      );
      if (!isRefusal(undone)) count('undo');
      now += 5_000;
    }
    await look(
      places.map(({ operation }) => operation),
      new Date(now),
    );
  }
  await passDeadlines(db, new Date(now));
  return { operations: places.map(({ operation }) => operation), chief, worked, now: new Date(now) };

  function count(verb: string) {
    worked.set(verb, (worked.get(verb) ?? 0) + 1);
  }

  async function pick(operation: string, underWay: boolean) {
    const day = today(new Date(now));
    const open = await db.sql<{ id: number; technicianId: number | null; onTheWay: boolean }[]>`
      select id, technician_id, on_the_way from visits where operation = ${operation}
        and not (finished or cancelled or rescheduled) and day <= ${addDays(day, 1)}
        and (on_the_way or not ${underWay}) order by on_the_way desc, (day = ${day}) desc, day desc, id limit 10`;
    return open.length > 0 ? random.pick(open) : null;
  }

  async function act(
    verb: string,
    place: Place,
    by: Actor,
    visit: { id: number; technicianId: number | null; onTheWay: boolean } | null,
    context: (actor: Actor) => { db: Db; actor: Actor; key: string; now: Date },
  ): Promise<unknown> {
    const { slots, technicians, orders } = place;
    const day = today(new Date(now));
    if (verb === 'create')
      return createVisit(context(chief), {
        ot_type: 1,
        ot_number: random.pick(orders),
        possibleDate: addDays(
          day,
          random.weighted([
            [0, 6],
            [1, 3],
            [2, 1],
          ] as const),
        ),
        timestripe: random.pick(slots),
        assigned_to: random.chance(0.5) ? random.pick(technicians).id : null,
        checked: [],
        confirm_pending: true,
      });
    if (verb === 'hours') {
      const toHour = random.int(13, 22);
      return editSlot(context(chief), { id: random.pick(slots), from: random.int(7, 10), to: toHour });
    }
    if (!visit) return undefined;
    const owner = technicians.find(({ id }) => id === visit.technicianId)?.actor;
    const own = random.chance(0.8) && owner ? owner : by;
    if (verb === 'take') return takeVisit(context(random.pick(technicians).actor), { visit_id: visit.id });
    if (verb === 'release')
      return releaseVisit(context(by), { visit_id: visit.id, notes: 'no llego a tiempo' });
    if (verb === 'assign')
      return changeTechnician(context(chief), {
        visit_id: visit.id,
        tech_id: random.chance(0.2) ? null : random.pick(technicians).id,
      });
    if (verb === 'go') return setOnTheWay(context(own), { visit_id: visit.id, send_notification: false });
    if (verb === 'turn') return setOnTheWay(context(owner ?? by), { visit_id: visit.id, on_the_way: false });
    if (verb === 'finish')
      return finishVisit(context(random.chance(0.7) ? own : chief), {
        visit_id: visit.id,
        status: random.pick(reasonIds),
        extra_comments: 'quedó como se acordó',
        repair_code: 'R1',
        derivation_type: random.pick([1, 2]),
      });
    if (verb === 'move')
      return rescheduleVisits(context(chief), {
        visit_id: random.chance(0.2) ? [visit.id] : visit.id,
        new_date: addDays(day, random.int(1, 3)),
        new_timestripe: random.pick(slots),
        new_status: random.pick([40, 40, 41]),
        reschedule_comments: 'otro día',
        checked: random.chance(0.5) ? ['unset_tech'] : [],
      });
    return editVisit(context(chief), {
      visit_id: visit.id,
      timestripe_id: random.pick(slots),
      ...(random.chance(0.4) ? { tech_id: random.pick(technicians).id } : {}),
      ...(random.chance(0.3) ? { tech_comments: 'llamar antes' } : {}),
    });
  }
}

type Place = {
  operation: string;
  slots: number[];
  technicians: { id: number; actor: Actor }[];
  orders: string[];
};

/** An operation with its slots, technicians, and more orders than will be worked off, some of which came from a ticket. */
async function settle(
  db: Db,
  since: number,
  technicians: number,
  columns: Record<string, unknown> = {},
): Promise<Place> {
  const { sql } = db;
  const operation = await addOperation(sql, columns);
  const hours = [
    [9, 13],
    [13, 17],
    [17, 21],
  ] as const;
  const slots: number[] = [];
  for (const [fromHour, toHour] of hours)
    slots.push(await addSlot(sql, operation, { name: `De ${fromHour}`, fromHour, toHour }));
  const made: Place['technicians'] = [];
  for (let index = 0; index < technicians; index++) {
    const { userId, technicianId } = await addTechnician(sql, operation, {
      lastName: `Técnico ${operation}.${index}`,
    });
    made.push({ id: technicianId, actor: await actorOf(sql, userId, []) });
  }
  const orders: string[] = [];
  for (let index = 0; index < 120; index++) {
    const clientId = await addClient(sql, operation);
    const createdAt = new Date(since + index * 13 * 60 * minute);
    orders.push(await addOrder(sql, clientId, { createdAt }));
    // Now and then the ticket was there after the order, and sometimes there are two.
    for (const hoursBefore of index % 3 === 0 ? [30, -4 * (index % 2)] : index % 5 === 0 ? [-7] : [])
      await sql`insert into tickets (client_id, order_number, title, body, created_at) values (${clientId}, ${orders.at(-1)!},
        'Sin señal', '', ${new Date(createdAt.getTime() - hoursBefore * 60 * minute)})`;
  }
  return { operation, slots, technicians: made, orders };
}

/** A dispatcher of both, and the reasons and repair codes that closings need. */
async function chiefOf(db: Db, operations: string[]): Promise<Actor> {
  const { sql } = db;
  const userId = await addUser(sql, operations[0]!, {}, everyPermission);
  for (const operation of operations.slice(1))
    await sql`insert into user_operations (user_id, operation) values (${userId}, ${operation})`;
  const [known] = await sql`select 1 from reasons where value = 6`;
  if (!known) {
    await addReason(sql, { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
    await addReason(sql, { value: 7, text: 'Concluida sin cerrar la OT', finalizes: true });
    await addReason(sql, { value: 31, text: 'Derivada a Redes', finalizes: true, derives: true });
    await addReason(sql, { value: 32, text: 'Derivada y en espera', derives: true });
    await addReason(sql, { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
    await addReason(sql, { value: 33, text: 'Sin materiales', cancels: true, responsible: 'empresa' });
    await addReason(sql, { value: 35, text: 'Cortada la calle', cancels: true });
    await addReason(sql, {
      value: 40,
      text: 'Otra fecha',
      cancels: true,
      reschedules: true,
      responsible: 'cliente',
    });
    await addReason(sql, {
      value: 41,
      text: 'Sin móvil',
      cancels: true,
      reschedules: true,
      responsible: 'empresa',
    });
    await addReason(sql, { value: 50, text: 'Espera llamado' });
    await sql`insert into repair_codes (code, text) values ('R1', 'Cambio de cable')`;
  }
  return actorOf(sql, userId);
}
