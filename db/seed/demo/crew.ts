import type { Tx } from '../../connection/sql.ts';
import type { Technician, World } from './world.ts';

/** The operation that has skills and an absence: no account of the demo works in the field there. */
const operationCode = '235';

/** The order type and symptom of the catalogue that need each; all but some of the technicians have it. */
const skills = [
  {
    id: 1,
    name: 'fibra',
    needs: [
      { orderType: 1, symptomId: 14 },
      { orderType: null, symptomId: 11 },
    ],
    lacks: 3,
  },
  { id: 2, name: 'altura', needs: [{ orderType: null, symptomId: 12 }], lacks: 2 },
  { id: 3, name: 'televisión', needs: [], lacks: 4 },
];

/** A few skills, what needs them, and two absences, of technicians without visits then: one of today. Nothing refuses. */
export async function writeCrew(tx: Tx, world: World): Promise<void> {
  const operation = world.operations.find(({ plan }) => plan.code === operationCode)!;
  const technicians = operation.technicians.filter(({ user }) => user.operations[0] === operationCode);
  await tx`insert into skill_rules (operation, mode) values (${operationCode}, 'warn')`;
  for (const { id, name, needs, lacks } of skills) {
    await tx`insert into skills (id, operation, name) values (${id}, ${operationCode}, ${name})`;
    for (const { orderType, symptomId } of needs)
      await tx`insert into skill_needs (skill_id, order_type, symptom_id) values (${id}, ${orderType}, ${symptomId})`;
    const having = technicians.filter((_, index) => index % lacks !== lacks - 1);
    for (const technician of having)
      await tx`insert into technician_skills (skill_id, technician_id) values (${id}, ${technician.id})`;
  }
  const absence = freeWeek(world, technicians);
  if (absence)
    await tx`
      insert into absences (technician_id, from_day, to_day, reason, created_by)
      values (${absence.technician.id}, ${absence.from}, ${absence.to}, 'Vacaciones', ${operation.dispatchers[0]!.id})`;
  const { absent, operations, day } = world;
  if (absent)
    await tx`
      insert into absences (technician_id, from_day, to_day, reason, created_by)
      values (${absent.id}, ${day(0)}, ${day(0)}, 'Enfermedad', ${operations[0]!.dispatchers[0]!.id})`;
  await tx`select setval(pg_get_serial_sequence('skills', 'id'), ${skills.length})`;
}

/** The first week from next one on in which one of them has no visit; none in two months is none. */
function freeWeek({ day, visits }: World, technicians: Technician[]) {
  for (let offset = 5; offset < 60; offset++) {
    const [from, to] = [day(offset), day(offset + 6)];
    const busy = new Set(
      visits.filter((visit) => visit.day >= from && visit.day <= to).map(({ technician }) => technician?.id),
    );
    const technician = technicians.find(({ id }) => !busy.has(id));
    if (technician) return { technician, from, to };
  }
  return null;
}
