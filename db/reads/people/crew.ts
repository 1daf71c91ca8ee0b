import { addDays, today } from '../../../machines/calendar/slots.ts';
import type { Absence } from '../../../machines/visit/absences.ts';
import {
  defaultSkillMode,
  type Skill,
  type SkillMode,
  type SkillNeed,
} from '../../../machines/visit/skills.ts';
import type { Db } from '../../connection/open.ts';

/** Who works in an operation, what they can do, and when they do not work. */
export type Crew = {
  mode: SkillMode;
  /** By name. */
  skills: Skill[];
  needs: SkillNeed[];
  /** Active ones, by name, each with the ids of their skills. */
  technicians: { id: number; name: string; skills: number[] }[];
  /** Of these technicians, those that end a week ago or later, by their first day. */
  absences: Absence[];
};

/** Absences that ended earlier are not on a board. */
const daysBack = 7;

/** An operation's crew as boards and technician lists show it, of one snapshot. */
export async function readCrew({ sql }: Db, operation: string, now = new Date()): Promise<Crew> {
  const [crew] = await sql<Crew[]>`
    with crew as (
      select t.id, t.name from technicians t join users u on u.id = t.user_id and u.active and t.active
      join user_operations o on o.user_id = u.id and o.operation = ${operation}
    )
    select
      coalesce((select mode from skill_rules where operation = ${operation}), ${defaultSkillMode}) as mode,
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
        from skills s where s.operation = ${operation}) as skills,
      (select coalesce(json_agg(json_build_object('skillId', n.skill_id, 'orderType', n.order_type, 'symptomId', n.symptom_id)
          order by n.id), '[]')
        from skill_needs n join skills s on s.id = n.skill_id where s.operation = ${operation}) as needs,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'skills',
          (select coalesce(json_agg(k.skill_id order by k.skill_id), '[]') from technician_skills k
            join skills s on s.id = k.skill_id where k.technician_id = c.id and s.operation = ${operation}))
          order by c.name, c.id), '[]')
        from crew c) as technicians,
      (select coalesce(json_agg(json_build_object('id', a.id, 'technicianId', a.technician_id, 'fromDay', a.from_day,
          'toDay', a.to_day, 'slotIds', a.slot_ids, 'reason', a.reason, 'version', a.version) order by a.from_day, a.id), '[]')
        from absences a join crew c on c.id = a.technician_id
        where a.to_day >= ${addDays(today(now), -daysBack)}) as absences`;
  return crew!;
}
