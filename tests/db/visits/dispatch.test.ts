import { describe, expect, it } from 'vitest';
import { finishVisit } from '../../../db/commands/field/finish-visit.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { setOnTheWay } from '../../../db/commands/field/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { undoSeconds } from '../../../machines/visit/undo-time.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addSlot,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// What dispatchers do with visits: edit, hand over, reschedule, take back (S2 §2 to §5, §8).

const record = openRecord({ reads: 10, transactions: 10 });
const tomorrow = addDays(today(new Date()), 1);
const keys = openKeys({ secret: 'x'.repeat(32), publicUrl: 'http://agenda.example' });
const reasons = { clientAsks: 70, absent: 71 };
let seeded: Promise<unknown> | undefined;

type Place = World & {
  jefe: Actor;
  tecnico: Actor;
  /** Edits its visit as its dispatcher. */
  edit(input: object): ReturnType<typeof editVisit>;
  /** Reschedules its visit as its dispatcher, to tomorrow. */
  move(input?: object): ReturnType<typeof rescheduleVisits>;
};

/** A world with its dispatcher, and the reasons that all worlds share. */
async function place(visit: Record<string, unknown> = {}): Promise<Place> {
  const { sql } = record();
  seeded ??= (async () => {
    await addReason(sql, {
      value: reasons.clientAsks,
      text: 'Responsabilidad del cliente: pide otra fecha',
      cancels: true,
      reschedules: true,
      responsible: 'cliente',
    });
    await addReason(sql, { value: reasons.absent, text: 'Ausente', cancels: true });
    await addReason(sql, { value: 6, text: 'Concluida', finalizes: true });
  })();
  await seeded;
  const made = await makeWorld(sql, { visit });
  const jefeId = await addUser(sql, made.operation);
  const jefe = await actorOf(sql, jefeId);
  const edit = (input: object) => editVisit(as(jefe), { visit_id: made.visitId, ...input });
  const move = (input: object = {}) =>
    rescheduleVisits(as(jefe), { visit_id: made.visitId, ...to(made, input) });
  return { ...made, jefe, tecnico: await actorOf(sql, made.userId, []), edit, move };
}

const as = (actor: Actor, more: { key?: string; now?: Date } = {}) => ({
  db: record(),
  actor,
  keys,
  ...more,
});
const code = (answer: unknown) => (isRefusal(answer) ? answer.code : 'ok');
const rowOf = async (id: number) => (await record().sql`select * from visits where id = ${id}`)[0]!;
const eventsOf = async (id: number) =>
  (
    await record().sql<{ name: string }[]>`select name from events where visit_id = ${id} order by version`
  ).map(({ name }) => name);
const noticesOf = (id: number) =>
  record().sql<{ template: string; userId: number | null; waits: boolean }[]>`
    select template, user_id, not_before > now() + interval '5 seconds' as waits from notices where visit_id = ${id} order by id`;
const isGapless = async (operation: string) =>
  (
    await record().sql`select (select version from operations where code = ${operation})
      = (select count(*) from events where operation = ${operation}) as gapless`
  )[0]!.gapless;
const moreVisits = async (at: Place, count: number, columns: Record<string, unknown> = {}) => {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) {
    const orderNumber = await addOrder(record().sql, at.clientId);
    ids.push(await addVisit(record().sql, { ...at, orderNumber }, columns));
  }
  return ids;
};
const to = (at: World, more: object = {}) => ({
  new_date: tomorrow,
  new_timestripe: at.slotId,
  new_status: reasons.clientAsks,
  reschedule_comments: 'El cliente viaja.',
  ...more,
});

describe('editing a visit', () => {
  it('changes slot and technician and adds a note, as three events of one version', async () => {
    const at = await place();
    const slotId = await addSlot(record().sql, at.operation, { name: 'Tarde', fromHour: 14, toHour: 18 });
    const other = await addTechnician(record().sql, at.operation);
    const answer = await at.edit({
      tech_id: other.technicianId,
      tech_name: 'lo que diga el navegador',
      timestripe_id: slotId,
      tech_comments: ' Tocar timbre ',
      version: 1,
    });
    expect(answer).toEqual({ visit_id: at.visitId, version: 2 });
    expect(await rowOf(at.visitId)).toMatchObject({ slotId, technicianId: other.technicianId, version: 2 });
    expect(await eventsOf(at.visitId)).toEqual(['visit.edited', 'visit.assigned', 'visit.noted']);
    const notes = await record().sql`select text, author from visit_notes where visit_id = ${at.visitId}`;
    expect(notes[0]).toMatchObject({ text: 'Tocar timbre', author: at.jefe.fullName });
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('leaves alone what is not named, and leaves no technician when null is sent', async () => {
    const at = await place();
    await at.edit({ tech_comments: 'Perro suelto' });
    expect(await rowOf(at.visitId)).toMatchObject({ technicianId: at.technicianId, slotId: at.slotId });
    await at.edit({ tech_id: null });
    expect(await rowOf(at.visitId)).toMatchObject({ technicianId: null, assignedAt: null });
  });

  it('is no change at all when everything is so already', async () => {
    const at = await place();
    const same = {
      visit_id: at.visitId,
      tech_id: at.technicianId,
      timestripe_id: at.slotId,
      tech_comments: ' ',
    };
    expect(await editVisit(as(at.jefe), same)).toEqual({ visit_id: at.visitId, version: 1 });
    expect(await eventsOf(at.visitId)).toEqual([]);
  });

  it('does not change the technician of a visit on the way, and saves none of the rest', async () => {
    const at = await place({ onTheWay: true });
    const answer = await at.edit({ tech_id: null, tech_comments: 'una nota' });
    expect(answer).toMatchObject({
      text: 'No se puede desasignar ni cambiar el tecnico de una visita en camino. Si es necesario, cierre la visita.',
    });
    expect(await eventsOf(at.visitId)).toEqual([]);
  });

  it('refuses a slot that is disabled', async () => {
    const at = await place();
    const off = await addSlot(record().sql, at.operation, { enabled: false });
    expect(code(await at.edit({ timestripe_id: off }))).toBe('slot-disabled');
  });
});

describe('changing the technician of many', () => {
  it('gives all of them to one technician and notifies each who is concerned', async () => {
    const at = await place();
    const [free] = await moreVisits(at, 1, { technicianId: null });
    const other = await addTechnician(record().sql, at.operation);
    const answer = await changeTechnician(as(at.jefe), {
      visit_id: [at.visitId, free],
      tech_id: other.technicianId,
      tech_name: 'Quien sea',
    });
    expect(answer).toEqual({ visit_id: [at.visitId, free], changed: 2 });
    expect((await rowOf(free!)).technicianId).toBe(other.technicianId);
    expect((await noticesOf(free!)).map(({ template }) => template)).toEqual(['technician-assigned']);
    expect((await noticesOf(at.visitId)).map(({ template }) => template)).toEqual([
      'technician-removed',
      'technician-changed',
    ]);
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('is all or nothing: one on the way stops it, and is named', async () => {
    const at = await place({ onTheWay: true });
    const others = await moreVisits(at, 2);
    const answer = await changeTechnician(as(at.jefe), { visit_id: [...others, at.visitId], tech_id: null });
    expect(answer).toMatchObject({ code: 'reassign-on-the-way', status: 409, visitId: at.visitId });
    for (const id of others) expect(await eventsOf(id)).toEqual([]);
  });

  it('is refused when one of them changed since it was seen (F16)', async () => {
    const at = await place();
    const [second] = await moreVisits(at, 1);
    await editVisit(as(at.jefe), { visit_id: second, tech_comments: 'cambió' });
    const answer = await changeTechnician(as(at.jefe), {
      visit_id: [at.visitId, second],
      tech_id: null,
      versions: { [at.visitId]: 1, [second!]: 1 },
    });
    expect(answer).toMatchObject({ code: 'stale-version', visitId: second });
    expect(await eventsOf(at.visitId)).toEqual([]);
  });

  it('does not take a technician who does not exist', async () => {
    const at = await place();
    expect(await changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: 999_999 })).toMatchObject({
      text: 'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
    });
  });
});

describe('rescheduling', () => {
  it('closes the visit and makes the next one, each naming the other', async () => {
    const at = await place();
    await at.edit({ tech_comments: 'Tocar timbre' });
    const answer = (await at.move({ checked: ['public_link'] })) as { new_id: number };
    expect(await rowOf(at.visitId)).toMatchObject({
      rescheduled: true,
      rescheduledNext: answer.new_id,
      statusId: reasons.clientAsks,
      rescheduleComments: 'El cliente viaja.',
    });
    const next = await rowOf(answer.new_id);
    expect(next).toMatchObject({
      rescheduledPrevious: at.visitId,
      day: tomorrow,
      statusId: 1,
      technicianId: at.technicianId,
      orderNumber: at.orderNumber,
      clientName: 'Ana Gómez',
    });
    expect(await eventsOf(at.visitId)).toEqual(['visit.noted', 'visit.rescheduled']);
    expect(await eventsOf(answer.new_id)).toEqual(['visit.created']);
    const notes = await record().sql`select text from visit_notes where visit_id = ${answer.new_id}`;
    expect(notes.map(({ text }) => text)).toEqual(['Tocar timbre']);
    expect((await noticesOf(answer.new_id)).map(({ template }) => template)).toEqual(['visit-rescheduled']);
    expect(await record().sql`select 1 from visit_links where visit_id = ${answer.new_id}`).toHaveLength(1);
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('answers the new visits in the order sent, and a chain goes on', async () => {
    const at = await place();
    const others = await moreVisits(at, 2);
    const sent = [others[1]!, at.visitId, others[0]!];
    const first = (await rescheduleVisits(as(at.jefe), { visit_id: sent, ...to(at) })) as {
      new_id: number[];
    };
    for (const [index, id] of sent.entries())
      expect((await rowOf(first.new_id[index]!)).rescheduledPrevious).toBe(id);
    const again = (await rescheduleVisits(as(at.jefe), {
      visit_id: first.new_id[1],
      ...to(at, { new_date: addDays(tomorrow, 1) }),
    })) as { new_id: number };
    expect(await rowOf(first.new_id[1]!)).toMatchObject({
      rescheduledPrevious: at.visitId,
      rescheduledNext: again.new_id,
    });
  });

  it('is all or nothing: one on the way stops it with the spec’s text, and is named', async () => {
    const at = await place({ onTheWay: true });
    const others = await moreVisits(at, 3);
    const answer = await rescheduleVisits(as(at.jefe), { visit_id: [...others, at.visitId], ...to(at) });
    expect(answer).toMatchObject({
      status: 409,
      visitId: at.visitId,
      text: 'No se puede reprogramar una visita en camino. Si es necesario, cierre la visita.',
    });
    for (const id of others) expect(await rowOf(id)).toMatchObject({ rescheduled: false, version: 1 });
    expect(await record().sql`select 1 from visits where operation = ${at.operation}`).toHaveLength(4);
  });

  it('asks for a reason that reschedules, and a day from tomorrow on', async () => {
    const at = await place();
    const no = async (more: object) => {
      const answer = await rescheduleVisits(as(at.jefe), { visit_id: at.visitId, ...to(at), ...more });
      return isRefusal(answer) ? [answer.status, answer.text] : 'ok';
    };
    expect(await no({ new_status: reasons.absent })).toEqual([422, 'Debe seleccionar un motivo de la lista']);
    expect(await no({ new_date: today(new Date()) })).toEqual([
      422,
      'La nueva fecha debe ser a partir de mañana.',
    ]);
    expect(await rowOf(at.visitId)).toMatchObject({ version: 1 });
  });

  it('tomorrow begins at local midnight, not at the server’s', async () => {
    const at = await place();
    // 23:30 of the 4th in Buenos Aires is the 5th in Greenwich.
    const now = new Date('2031-03-05T02:30:00Z');
    const answer = await rescheduleVisits(as(at.jefe, { now }), {
      visit_id: at.visitId,
      ...to(at, { new_date: '2031-03-05' }),
    });
    expect(code(answer)).toBe('ok');
  });

  it('moves 200 visits in one go', async () => {
    const at = await place();
    const ids = await moreVisits(at, 199);
    const answer = (await rescheduleVisits(as(at.jefe), { visit_id: [at.visitId, ...ids], ...to(at) })) as {
      new_id: number[];
    };
    expect(new Set(answer.new_id).size).toBe(200);
    expect(await isGapless(at.operation)).toBe(true);
  });
});

describe('a visit that loses its technician', () => {
  it('says who took it and why: edited, handed over, and rescheduled without the technician', async () => {
    const at = await place();
    const other = await addTechnician(record().sql, at.operation);
    const { fullName } = await actorOf(record().sql, other.userId);
    const said = async (id: number) => {
      const { detachedBy, detachedComments } = await rowOf(id);
      return [detachedBy, detachedComments];
    };
    const by = at.jefe.fullName;
    const edit = (tech_id: number | null, key = 'e') =>
      editVisit(as(at.jefe, { key: `${key}${tech_id}` }), { visit_id: at.visitId, tech_id });
    const hand = (tech_id: number | null) =>
      changeTechnician(as(at.jefe, { key: `c${tech_id}` }), { visit_id: at.visitId, tech_id });
    expect(code(await edit(other.technicianId))).toBe('ok');
    expect(await said(at.visitId)).toEqual([by, `Reasignada a ${fullName}.`]);
    expect(code(await edit(null))).toBe('ok');
    expect(await said(at.visitId)).toEqual([by, 'Desasignada por un despachador.']);
    // Given to a technician, it keeps what was said of whom it was taken from.
    expect(code(await hand(other.technicianId))).toBe('ok');
    expect(await said(at.visitId)).toEqual([by, 'Desasignada por un despachador.']);
    expect(code(await hand(at.technicianId))).toBe('ok');
    expect((await said(at.visitId))[1]).toMatch(/^Reasignada a /);
    await undoChange(as(at.jefe), { visit_id: at.visitId, key: `c${at.technicianId}` });
    expect(await said(at.visitId)).toEqual([null, null]);
    const moved = (await rescheduleVisits(as(at.jefe), {
      visit_id: at.visitId,
      ...to(at),
      checked: ['unset_tech'],
    })) as { new_id: number };
    expect(await said(moved.new_id)).toEqual([by, `Desasignada al reprogramar la visita #${at.visitId}.`]);
  });
});

describe('taking a change back', () => {
  it('gives a released visit back to its technician', async () => {
    const at = await place();
    await releaseVisit(as(at.tecnico, { key: 'r1' }), { visit_id: at.visitId, notes: 'me equivoqué' });
    expect(code(await undoChange(as(at.tecnico), { visit_id: at.visitId, key: 'r1' }))).toBe('ok');
    expect(await rowOf(at.visitId)).toMatchObject({
      technicianId: at.technicianId,
      detachedBy: null,
      version: 3,
    });
    expect(await eventsOf(at.visitId)).toEqual(['visit.released', 'visit.undone']);
  });

  it('gives many visits back, each to whom it was of, and slots too', async () => {
    const at = await place();
    const [free] = await moreVisits(at, 1, { technicianId: null });
    const other = await addTechnician(record().sql, at.operation);
    await changeTechnician(as(at.jefe, { key: 'c1' }), {
      visit_id: [at.visitId, free],
      tech_id: other.technicianId,
    });
    const undone = await undoChange(as(at.jefe), { visit_id: [at.visitId, free], key: 'c1' });
    expect(code(undone)).toBe('ok');
    expect((await rowOf(at.visitId)).technicianId).toBe(at.technicianId);
    expect((await rowOf(free!)).technicianId).toBeNull();

    const slotId = await addSlot(record().sql, at.operation);
    await editVisit(as(at.jefe, { key: 'e1' }), {
      visit_id: at.visitId,
      timestripe_id: slotId,
      tech_id: null,
    });
    await undoChange(as(at.jefe), { visit_id: at.visitId, key: 'e1' });
    expect(await rowOf(at.visitId)).toMatchObject({ slotId: at.slotId, technicianId: at.technicianId });
    expect(await isGapless(at.operation)).toBe(true);
  });

  it('is refused when a visit was changed since, and then takes none back', async () => {
    const at = await place();
    const [second] = await moreVisits(at, 1);
    const another = await addTechnician(record().sql, at.operation);
    await changeTechnician(as(at.jefe, { key: 'c2' }), { visit_id: [at.visitId, second], tech_id: null });
    await takeVisit(as(await actorOf(record().sql, another.userId, [])), { visit_id: second });
    const answer = await undoChange(as(at.jefe), { visit_id: [at.visitId, second], key: 'c2' });
    expect(answer).toMatchObject({ code: 'undo-too-late', status: 409, visitId: second });
    expect((await rowOf(at.visitId)).technicianId).toBeNull();
  });

  it('is not refused because of a note or of a message that went out', async () => {
    const at = await place();
    await releaseVisit(as(at.tecnico, { key: 'r2' }), { visit_id: at.visitId, notes: 'me equivoqué' });
    await at.edit({ tech_comments: 'ojo al perro' });
    expect(code(await undoChange(as(at.tecnico), { visit_id: at.visitId, key: 'r2' }))).toBe('ok');
  });

  it('is for oneself only, for a moment only, and only for what can be taken back', async () => {
    const at = await place();
    await releaseVisit(as(at.tecnico, { key: 'r3' }), { visit_id: at.visitId, notes: 'me equivoqué' });
    expect(code(await undoChange(as(at.jefe), { visit_id: at.visitId, key: 'r3' }))).toBe('nothing-to-undo');
    const later = new Date(Date.now() + (undoSeconds + 1) * 1_000);
    expect(code(await undoChange(as(at.tecnico, { now: later }), { visit_id: at.visitId, key: 'r3' }))).toBe(
      'undo-expired',
    );
    const moved = await place();
    await rescheduleVisits(as(moved.jefe, { key: 'm1' }), { visit_id: moved.visitId, ...to(moved) });
    expect(code(await undoChange(as(moved.jefe), { visit_id: moved.visitId, key: 'm1' }))).toBe(
      'nothing-to-undo',
    );
  });
});

describe('pairs that race (F19)', () => {
  const rounds = 15;
  type Pair = (at: Place) => [() => Promise<unknown>, () => Promise<unknown>];

  async function race(visit: Record<string, unknown>, pair: Pair) {
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const at = await place(visit);
      const [first, second] = pair(at);
      const [a, b] = await Promise.all(round % 2 ? [first(), second()] : [second(), first()].reverse());
      const row = await rowOf(at.visitId);
      const now = await record().sql`select 1 from visits where operation = ${at.operation}`;
      seen.add([code(a), code(b)].join(' · '));
      expect(await isGapless(at.operation)).toBe(true);
      expect([row.finished, row.cancelled, row.rescheduled].filter(Boolean).length).toBeLessThanOrEqual(1);
      expect(now.length, 'a next visit exists only when it was rescheduled').toBe(row.rescheduled ? 2 : 1);
    }
    return seen;
  }

  it('close and reschedule: one of the two', async () => {
    const seen = await race({}, (at) => [
      () =>
        finishVisit(as(at.jefe), {
          visit_id: at.visitId,
          status: reasons.absent,
          extra_comments: 'no estaba',
        }),
      () => at.move(),
    ]);
    for (const outcome of seen) expect(['ok · visit-closed', 'visit-closed · ok']).toContain(outcome);
  });

  it('two reschedules: one chain', async () => {
    const seen = await race({}, (at) => [() => at.move(), () => at.move()]);
    for (const outcome of seen) expect(['ok · visit-closed', 'visit-closed · ok']).toContain(outcome);
  });

  it('going on the way and rescheduling: never a visit on the way that was moved', async () => {
    const seen = await race({}, (at) => [
      () => setOnTheWay(as(at.tecnico), { visit_id: at.visitId, on_the_way: true }),
      () => at.move(),
    ]);
    for (const outcome of seen)
      expect(['ok · reschedule-on-the-way', 'visit-closed · ok']).toContain(outcome);
  });

  it('going on the way and changing the technician: never another technician’s journey', async () => {
    const seen = await race({}, (at) => [
      () => setOnTheWay(as(at.tecnico), { visit_id: at.visitId, on_the_way: true }),
      () => changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: null }),
    ]);
    for (const outcome of seen) expect(['ok · reassign-on-the-way', 'not-assigned · ok']).toContain(outcome);
  });

  it('take and release, take and hand over: as if one had come first', async () => {
    const seen = await race({ technicianId: null }, (at) => [
      () => takeVisit(as(at.tecnico), { visit_id: at.visitId }),
      () => changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: at.technicianId }),
    ]);
    for (const outcome of seen) expect(['ok · ok', 'already-yours · ok']).toContain(outcome);
    const pairs = await race({}, (at) => [
      () => releaseVisit(as(at.tecnico), { visit_id: at.visitId, notes: 'no llego hoy' }),
      () => takeVisit(as(at.tecnico), { visit_id: at.visitId }),
    ]);
    for (const outcome of pairs) expect(['ok · ok', 'ok · already-yours']).toContain(outcome);
  });

  it('bulk commands over the same visits in opposite orders wait, and do not deadlock', async () => {
    const at = await place();
    const ids = [at.visitId, ...(await moreVisits(at, 9))];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        changeTechnician(as(at.jefe), { visit_id: ids, tech_id: null }),
        changeTechnician(as(at.jefe), { visit_id: [...ids].reverse(), tech_id: at.technicianId }),
      ]);
      expect(answers.map(code)).toEqual(['ok', 'ok']);
    }
    expect(await isGapless(at.operation)).toBe(true);
  });
});
