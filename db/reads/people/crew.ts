import { addDays, type Day, today } from '../../../machines/calendar/slots.ts';
import type { Absence } from '../../../machines/visit/absences.ts';
import {
  defaultSkillMode,
  type Skill,
  type SkillMode,
  type SkillNeed,
} from '../../../machines/visit/skills.ts';
import type { Db } from '../../connection/open.ts';
import type { Query } from '../../connection/sql.ts';
import { isOpenVisit } from '../../record/open-visits.ts';

/** Who works in an operation, what they can do, and when they do not work. */
export type Crew = {
  mode: SkillMode;
  /** By name. */
  skills: Skill[];
  needs: SkillNeed[];
  /** Active ones, by name, each with the ids of their skills. */
  technicians: { id: number; name: string; skills: number[] }[];
  /**
   * Of these technicians, those that end a week ago or later, by their first day. Without their reasons, which may be
   * private: every board of the operation receives them.
   */
  absences: Omit<Absence, 'reason'>[];
};

/** Absences that ended earlier are not on a board. */
const daysBack = 7;

/** SQL of who works in the operation now, as a table `crew`. */
const crewOf = (sql: Query, operation: string) => sql`
  crew as (
    select t.id, t.name from technicians t join users u on u.id = t.user_id and u.active and t.active
    join user_operations o on o.user_id = u.id and o.operation = ${operation}
  )`;

/** SQL of an operation's skills: mode, list, needs, and who of `crew` has which. */
const skillColumns = (sql: Query, operation: string) => sql`
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
    from crew c) as technicians`;

/** An operation's crew as boards and technician lists show it, of one snapshot. */
export async function readCrew({ sql }: Db, operation: string, now = new Date()): Promise<Crew> {
  const [crew] = await sql<Crew[]>`
    with ${crewOf(sql, operation)}
    select ${skillColumns(sql, operation)},
      (select coalesce(json_agg(json_build_object('id', a.id, 'technicianId', a.technician_id, 'fromDay', a.from_day,
          'toDay', a.to_day, 'slotIds', a.slot_ids, 'version', a.version) order by a.from_day, a.id), '[]')
        from absences a join crew c on c.id = a.technician_id
        where a.to_day >= ${addDays(today(now), -daysBack)}) as absences`;
  return crew!;
}

/** An operation's skills for its editor, with their version. */
export type OperationSkills = Pick<Crew, 'mode' | 'skills' | 'needs' | 'technicians'> & {
  operation: string;
  version: number;
};

/** What an operation's technicians can do, and what visits need of them. */
export async function readSkills({ sql }: Db, operation: string): Promise<OperationSkills> {
  const [skills] = await sql<OperationSkills[]>`
    with ${crewOf(sql, operation)}
    select ${operation} as operation, coalesce((select version from skill_rules where operation = ${operation}), 1) as version,
      ${skillColumns(sql, operation)}`;
  return skills!;
}

/** An absence with its technician, which of the asked operations are theirs, and their open visits in it. */
export type ListedAbsence = Absence & {
  technicianName: string;
  operations: string[];
  assignedVisits: number;
};

/**
 * The absences of these operations' active technicians that touch the days, both included, by their first day.
 * @param to null: without an end
 */
export const listAbsences = async (
  { sql }: Db,
  operations: string[],
  { from, to, id }: { from: Day; to: Day | null; id?: number },
): Promise<ListedAbsence[]> => [
  ...(await sql<ListedAbsence[]>`
    select a.id, a.technician_id, a.from_day, a.to_day, a.slot_ids, a.reason, a.version, t.name as technician_name,
      array(select o.operation::text from user_operations o where o.user_id = u.id
        and o.operation = any(${operations}::text[]) order by o.position, o.operation) as operations,
      (select count(*)::int from visits v where v.technician_id = a.technician_id and v.day between a.from_day and a.to_day
        and (a.slot_ids = '{}' or v.slot_id = any(a.slot_ids)) and ${isOpenVisit(sql)}) as assigned_visits
    from absences a join technicians t on t.id = a.technician_id and t.active join users u on u.id = t.user_id and u.active
    where a.to_day >= ${from} ${to === null ? sql`` : sql`and a.from_day <= ${to}`}
      ${id === undefined ? sql`` : sql`and a.id = ${id}`}
      and exists (select 1 from user_operations o where o.user_id = u.id and o.operation = any(${operations}::text[]))
    order by a.from_day, t.name, a.id`),
];

/** An absence of the actor's operations; undefined: not found or not theirs. */
export const findAbsence = async (
  db: Db,
  { operations }: { operations: string[] },
  id: number,
): Promise<ListedAbsence | undefined> =>
  (await listAbsences(db, operations, { from: '1900-01-01', to: null, id }))[0];
