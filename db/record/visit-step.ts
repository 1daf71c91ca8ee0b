import type { z } from 'zod';
import { type Ability, operationsOf, type Permission } from '../../machines/access/permissions.ts';
import type { EventData } from '../../machines/events.ts';
import { decideVisit } from '../../machines/visit/machine.ts';
import type { VisitStep } from '../../machines/visit/steps.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../machines/words/refusals.ts';
import { gather } from '../connection/gather.ts';
import type { Db } from '../connection/open.ts';
import { type Committed, committedOf } from '../feed/committed.ts';
import { isShown, notifyFeed } from '../feed/notify.ts';
import { isStillCurrent } from './is-still-current.ts';
import { momentOfStep, reported, type StepMoment } from './moment-of-step.ts';
import { updateVisitOf } from './save-visits.ts';
import { eventOf } from './take-step.ts';
import { timed } from './timed.ts';
import { admit, authorOf, type Context, hashOf, keyReused, recallAnswer } from './transact.ts';
import { type VisitRow, visitRowColumns } from './visit-row.ts';
import { type NewNotice, notifiesCustomer, writeEvents } from './write-events.ts';

/** What deciding a step needs, read without a lock. `now`: when the step takes place. */
export type Seen = VisitRow &
  StepMoment & {
    /** The visit for which the actor's technician is on the way. */
    currentVisitId: number | null;
    /** Whether 'Voy en camino' is allowed in the first operation of the visit's technician. */
    departureAllowed: boolean;
  };

/** Of every step: the visit, the version that the caller saw, and when it took place. */
type StepInput = { visit_id: number; version?: number | null | undefined; happened_at?: Date | undefined };

type Change<Answer> = {
  step: VisitStep;
  /** Kept with the event: a note, or the technician before. */
  data?: EventData;
  notices?: NewNotice[];
  answer: Answer;
};

type Definition<Input extends z.ZodType<StepInput>, Answer> = {
  name: string;
  input: Input;
  permission?: Permission | Ability;
  change(seen: Seen, input: z.output<Input>, context: Context): Change<Answer> | Refusal | Answer;
};

const attempts = 20;

/**
 * The frame of a command that is one step of one visit. It keeps the promises of `transact` with a single statement
 * instead of a transaction block (2.5 times as fast): the visit is read without a lock, the machine decides, and one
 * statement writes everything, on condition that the visit is unchanged. Otherwise it is read and decided again.
 */
export function visitStep<Input extends z.ZodType<StepInput>, Answer extends Record<string, unknown>>(
  definition: Definition<Input, Answer>,
) {
  const act = async (context: Context, raw: unknown): Promise<Answer | Refusal> => {
    const input = admit(definition, context, raw);
    if (isRefusal(input)) return input;
    const key = context.key ?? null;
    const hash = key ? hashOf(definition.name, input) : null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { seen, stored } = await read(context, input.visit_id, key);
      if (stored) return stored.inputHash === hash ? (stored.answer as Answer) : keyReused();
      if (!seen)
        return (
          (key && (await recallAnswer<Answer>(context.db.sql, context.actor.userId, key, hash!))) ||
          refuse('visit-unknown')
        );
      const { version } = input;
      if (version != null && !(await isStillCurrent(context.db.sql, seen, version)))
        return refuse('stale-version', { visitId: seen.id });
      const moment = await momentOfStep(context.db.sql, seen.id, input.happened_at, seen.now);
      if (isRefusal(moment)) return moment;
      const then = { ...seen, ...moment };
      const change = definition.change(then, input as z.output<Input>, context);
      if (isRefusal(change)) return { ...change, visitId: seen.id };
      if (!isChange(change)) return change;
      const answer = { ...change.answer, ...reported(moment) };
      const outcome = await save(context, definition.name, then, { ...change, answer }, hash);
      if (outcome === 'again') continue;
      if (typeof outcome === 'string') return refuse(outcome, { visitId: seen.id });
      notifyFeed(context.db, seen.operation, outcome.event.version, {
        requestId: context.from?.requestId,
        changes: [outcome],
      });
      return answer;
    }
    return refuse('stale-version', { visitId: input.visit_id });
  };
  const timedCommand = (context: Context, raw: unknown) =>
    timed(context, definition.name, () => act(context, raw));
  return Object.assign(timedCommand, {
    schema: definition.input,
    permission: definition.permission ?? null,
    commandName: definition.name,
  });
}

const isChange = <Answer>(value: Change<Answer> | Answer): value is Change<Answer> =>
  typeof value === 'object' && value !== null && 'step' in value;

type Kept = { inputHash: string; answer: unknown };

/** What deciding a step needs: the visit, if it is within the actor's reach, and the key's kept answer. */
async function read(context: Context, visitId: number, key: string | null) {
  const { userId, technicianId } = context.actor;
  const reach = operationsOf(context.actor).join(',');
  const row = await readTogether(context.db, { visitId, technicianId, userId, key, reach });
  if (!row) return { seen: undefined, stored: null };
  const { kept: stored, turn: _, ...seen } = row;
  return { seen: { ...seen, now: context.now ?? seen.now, reportedAt: null } as Seen, stored };
}

type ReadRequest = {
  visitId: number;
  technicianId: number | null;
  userId: number;
  key: string | null;
  reach: string;
};

/** One statement for all concurrent callers, without locks. */
const readTogether = gather(async ({ sql }: Db, requests: ReadRequest[]) => {
  const rows = await sql<(Seen & { turn: number; kept: Kept | null })[]>`
    select a.turn::int, ${visitRowColumns(sql)}, now() as now,
      case when a.technician is not null then (select w.visit_id from technicians_on_the_way w where w.technician_id = a.technician) end as current_visit_id,
      coalesce((select o.on_the_way_allowed from technicians t
        join user_operations u on u.user_id = t.user_id join operations o on o.code = u.operation
        where t.id = v.technician_id order by u.position, u.operation limit 1), false) as departure_allowed,
      case when a.key is not null then (select json_build_object('inputHash', input_hash, 'answer', answer)
        from idempotency_keys where user_id = a.person and key = a.key) end as kept
    from unnest(${requests.map((item) => item.visitId)}::int[], ${requests.map((item) => item.technicianId)}::int[],
      ${requests.map((item) => item.userId)}::int[], ${requests.map((item) => item.key)}::text[], ${requests.map((item) => item.reach)}::text[])
      with ordinality a(visit, technician, person, key, reach, turn)
    join visits v on v.id = a.visit and v.operation = any(string_to_array(a.reach, ','))
    join slots s on s.id = v.slot_id`;
  const answers: ((typeof rows)[number] | undefined)[] = requests.map(() => undefined);
  for (const row of rows) answers[row.turn - 1] = row;
  return answers;
});

/** One statement: the visit on condition, and everything that `writeEvents` writes. */
async function save<Answer>(
  context: Context,
  name: string,
  seen: Seen,
  { step, data, notices = [], answer }: Change<Answer>,
  hash: string | null,
): Promise<Committed | 'again' | RefusalCode> {
  const { actor, db } = context;
  const decision = decideVisit(seen, step, { at: seen.now, by: actor.fullName });
  if (!decision.ok) return decision.refusal;
  const change = notifiesCustomer(notices)
    ? { ...decision.change, customerNotice: 'pending' as const }
    : decision.change;
  const event = eventOf(seen, decision, { ...(data ? { data } : {}), notices });
  try {
    const shown = isShown(db, seen.operation);
    const written = await writeEvents(db.writes, authorOf(context, seen), seen.operation, [event], {
      change: updateVisitOf(db.writes, seen, change, shown),
      ...(hash === null ? {} : { keep: { command: name, inputHash: hash, answer } }),
    });
    return written ? committedOf(event, written, context.key ?? null) : 'again';
  } catch (error) {
    const violated = error as { code?: string; constraint_name?: string };
    if (violated.code === '23505' && violated.constraint_name === 'visits_one_on_the_way')
      return 'on-the-way-elsewhere';
    // A concurrent request holds the same key: read again for its answer.
    if (violated.code === '23505' && violated.constraint_name?.startsWith('idempotency_keys')) return 'again';
    throw error;
  }
}
