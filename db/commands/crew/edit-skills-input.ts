import { z } from 'zod';
import { skillModes } from '../../../machines/visit/skills.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { id, operationCode, optional, requiredText, seenVersion, technician } from '../input.ts';

const skillName = requiredText(textLimits.skillName, refuse('name-required').text, {
  tooLong: 'El nombre de una habilidad admite hasta 40 caracteres.',
});

/** A skill by its id or its name. */
const skill = z.union([z.int().min(1), skillName], refuse('skill-unknown').text);

/** A skill of the list: with an id it is renamed, without one it is new, unless there is one of that name. */
const listedSkill = z
  .union(
    [
      z.string().transform((name) => ({ id: null, name })),
      z.object({ id: optional(id), name: z.string(refuse('name-required').text) }),
    ],
    refuse('name-required').text,
  )
  .pipe(z.object({ id: z.int().nullable(), name: skillName }));

const need = z
  .object({
    skill_id: optional(id),
    skill: optional(skill),
    order_type: optional(id),
    symptom_id: optional(id),
  })
  .refine((need) => need.skill_id !== null || need.skill !== null, refuse('skill-unknown').text)
  .refine((need) => need.order_type !== null || need.symptom_id !== null, refuse('need-of-nothing').text)
  .transform((need) => ({
    skill: need.skill_id ?? need.skill!,
    orderType: need.order_type,
    symptomId: need.symptom_id,
  }));

/**
 * An operation's skills. What is absent stays; the lists of skills and needs replace those before, and each technician
 * who is listed has the skills listed with them. Apart from the command, so that the form uses the same schema.
 */
export const editSkillsInput = z.object({
  subsidiary: operationCode,
  mode: z.enum(skillModes, refuse('skill-mode-unknown').text).nullish(),
  skills: z.array(listedSkill).max(100, 'Una operación puede tener hasta 100 habilidades.').nullish(),
  needs: z.array(need).max(1_000, 'Se pueden indicar hasta 1000 necesidades.').nullish(),
  technicians: z
    .array(z.object({ tech_id: technician, skills: z.array(skill).max(100) }))
    .max(500, 'Se pueden indicar hasta 500 técnicos.')
    .nullish(),
  version: seenVersion,
});
