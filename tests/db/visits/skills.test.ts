import { describe, expect, it } from 'vitest';
import { editSkills } from '../../../db/commands/crew/edit-skills.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { readChanges } from '../../../db/feed/changes.ts';
import { readSkills } from '../../../db/reads/people/crew.ts';
import { listSettingEvents } from '../../../db/reads/settings/setting-events.ts';
import type { Actor } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import {
  actorOf,
  addOrder,
  addSlot,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';

// What technicians can do, and what visits need of them (contract §9 'skills').

const record = openRecord({ reads: 10, transactions: 10 });
const tomorrow = addDays(today(new Date()), 1);
type Place = World & { jefe: Actor; otherId: number; symptomId: number };

async function place(): Promise<Place> {
  const { sql } = record();
  const [symptom] = await sql`insert into symptoms (text) values ('Sin señal') returning id`;
  const symptomId = symptom!.id as number;
  const made = await makeWorld(sql, { visit: { day: tomorrow, symptomId } });
  const { technicianId: otherId } = await addTechnician(sql, made.operation);
  return { ...made, symptomId, otherId, jefe: await actorOf(sql, await addUser(sql, made.operation)) };
}
const as = (actor: Actor) => ({ db: record(), actor });
const done = <Answer>(answer: Answer | Refusal): Answer => {
  if (isRefusal(answer)) throw new Error(`${answer.code}: ${answer.text}`);
  return answer;
};
const edit = (at: Place, input: object) => editSkills(as(at.jefe), { subsidiary: at.operation, ...input });
const skillsOf = (at: Place) => readSkills(record(), at.operation);
const history = (at: Place) => listSettingEvents(record(), at.jefe, at.operation, 'skills.changed');
/** 'fibra' for the order type and 'altura' for the symptom; the technician of the visit has both, the other none. */
const withNeeds = async (at: Place, mode: string) =>
  done(
    await edit(at, {
      mode,
      skills: [{ name: 'fibra' }, { name: 'altura' }],
      needs: [
        { skill: 'fibra', order_type: 1, symptom_id: null },
        { skill: 'altura', symptom_id: at.symptomId },
      ],
      technicians: [{ tech_id: at.technicianId, skills: ['fibra', 'altura'] }],
    }),
  );

describe('the skills of an operation', () => {
  it('are listed, needed and had, and what is absent stays', async () => {
    const at = await place();
    expect(await skillsOf(at)).toMatchObject({ mode: 'warn', version: 1, skills: [], needs: [] });
    const first = await withNeeds(at, 'refuse');
    expect(first).toMatchObject({ subsidiary_id: at.operation, version: 2 });
    const [altura, fibra] = first.skills;
    expect([altura!.name, fibra!.name]).toEqual(['altura', 'fibra']);
    done(await edit(at, { technicians: [{ tech_id: at.otherId, skills: [fibra!.id] }] }));
    expect(await skillsOf(at)).toMatchObject({
      mode: 'refuse',
      version: 3,
      needs: [
        { skillId: fibra!.id, orderType: 1, symptomId: null },
        { skillId: altura!.id, orderType: null, symptomId: at.symptomId },
      ],
      technicians: expect.arrayContaining([
        expect.objectContaining({
          id: at.technicianId,
          skills: expect.arrayContaining([fibra!.id, altura!.id]),
        }),
        expect.objectContaining({ id: at.otherId, skills: [fibra!.id] }),
      ]),
    });
  });

  it('are renamed by id, may swap their names, and a skill that goes takes its needs along', async () => {
    const at = await place();
    const [altura, fibra] = (await withNeeds(at, 'warn')).skills;
    const swapped = [
      { id: altura!.id, name: 'fibra' },
      { id: fibra!.id, name: 'altura' },
    ];
    done(await edit(at, { skills: swapped }));
    expect((await skillsOf(at)).skills).toEqual([
      { id: fibra!.id, name: 'altura' },
      { id: altura!.id, name: 'fibra' },
    ]);
    done(await edit(at, { skills: ['FIBRA', 'wifi'] }));
    const after = await skillsOf(at);
    expect(after.skills.map(({ name }) => name)).toEqual(['FIBRA', 'wifi']);
    expect(after.skills[0]!.id).toBe(altura!.id);
    expect(after.needs).toMatchObject([{ skillId: altura!.id }]);
    expect(after.technicians.find(({ id }) => id === at.technicianId)!.skills).toEqual([altura!.id]);
  });

  it('are in the history with what changed, before and after, and on the boards', async () => {
    const at = await place();
    await withNeeds(at, 'refuse');
    done(await edit(at, { technicians: [{ tech_id: at.technicianId, skills: ['fibra'] }] }));
    const [last, first] = await history(at);
    expect(first!.data).toMatchObject({
      from: { mode: 'warn', skills: [] },
      to: {
        mode: 'refuse',
        skills: ['altura', 'fibra'],
        needs: [
          { skill: 'fibra', orderType: 'Reclamo técnico', symptom: null },
          { skill: 'altura', orderType: null, symptom: 'Sin señal' },
        ],
      },
    });
    expect(last!.data).toEqual({
      from: { technicians: [{ id: at.technicianId, name: expect.any(String), skills: ['altura', 'fibra'] }] },
      to: { technicians: [{ id: at.technicianId, name: expect.any(String), skills: ['fibra'] }] },
    });
    const changes = await readChanges(record(), at.operation, 0);
    expect(changes).toMatchObject({
      crew: { mode: 'refuse', skills: [{ name: 'altura' }, { name: 'fibra' }] },
    });
  });

  it('given again as they are, are no change', async () => {
    const at = await place();
    await withNeeds(at, 'refuse');
    expect(await withNeeds(at, 'refuse')).toMatchObject({ version: 2 });
    expect(await history(at)).toHaveLength(1);
  });

  it.each([
    ['two of one name', { skills: ['fibra', 'Fibra'] }, 'Dos habilidades no pueden tener el mismo nombre.'],
    ['an empty name', { skills: [' '] }, 'El nombre es obligatorio.'],
    [
      'an unknown id',
      { skills: [{ id: 999_999, name: 'x' }] },
      'Una de las habilidades no existe en la operación.',
    ],
    [
      'a need of an unknown skill',
      { needs: [{ skill: 'x', order_type: 1 }] },
      'Una de las habilidades no existe en la operación.',
    ],
    [
      'a need of nothing',
      { skills: ['x'], needs: [{ skill: 'x' }] },
      'Elegí un tipo de OT, un síntoma o los dos.',
    ],
    [
      'an unknown order type',
      { skills: ['x'], needs: [{ skill: 'x', order_type: 77 }] },
      'Uno de los tipos de OT o de los síntomas no existe.',
    ],
    [
      'an unknown technician',
      { technicians: [{ tech_id: 999_999, skills: [] }] },
      'No se pudo obtener el nombre del técnico. Por favor realice otra selección',
    ],
    ['an unknown mode', { mode: 'forbid' }, 'Las habilidades pueden estar apagadas, avisar o impedir.'],
  ])('%s is refused, and nothing is kept', async (_, wrong, text) => {
    const at = await place();
    expect(await edit(at, { mode: 'refuse', ...wrong })).toMatchObject({ status: 422, text });
    expect(await skillsOf(at)).toMatchObject({ mode: 'warn', version: 1, skills: [] });
  });

  it('are not overwritten, and belong to their operation', async () => {
    const at = await place();
    const other = await place();
    const [, fibra] = (await withNeeds(other, 'warn')).skills;
    done(await edit(at, { mode: 'off', version: 1 }));
    expect(await edit(at, { mode: 'warn', version: 1 })).toMatchObject({
      code: 'skills-changed',
      setting: { kind: 'skills', id: Number(at.operation) },
    });
    expect(
      await edit(at, { technicians: [{ tech_id: at.technicianId, skills: [fibra!.id] }] }),
    ).toMatchObject({
      code: 'skill-unknown',
    });
    expect(await edit(at, { technicians: [{ tech_id: other.technicianId, skills: [] }] })).toMatchObject({
      code: 'technician-of-other-operation',
    });
    expect(await editSkills(as(at.jefe), { subsidiary: other.operation, mode: 'off' })).toMatchObject({
      status: 403,
    });
    const without = { ...at.jefe, permissions: [] };
    expect(await editSkills(as(without), { subsidiary: at.operation, mode: 'off' })).toMatchObject({
      status: 403,
    });
  });

  it('changed by two concurrently are changed one after the other', async () => {
    const at = await place();
    const answers = await Promise.all([
      edit(at, { skills: ['fibra'], version: 1 }),
      edit(at, { skills: ['altura'], version: 1 }),
    ]);
    expect(answers.map((answer) => (isRefusal(answer) ? answer.code : 'ok')).sort()).toEqual([
      'ok',
      'skills-changed',
    ]);
  });
});

describe('a technician without a skill that the visit needs', () => {
  const text = 'El técnico no tiene la habilidad necesaria: altura, fibra.';

  it('is refused where the operation refuses, with the skills that lack', async () => {
    const at = await place();
    await withNeeds(at, 'refuse');
    const refused = {
      status: 409,
      code: 'skill-missing',
      text,
      visitId: at.visitId,
      fields: { tech_id: text },
    };
    expect(
      await changeTechnician(as(at.jefe), { visit_id: [at.visitId], tech_id: at.otherId }),
    ).toMatchObject(refused);
    expect(await editVisit(as(at.jefe), { visit_id: at.visitId, tech_id: at.otherId })).toMatchObject(
      refused,
    );
    const input = {
      ot_type: 1,
      ot_number: await addOrder(record().sql, at.clientId),
      possibleDate: tomorrow,
      timestripe: at.slotId,
      assigned_to: at.otherId,
      checked: [],
    };
    expect(await createVisit(as(at.jefe), input)).toMatchObject({
      code: 'skill-missing',
      text: 'El técnico no tiene la habilidad necesaria: fibra.',
      fields: { assigned_to: expect.any(String) },
    });
    done(await createVisit(as(at.jefe), { ...input, assigned_to: at.technicianId }));
  });

  it.each(['warn', 'off'])('is accepted with mode %s', async (mode) => {
    const at = await place();
    await withNeeds(at, mode);
    done(await changeTechnician(as(at.jefe), { visit_id: [at.visitId], tech_id: at.otherId }));
  });

  it('keeps the visit in another slot: that was decided when it was given', async () => {
    const at = await place();
    await withNeeds(at, 'refuse');
    const visitId = await addVisit(record().sql, { ...at, technicianId: at.otherId }, { day: tomorrow });
    const slotId = await addSlot(record().sql, at.operation);
    done(await editVisit(as(at.jefe), { visit_id: visitId, timestripe_id: slotId }));
  });
});
