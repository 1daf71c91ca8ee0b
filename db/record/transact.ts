import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { type Ability, type Actor, type Permission, refusedBy } from '../../machines/access/permissions.ts';
import { argentina, type Bounds } from '../../machines/order/point.ts';
import type { TelephonePlan } from '../../machines/telephone/read-number.ts';
import type { VisitChange } from '../../machines/visit/facts.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Db } from '../connection/open.ts';
import type { Query, Tx } from '../connection/sql.ts';
import { type Committed, committedOf } from '../feed/committed.ts';
import { isShown, notifyFeed } from '../feed/notify.ts';
import type { CalendarRow } from '../reads/visits/calendar-row.ts';
import type { Keys } from '../secrets/keys.ts';
import type { From } from './audit.ts';
import type { StepMoment } from './moment-of-step.ts';
import { updateVisits } from './save-visits.ts';
import { timed } from './timed.ts';
import { type Author, type NewEvent, writeEvents } from './write-events.ts';

/**
 * Who calls, on which record, under which Idempotency-Key. `now` is set by tests only: the database's clock
 * decides. `keys` makes customers' links and seals secrets.
 */
export type Context = {
  db: Db;
  actor: Actor;
  key?: string | null;
  now?: Date;
  keys?: Keys;
  /** Whether webhooks may use private addresses and plain http. */
  privateWebhooks?: boolean;
  /** Where coordinates may lie (`MAP_BOUNDS`); absent: Argentina. */
  bounds?: Bounds;
  /** The session of the caller (`Session.id`); absent: not by a session. */
  session?: string;
  /** The request's origin for the audit log, and its id, which follows its events to the workers. */
  from?: From;
};

/** A timed job as the caller: it reaches every operation named, and has no permission. */
export const timerActor = (operations: string[]): Actor => ({
  userId: 0,
  username: '',
  fullName: 'Agenda técnica',
  technicianId: null,
  operations,
  permissions: [],
});

export type Frame = {
  tx: Tx;
  actor: Actor;
  /** When what is written takes place. */
  now: Date;
  /** When it was reported, where that was later (`moment-of-step.ts`). */
  reportedAt: Date | null;
  key: string | null;
  keys: Keys | null;
  session: string | null;
  privateWebhooks: boolean;
  bounds: Bounds;
  /** How telephones are read where an operation does not say. */
  telephones: TelephonePlan;
  from: From | null;
  /** Adds to a locked visit's change. Written at the end, once per visit, with its next version. */
  change(visitId: number, change: VisitChange): void;
  /** Written at the end, in order, after every row lock is held: the operation's row is always locked last. */
  record(event: NewEvent): void;
};

export type Command<Input extends z.ZodType, Answer> = ((
  context: Context,
  input: unknown,
) => Promise<Answer | Refusal>) & {
  schema: Input;
  permission: Permission | Ability | null;
  commandName: string;
};

type Definition<Input extends z.ZodType, Answer> = {
  name: string;
  input: Input;
  permission?: Permission | Ability;
  /**
   * What takes long and must not hold a transaction, such as decoding a picture: the input as `run` gets it. It has to
   * give the same for the same input, also once the command was carried out, since a repeated key is compared after it.
   */
  prepare?(context: Context, input: z.output<Input>): Promise<z.output<Input> | Refusal>;
  run(frame: Frame, input: z.output<Input>): Promise<Answer | Refusal>;
  /** What is kept for a repeated key instead of the answer, without what must not be stored. */
  keep?(answer: Answer): Answer;
};

/**
 * The frame of every command of several statements: input, permission, repeated key, one transaction, events with
 * gapless versions, outbox, notices, and the notification after the commit. A refusal rolls back and is an answer.
 */
export function command<Input extends z.ZodType, Answer>(
  definition: Definition<Input, Answer>,
): Command<Input, Answer> {
  const act = async (context: Context, raw: unknown): Promise<Answer | Refusal> => {
    const admitted = admit(definition, context, raw);
    if (isRefusal(admitted)) return admitted;
    const input = (await definition.prepare?.(context, admitted as z.output<Input>)) ?? admitted;
    if (isRefusal(input)) return input;
    const key = context.key ?? null;
    return transact<Answer>(context, async (frame) => {
      const run = () => definition.run(frame, input as z.output<Input>);
      if (!key) return run();
      const hash = hashOf(definition.name, input);
      const previousAnswer = await claimKey<Answer>(
        frame.tx,
        context.actor.userId,
        key,
        definition.name,
        hash,
      );
      if (previousAnswer !== undefined) return previousAnswer;
      const answer = await run();
      if (!isRefusal(answer)) {
        const storedAnswer = definition.keep ? definition.keep(answer) : answer;
        await keepAnswer(frame.tx, context.actor.userId, key, storedAnswer);
      }
      return answer;
    });
  };
  const timedCommand = (context: Context, raw: unknown) =>
    timed(context, definition.name, () => act(context, raw));
  return Object.assign(timedCommand, {
    schema: definition.input,
    permission: definition.permission ?? null,
    commandName: definition.name,
  });
}

/**
 * One transaction: what `run` changes, its notices, its events with the next versions, and the notification
 * after the commit. A refusal rolls back and is the answer.
 */
export async function transact<Answer>(
  context: Context,
  run: (frame: Frame) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  let written: WrittenEvents[] = [];
  const rollback = Symbol('rollback');
  let answer: Answer | Refusal | undefined;
  try {
    await context.db.transactions.begin(async (tx) => {
      const changes = new Map<number, VisitChange>();
      const events: NewEvent[] = [];
      const now = context.now ?? (await databaseNow(tx));
      const frame: Frame = {
        tx,
        actor: context.actor,
        now,
        reportedAt: null,
        key: context.key ?? null,
        keys: context.keys ?? null,
        session: context.session ?? null,
        privateWebhooks: context.privateWebhooks ?? false,
        bounds: context.bounds ?? argentina,
        telephones: context.db.telephones,
        from: context.from ?? null,
        change: (visitId, change) => changes.set(visitId, { ...changes.get(visitId), ...change }),
        record: (event) => events.push(event),
      };
      answer = await run(frame);
      if (isRefusal(answer)) throw rollback;
      const shown = events.some(({ operation }) => isShown(context.db, operation));
      const rows = await updateVisits(tx, changes, shown);
      written = await writeAll(tx, authorOf(context, frame), events, rows);
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  for (const { operation, version, changes } of written)
    notifyFeed(context.db, operation, version, { requestId: context.from?.requestId, changes });
  return answer as Answer | Refusal;
}

/** The input parsed by the command's schema, or the refusal that names each wrong field. */
export function admit<Input extends z.ZodType>(
  definition: { input: Input; permission?: Permission | Ability },
  context: { actor: Actor },
  raw: unknown,
): z.output<Input> | Refusal {
  const { permission } = definition;
  const refused = permission ? refusedBy(context.actor, permission) : null;
  if (refused) return refuse(refused);
  const parsed = parseInput(definition.input, raw);
  return parsed.success ? parsed.data : refuseInput(parsed.error);
}

/** Zod's default messages are replaced by Spanish ones. */
export const parseInput = <Input extends z.ZodType>(input: Input, raw: unknown) =>
  input.safeParse(raw, { error: () => refuse('check-the-data').text });

/** 422 with every field named; the text is the first field's, which is the spec's where the spec has one. */
export function refuseInput(error: z.ZodError): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  const text = Object.values(fields)[0];
  return refuse('check-the-data', { fields, ...(text ? { text } : {}) });
}

export async function databaseNow(sql: Query): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select now()`;
  return row!.now;
}

/** Identifies the command and its input. */
export const hashOf = (name: string, input: unknown): string =>
  createHash('sha256')
    .update(`${name}\n${JSON.stringify(input)}`)
    .digest('hex');

/**
 * Claims the key for this transaction, after any concurrent holder. Undefined: it is new. A stored answer:
 * the command has run already.
 */
async function claimKey<Answer>(
  tx: Tx,
  userId: number,
  key: string,
  name: string,
  hash: string,
): Promise<Answer | Refusal | undefined> {
  const claimed = await tx`
    insert into idempotency_keys (user_id, key, command, input_hash, answer)
    values (${userId}, ${key}, ${name}, ${hash}, 'null') on conflict do nothing`;
  if (claimed.count === 1) return undefined;
  return (await recallAnswer<Answer>(tx, userId, key, hash)) ?? keyReused();
}

/** The field is the header that carries the key. */
export const keyReused = (): Refusal =>
  refuse('key-reused', { fields: { 'Idempotency-Key': refuse('key-reused').text } });

/** The answer kept under this key; undefined: none. */
export async function recallAnswer<Answer>(
  sql: Query,
  userId: number,
  key: string,
  hash: string,
): Promise<Answer | Refusal | undefined> {
  const [stored] = await sql<{ inputHash: string; answer: Answer }[]>`
    select input_hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`;
  if (!stored) return undefined;
  return stored.inputHash === hash ? stored.answer : keyReused();
}

/** Keeps such a command's answer; of two concurrent ones, the first. */
export async function rememberAnswer(
  sql: Query,
  call: { userId: number; key: string; command: string; hash: string; answer: unknown },
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, command, input_hash, answer)
    values (${call.userId}, ${call.key}, ${call.command}, ${call.hash}, ${JSON.stringify(call.answer)}::text::json)
    on conflict do nothing`;
}

async function keepAnswer(tx: Tx, userId: number, key: string, answer: unknown) {
  await tx`update idempotency_keys set answer = ${JSON.stringify(answer)}::text::json where user_id = ${userId} and key = ${key}`;
}

type WrittenEvents = { operation: string; version: number; changes: Committed[] };

/**
 * Each operation's events with its next versions.
 * @param rows what boards show of the changed visits
 * @returns `changes`: none where boards have to read what the command touched
 */
async function writeAll(
  tx: Tx,
  author: Author,
  events: NewEvent[],
  rows: Map<number, CalendarRow>,
): Promise<WrittenEvents[]> {
  const byOperation = new Map<string, NewEvent[]>();
  for (const event of events)
    byOperation.set(event.operation, [...(byOperation.get(event.operation) ?? []), event]);
  const all: WrittenEvents[] = [];
  // Sorted: commands over the same operations never deadlock.
  for (const operation of [...byOperation.keys()].sort()) {
    const list = byOperation.get(operation)!;
    const { version } = (await writeEvents(tx, author, operation, list))!;
    const changes = list.map((event, turn) => {
      const row = (event.visitId && rows.get(event.visitId)) || null;
      return committedOf(event, { version: version - list.length + 1 + turn, row }, author.key);
    });
    // A board never has one part of a command before the other.
    all.push({ operation, version, changes: changes.every(({ visit }) => visit) ? changes : [] });
  }
  return all;
}

/** The author of the events of this context's command. */
export const authorOf = ({ actor, key, from }: Context, { now, reportedAt }: StepMoment): Author => ({
  userId: actor.userId,
  fullName: actor.fullName,
  at: now,
  reportedAt,
  key: key ?? null,
  requestId: from?.requestId ?? null,
});
