import { today } from '../../../machines/calendar/slots.ts';
import { type Absence, isAbsent } from '../../../machines/visit/absences.ts';
import { lacksText, type Skill, type SkillNeed, skillsLacking } from '../../../machines/visit/skills.ts';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import type { Frame } from '../../record/transact.ts';

/** A visit that a technician is to have; no technician: it is not asked about. */
export type GivenVisit = {
  /** Null: it does not exist yet. */
  id: number | null;
  technicianId: number | null;
  operation: string;
  day: string;
  slotId: number;
  orderType: number;
  symptomId: number | null;
};

type Options = {
  /** The input's name, for the refusal. */
  field: string;
  /** Whether the technician has the visits already, so that only the days are asked about. */
  keeps?: boolean;
};

type Facts = {
  absences: Pick<Absence, 'technicianId' | 'fromDay' | 'toDay' | 'slotIds'>[];
  /** Of the operations that refuse. */
  rules: {
    operation: string;
    skills: Skill[];
    needs: SkillNeed[];
    has: { technicianId: number; skillId: number }[];
  }[];
};

/**
 * Whether these visits may be given to their technicians: who does not work in the slot, or lacks a skill in an
 * operation that refuses that, stops all (contract §9 'absences', 'skills'). What is left of a past day is done on
 * another: its absences do not count. One round trip for any number of visits, which locks the technicians against
 * absences that are being entered.
 * @returns the refusal, which names the first such visit; null: they may
 */
export async function refuseTechnician(
  frame: Frame,
  visits: readonly GivenVisit[],
  { field, keeps = false }: Options,
): Promise<Refusal | null> {
  const given = visits.filter(({ technicianId }) => technicianId !== null);
  if (given.length === 0) return null;
  const { absences, rules } = await readFacts(frame, given, keeps);
  const first = today(frame.now);
  for (const visit of given) {
    const technicianId = visit.technicianId!;
    const about = visit.id === null ? {} : { visitId: visit.id };
    if (visit.day >= first && isAbsent(absences, technicianId, visit.day, visit.slotId))
      return refuse('technician-absent', { ...about, fields: { [field]: refuse('technician-absent').text } });
    const rule = rules.find(({ operation }) => operation === visit.operation);
    if (!rule) continue;
    const has = rule.has.filter((skill) => skill.technicianId === technicianId).map(({ skillId }) => skillId);
    const lacking = skillsLacking(visit, has, rule);
    if (lacking.length === 0) continue;
    const text = lacksText(lacking);
    return refuse('skill-missing', { ...about, text, fields: { [field]: text } });
  }
  return null;
}

async function readFacts({ tx }: Frame, visits: GivenVisit[], keeps: boolean): Promise<Facts> {
  const technicians = [...new Set(visits.map(({ technicianId }) => technicianId!))];
  const operations = keeps ? [] : [...new Set(visits.map(({ operation }) => operation))];
  const days = visits.map(({ day }) => day).sort();
  // Sent together, and two statements: the second sees what was committed while the first waited.
  const [, [facts]] = await Promise.all([
    tx`select 1 from technicians where id = any(${technicians}::int[]) order by id for key share`,
    tx<Facts[]>`
      select
        (select coalesce(json_agg(json_build_object('technicianId', a.technician_id, 'fromDay', a.from_day,
            'toDay', a.to_day, 'slotIds', a.slot_ids)), '[]')
          from absences a where a.technician_id = any(${technicians}::int[])
          and a.to_day >= ${days[0]!} and a.from_day <= ${days.at(-1)!}) as absences,
        (select coalesce(json_agg(json_build_object('operation', r.operation,
          'skills', (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
            from skills s where s.operation = r.operation),
          'needs', (select coalesce(json_agg(json_build_object('skillId', n.skill_id, 'orderType', n.order_type,
            'symptomId', n.symptom_id)), '[]')
            from skill_needs n join skills s on s.id = n.skill_id where s.operation = r.operation),
          'has', (select coalesce(json_agg(json_build_object('technicianId', k.technician_id, 'skillId', k.skill_id)), '[]')
            from technician_skills k join skills s on s.id = k.skill_id
            where s.operation = r.operation and k.technician_id = any(${technicians}::int[])))), '[]')
          from skill_rules r where r.operation = any(${operations}::text[]) and r.mode = 'refuse') as rules`,
  ]);
  return facts!;
}
