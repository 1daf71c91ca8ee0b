import { describe, expect, it } from 'vitest';
import { deleteAbsence } from '../../../db/commands/crew/delete-absence.ts';
import { editAbsence } from '../../../db/commands/crew/edit-absence.ts';
import { releaseVisit } from '../../../db/commands/field/release-visit.ts';
import { takeVisit } from '../../../db/commands/field/take-visit.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { readChanges } from '../../../db/feed/changes.ts';
import { listAbsences } from '../../../db/reads/people/crew.ts';
import { listSettingEvents } from '../../../db/reads/settings/setting-events.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
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

// When technicians do not work, and what may not be given to them then (contract §9 'absences').

const record = openRecord({ reads: 10, transactions: 10 });
const tomorrow = addDays(today(new Date()), 1);
const text = 'El técnico no trabaja en esa franja.';
type Place = World & { jefe: Actor; otherId: number; otherSlot: number };

/** A visit of tomorrow that the technician has, another technician, and another slot. */
async function place(visit: Record<string, unknown> = {}): Promise<Place> {
  const { sql } = record();
  const made = await makeWorld(sql, { visit: { day: tomorrow, ...visit } });
  const { technicianId: otherId } = await addTechnician(sql, made.operation);
  return {
    ...made,
    otherId,
    otherSlot: await addSlot(sql, made.operation, { name: 'Tarde', fromHour: 14, toHour: 18 }),
    jefe: await actorOf(sql, await addUser(sql, made.operation)),
  };
}
const as = (actor: Actor, key?: string) => ({ db: record(), actor, key: key ?? null });
const done = <Answer>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};
const absent = async (at: Place, technicianId: number, more: Record<string, unknown> = {}) =>
  done(await editAbsence(as(at.jefe), { tech_id: technicianId, from: tomorrow, to: tomorrow, ...more }));
const visitOf = async (id: number) =>
  (await record().sql`select technician_id, slot_id, version from visits where id = ${id}`)[0]!;
const history = (at: Place) => listSettingEvents(record(), at.jefe, at.operation, 'absences.changed');

describe('an absence', () => {
  it('is entered, changed and deleted, each in the history with its author', async () => {
    const at = await place();
    const input = {
      tech_id: at.technicianId,
      from: tomorrow,
      to: addDays(tomorrow, 2),
      reason: ' Licencia ',
    };
    const made = done(await editAbsence(as(at.jefe), input));
    expect(made).toEqual({ id: expect.any(Number), version: 1, assigned_visits: 1 });
    const change = { ...input, id: made.id, timestripes: [at.otherSlot], version: 1 };
    expect(await editAbsence(as(at.jefe), change)).toEqual({ id: made.id, version: 2, assigned_visits: 0 });
    expect(await editAbsence(as(at.jefe), { ...change, version: 2 })).toMatchObject({ version: 2 });
    const [listed] = await listAbsences(record(), [at.operation], { from: tomorrow, to: null });
    expect(listed).toMatchObject({
      technicianId: at.technicianId,
      fromDay: tomorrow,
      slotIds: [at.otherSlot],
      reason: 'Licencia',
      operations: [at.operation],
    });
    expect(await deleteAbsence(as(at.jefe), { id: made.id, version: 2 })).toEqual({});
    const events = await history(at);
    expect(events.map(({ data }) => data.change)).toEqual(['deleted', 'edited', 'added']);
    expect(events[1]).toMatchObject({
      actorName: at.jefe.fullName,
      data: { from: { slots: [], reason: 'Licencia' }, to: { slots: ['Tarde'] } },
    });
  });

  it('is sent to every operation of its technician, with the crew as it is', async () => {
    const at = await place();
    const second = await place();
    const { userId } = at;
    await record()
      .sql`insert into user_operations ${record().sql({ userId, operation: second.operation, position: 1 } as never)}`;
    await absent(at, at.technicianId);
    for (const operation of [at.operation, second.operation]) {
      const changes = await readChanges(record(), operation, 0);
      if (changes === 'too-old') throw new Error('too old');
      expect(changes.events.map(({ name }) => name)).toEqual(['absences.changed']);
      expect(changes.crew?.absences).toMatchObject([{ technicianId: at.technicianId, fromDay: tomorrow }]);
    }
  });

  it.each([
    [
      'that ends before it begins',
      { from: tomorrow, to: today(new Date()) },
      'El último día no puede ser anterior al primero.',
    ],
    ['of more than 366 days', { to: addDays(tomorrow, 366) }, 'Una ausencia puede durar hasta 366 días.'],
    [
      'of no technician',
      { tech_id: 999_999 },
      'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
    ],
    [
      'that is over',
      { from: addDays(tomorrow, -8), to: addDays(tomorrow, -2) },
      'La ausencia ya terminó: elegí un día desde hoy.',
    ],
    ['without days', { from: undefined }, 'La fecha es obligatoria.'],
    ['of a day that does not exist', { from: '2026-02-30' }, 'La fecha no es válida.'],
  ])('%s is refused, and nothing is kept', async (_, wrong, message) => {
    const at = await place();
    const input = { tech_id: at.technicianId, from: tomorrow, to: tomorrow, ...wrong };
    expect(await editAbsence(as(at.jefe), input)).toMatchObject({ status: 422, text: message });
    expect(await history(at)).toEqual([]);
  });

  it('of 366 days is kept', async () => {
    const at = await place();
    await absent(at, at.technicianId, { to: addDays(tomorrow, 365) });
  });

  it('belongs to the operations of its technician, and so do its slots', async () => {
    const at = await place();
    const other = await place();
    const input = { tech_id: other.technicianId, from: tomorrow, to: tomorrow };
    expect(await editAbsence(as(at.jefe), input)).toMatchObject({ code: 'technician-of-other-operation' });
    expect(
      await editAbsence(as(at.jefe), { ...input, tech_id: at.technicianId, timestripes: [other.slotId] }),
    ).toMatchObject({ code: 'slot-of-other-operation', fields: { timestripes: expect.any(String) } });
    const { id } = await absent(other, other.technicianId);
    expect(await deleteAbsence(as(at.jefe), { id })).toMatchObject({ code: 'absence-unknown' });
    expect(await editAbsence(as(at.jefe), { ...input, id })).toMatchObject({ code: 'absence-unknown' });
    expect(await listAbsences(record(), [at.operation], { from: tomorrow, to: null })).toEqual([]);
  });

  it('is not overwritten, keeps its technician, and asks for the permission', async () => {
    const at = await place();
    const { id } = await absent(at, at.technicianId);
    const input = { id, tech_id: at.technicianId, from: tomorrow, to: addDays(tomorrow, 1) };
    done(await editAbsence(as(at.jefe), { ...input, version: 1 }));
    const stale = { code: 'absence-changed', status: 409, setting: { kind: 'absence', id } };
    expect(await editAbsence(as(at.jefe), { ...input, to: tomorrow, version: 1 })).toMatchObject(stale);
    expect(await deleteAbsence(as(at.jefe), { id, version: 1 })).toMatchObject(stale);
    expect(await editAbsence(as(at.jefe), { ...input, tech_id: at.otherId })).toMatchObject({
      code: 'absence-technician-fixed',
    });
    const without = { ...at.jefe, permissions: [] };
    expect(await editAbsence(as(without), input)).toMatchObject({ status: 403 });
    expect(await deleteAbsence(as(without), { id })).toMatchObject({ status: 403 });
  });
});

describe('what is given to an absent technician is refused', () => {
  const refused = (field: string) => ({
    status: 409,
    code: 'technician-absent',
    text,
    fields: { [field]: text },
  });

  it('when a visit is created, for the slots of the absence alone', async () => {
    const at = await place();
    await absent(at, at.otherId, { timestripes: [at.slotId] });
    const input = {
      ot_type: 1,
      ot_number: await addOrder(record().sql, at.clientId),
      possibleDate: tomorrow,
      timestripe: at.slotId,
      assigned_to: at.otherId,
      checked: [],
    };
    expect(await createVisit(as(at.jefe), input)).toMatchObject(refused('assigned_to'));
    done(await createVisit(as(at.jefe), { ...input, timestripe: at.otherSlot }));
    done(await createVisit(as(at.jefe), { ...input, assigned_to: null, confirm_pending: true }));
  });

  it('when a visit is edited: another technician, or another slot of the same', async () => {
    const at = await place();
    await absent(at, at.otherId);
    await absent(at, at.technicianId, { timestripes: [at.otherSlot] });
    const edit = (more: object) => editVisit(as(at.jefe), { visit_id: at.visitId, ...more });
    expect(await edit({ tech_id: at.otherId })).toMatchObject(refused('tech_id'));
    expect(await edit({ timestripe_id: at.otherSlot })).toMatchObject(refused('timestripe_id'));
    expect(await visitOf(at.visitId)).toMatchObject({ technicianId: at.technicianId, version: 1 });
    // What is not given is not asked about.
    done(await edit({ tech_comments: 'Tocar timbre' }));
    done(await edit({ timestripe_id: at.otherSlot, tech_id: null }));
  });

  it('when visits are handed over: all or nothing, and the visit is named', async () => {
    const at = await place();
    const later = await addVisit(record().sql, at, { day: addDays(tomorrow, 3) });
    await absent(at, at.otherId);
    const input = { visit_id: [later, at.visitId], tech_id: at.otherId };
    expect(await changeTechnician(as(at.jefe), input)).toMatchObject({
      ...refused('tech_id'),
      visitId: at.visitId,
    });
    expect(await visitOf(later)).toMatchObject({ technicianId: at.technicianId, version: 1 });
    done(await changeTechnician(as(at.jefe), { ...input, visit_id: [later] }));
    // A visit that the absent technician has already stops nothing.
    await absent(at, at.technicianId);
    done(await changeTechnician(as(at.jefe), { visit_id: [later, at.visitId], tech_id: at.technicianId }));
  });

  it('when a rescheduled visit keeps its technician, not when it is unassigned', async () => {
    const at = await place();
    const reason = {
      value: 40,
      text: 'Otra fecha',
      cancels: true,
      reschedules: true,
      responsible: 'cliente',
    };
    await addReason(record().sql, reason);
    await absent(at, at.technicianId, { from: addDays(tomorrow, 1), to: addDays(tomorrow, 5) });
    const input = {
      visit_id: [at.visitId],
      new_date: addDays(tomorrow, 2),
      new_timestripe: at.slotId,
      new_status: 40,
      reschedule_comments: 'El cliente viaja.',
      checked: [],
    };
    expect(await rescheduleVisits(as(at.jefe), input)).toMatchObject({
      ...refused('new_timestripe'),
      visitId: at.visitId,
    });
    done(await rescheduleVisits(as(at.jefe), { ...input, checked: ['unset_tech'] }));
  });

  it('when a change is undone, not when a technician takes a visit', async () => {
    const at = await place();
    done(await changeTechnician(as(at.jefe, 'change'), { visit_id: at.visitId, tech_id: at.otherId }));
    await absent(at, at.technicianId);
    const undo = { visit_id: at.visitId, key: 'change' };
    expect(await undoChange(as(at.jefe), undo)).toMatchObject(refused('visit_id'));
    expect(await visitOf(at.visitId)).toMatchObject({ technicianId: at.otherId });
    const technician = await actorOf(record().sql, at.userId);
    const ofToday = await addVisit(record().sql, at, { technicianId: null, day: today(new Date()) });
    await absent(at, at.technicianId, { from: today(new Date()), to: today(new Date()) });
    done(await takeVisit(as(technician), { visit_id: ofToday }));
    done(await releaseVisit(as(technician, 'release'), { visit_id: ofToday, notes: 'no puedo llegar' }));
    done(await undoChange(as(technician), { visit_id: ofToday, key: 'release' }));
  });

  it('but not for a day that is over: what is left of it is done on another', async () => {
    const at = await place({ day: addDays(tomorrow, -2) });
    const { id } = await absent(at, at.otherId);
    const yesterday = addDays(tomorrow, -2);
    await record().sql`update absences set from_day = ${yesterday}, to_day = ${yesterday} where id = ${id}`;
    done(await changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: at.otherId }));
  });
});

it('an absence and an assignment that are entered concurrently do not miss each other', async () => {
  for (let round = 0; round < 12; round++) {
    const at = await place({ technicianId: null });
    const [entered, given] = await Promise.all([
      editAbsence(as(at.jefe), { tech_id: at.otherId, from: tomorrow, to: tomorrow }),
      changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: at.otherId }),
    ]);
    // Either the assignment saw the absence, or the absence the visit.
    if (isRefusal(given)) expect(given.code).toBe('technician-absent');
    else expect(entered).toMatchObject({ assigned_visits: 1 });
  }
});

it('an assignment under way waits for the absence that is being entered', async () => {
  const at = await place({ technicianId: null });
  const { transactions } = record();
  let given: Promise<unknown> | undefined;
  await transactions.begin(async (tx) => {
    await tx`select 1 from technicians where id = ${at.otherId} for update`;
    given = changeTechnician(as(at.jefe), { visit_id: at.visitId, tech_id: at.otherId });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await tx`insert into absences (technician_id, from_day, to_day) values (${at.otherId}, ${tomorrow}, ${tomorrow})`;
  });
  expect(await given).toMatchObject({ code: 'technician-absent' });
});
