import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { day, id, operationCode } from '../../../db/commands/input.ts';
import { type OperationSkills, readSkills } from '../../../db/reads/people/crew.ts';
import {
  listSlotsOfDay,
  listTechniciansOfSlot,
  type SlotOfDay,
  type TechnicianOfSlot,
} from '../../../db/reads/visits/creation.ts';
import { type FreePlace, listFreePlaces } from '../../../db/reads/visits/places.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

export type CreationAnswer =
  | {
      ok: true;
      slots: SlotOfDay[];
      technicians: TechnicianOfSlot[];
      /** What visits need, and what happens to who lacks it. */
      skills: Pick<OperationSkills, 'mode' | 'skills' | 'needs'>;
      /** The nearest slots with places, where one of the day has none. */
      near: FreePlace[];
    }
  | { ok: false; diagnostic: string };

/** As many are offered. */
const nearest = 3;

const query = z.object({ operation: operationCode, day, slot: id.optional() });

/** The slots of a day, and the technicians with their counts in one of them (S2 §2 'Visit creation form'). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!context.session) {
    const { text, status } = refuseSession(context);
    return answer({ ok: false, diagnostic: text }, status);
  }
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return answer({ ok: false, diagnostic: refuse('check-the-data').text }, 422);
  const { operation, slot } = parsed.data;
  if (!context.session.actor.operations.includes(operation))
    return answer({ ok: false, diagnostic: refuse('operation-not-assigned').text }, 403);
  const [slots, technicians, { mode, skills, needs }] = await Promise.all([
    listSlotsOfDay(context.db, operation, parsed.data.day, new Date()),
    listTechniciansOfSlot(context.db, [operation], parsed.data.day, slot ?? null),
    readSkills(context.db, operation),
  ]);
  const now = new Date();
  const near = slots.some(({ left }) => left === 0)
    ? await listFreePlaces(context.db, operation, parsed.data.day, { now, count: nearest })
    : [];
  return answer({ ok: true, slots, technicians, skills: { mode, skills, needs }, near });
}

const answer = (body: CreationAnswer, status = 200) => Response.json(body, { status });
