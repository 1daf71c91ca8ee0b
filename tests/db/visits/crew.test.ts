import { expect, it } from 'vitest';
import { readCrew } from '../../../db/reads/people/crew.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { makeWorld } from '../../support/record/fixtures.ts';

const record = openRecord();

it('the crew of an operation is its active technicians, their skills and absences, and nothing of another', async () => {
  const { sql } = record();
  const at = await makeWorld(sql);
  const other = await makeWorld(sql);
  const [skill] = await sql<{ id: number }[]>`
    insert into skills (operation, name) values (${at.operation}, 'fibra'), (${other.operation}, 'altura') returning id`;
  await sql`insert into technician_skills select id, ${at.technicianId} from skills where operation = ${at.operation}`;
  await sql`insert into skill_needs (skill_id, order_type) values (${skill!.id}, 1)`;
  await sql`insert into absences (technician_id, from_day, to_day, reason) values
    (${at.technicianId}, '2026-03-01', '2026-03-02', 'Licencia'), (${at.technicianId}, '2026-01-01', '2026-01-02', 'Hace mucho'),
    (${other.technicianId}, '2026-03-01', '2026-03-02', 'De otra')`;
  const crew = await readCrew(record(), at.operation, new Date('2026-03-05T12:00:00-03:00'));
  expect(crew).toEqual({
    mode: 'warn',
    skills: [{ id: skill!.id, name: 'fibra' }],
    needs: [{ skillId: skill!.id, orderType: 1, symptomId: null }],
    technicians: [{ id: at.technicianId, name: expect.any(String), skills: [skill!.id] }],
    absences: [
      {
        id: expect.any(Number),
        technicianId: at.technicianId,
        fromDay: '2026-03-01',
        toDay: '2026-03-02',
        slotIds: [],
        version: 1,
      },
    ],
  });
});
