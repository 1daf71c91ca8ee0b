import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { EventData, EventName } from '../../machines/events.ts';
import { type Ability, type Actor, type Permission, refusedBy } from '../../machines/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/refusals.ts';
import type { From } from '../audit.ts';
import type { Keys } from '../keys.ts';
import type { Db, Query, Tx } from '../open.ts';
import { ring } from '../ring.ts';
import { timed } from './timed.ts';

/**
 * Who asks, through which record, and under which Idempotency-Key. `now` is given
 * by tests only: the database's clock decides. `keys` makes customers' links and seals secrets.
 */
export type Context = {
  db: Db;
  actor: Actor;
  key?: string | null;
  now?: Date;
  keys?: Keys;
  /** Whether webhooks may go to this installation's own network, and over plain http. */
  privateWebhooks?: boolean;
  /** Where the request came from, for the audit log, and its id, which follows its events to the workers. */
  from?: From;
};

/** The clock, when it asks: it reaches every operation named, and holds no permission. */
export const clockActor = (operations: string[]): Actor => ({
  userId: 0,
  username: '',
  fullName: 'Agenda técnica',
  technicianId: null,
  operations,
  permissions: [],
});

/** An event about to be written; the operation's version is added when it is. */
export type NewEvent = {
  operation: string;
  name: EventName;
  visitId?: number | null;
  orderNumber?: string | null;
  technicianId?: number | null;
  data?: EventData;
};

/** A message decided with the change that causes it (contract §6). */
export type NewNotice = {
  key: string;
  visitId: number;
  operation: string;
  audience: 'customer' | 'technician' | 'supervisor';
  userId?: number | null;
  template: string;
  data?: Record<string, string>;
  /** It waits this long before it is sent, because its change can be taken back meanwhile. */
  holdSeconds?: number;
};

export type Frame = {
  tx: Tx;
  actor: Actor;
  now: Date;
  key: string | null;
  keys: Keys | null;
  privateWebhooks: boolean;
  from: From | null;
  /** Written at the end, in order, after every row lock is held: the operation's row is always locked last. */
  record(event: NewEvent): void;
  notify(notice: NewNotice): void;
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
  run(frame: Frame, input: z.output<Input>): Promise<Answer | Refusal>;
  /** What a repeated key is answered with, where that is not the answer itself: what must not be kept is left out. */
  keep?(answer: Answer): Answer;
};

/**
 * The frame around every command of several statements: input, permission,
 * repeated key, one transaction, events with gapless versions, outbox, notices,
 * and the ring after the commit. A refusal rolls everything back and is an answer.
 */
export function command<Input extends z.ZodType, Answer>(
  definition: Definition<Input, Answer>,
): Command<Input, Answer> {
  const act = async (context: Context, raw: unknown): Promise<Answer | Refusal> => {
    const input = admit(definition, context, raw);
    if (isRefusal(input)) return input;
    const key = context.key ?? null;
    return transact<Answer>(context, async (frame) => {
      const run = () => definition.run(frame, input as z.output<Input>);
      if (!key) return run();
      const hash = hashOf(definition.name, input);
      const kept = await claimKey<Answer>(frame.tx, context.actor.userId, key, definition.name, hash);
      if (kept !== undefined) return kept;
      const answer = await run();
      if (!isRefusal(answer)) {
        const kept = definition.keep ? definition.keep(answer) : answer;
        await keepAnswer(frame.tx, context.actor.userId, key, kept);
      }
      return answer;
    });
  };
  const told = (context: Context, raw: unknown) =>
    timed(context.db, definition.name, () => act(context, raw));
  return Object.assign(told, {
    schema: definition.input,
    permission: definition.permission ?? null,
    commandName: definition.name,
  });
}

/**
 * One transaction: what `run` changes, then its notices and its events with the
 * next versions, and the ring after the commit. A refusal rolls everything back
 * and is the answer.
 */
export async function transact<Answer>(
  context: Context,
  run: (frame: Frame) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  let rung = new Map<string, number>();
  const rollback = Symbol('rollback');
  let answer: Answer | Refusal | undefined;
  try {
    await context.db.transactions.begin(async (tx) => {
      const events: NewEvent[] = [];
      const notices: NewNotice[] = [];
      answer = await run({
        tx,
        actor: context.actor,
        now: context.now ?? (await databaseNow(tx)),
        key: context.key ?? null,
        keys: context.keys ?? null,
        privateWebhooks: context.privateWebhooks ?? false,
        from: context.from ?? null,
        record: (event) => events.push(event),
        notify: (notice) => notices.push(notice),
      });
      if (isRefusal(answer)) throw rollback;
      await insertNotices(tx, notices);
      rung = await appendEvents(tx, context, events);
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
  for (const [operation, version] of rung) ring(context.db, operation, version);
  return answer as Answer | Refusal;
}

/** The input as the command's schema reads it, or the refusal that names each wrong field. */
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

/** What a schema has no words of its own for is said in Spanish all the same. */
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

/** The same command with the same input, and nothing else, has this hash. */
export const hashOf = (name: string, input: unknown): string =>
  createHash('sha256')
    .update(`${name}\n${JSON.stringify(input)}`)
    .digest('hex');

/**
 * Claim the key for this transaction, waiting for whoever holds it. Undefined:
 * it is new. A stored answer: the command has run already.
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

/** What was answered under this key; undefined: nothing yet. */
export async function recallAnswer<Answer>(
  sql: Query,
  userId: number,
  key: string,
  hash: string,
): Promise<Answer | Refusal | undefined> {
  const [kept] = await sql<{ inputHash: string; answer: Answer }[]>`
    select input_hash, answer from idempotency_keys where user_id = ${userId} and key = ${key}`;
  if (!kept) return undefined;
  return kept.inputHash === hash ? kept.answer : keyReused();
}

/** Keep such a command's answer; of two that ran at once, the first one's. */
export async function rememberAnswer(
  sql: Query,
  kept: { userId: number; key: string; command: string; hash: string; answer: unknown },
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, command, input_hash, answer)
    values (${kept.userId}, ${kept.key}, ${kept.command}, ${kept.hash}, ${JSON.stringify(kept.answer)}::text::json)
    on conflict do nothing`;
}

async function keepAnswer(tx: Tx, userId: number, key: string, answer: unknown) {
  await tx`update idempotency_keys set answer = ${JSON.stringify(answer)}::text::json where user_id = ${userId} and key = ${key}`;
}

async function insertNotices(tx: Tx, notices: NewNotice[]) {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    key: notice.key,
    visit_id: notice.visitId,
    operation: notice.operation,
    audience: notice.audience,
    user_id: notice.userId ?? null,
    template: notice.template,
    data: notice.data ?? {},
    hold: notice.holdSeconds ?? 0,
  }));
  await tx`
    insert into notices (key, visit_id, operation, audience, user_id, template, data, not_before)
    select n.key, n.visit_id, n.operation, n.audience, n.user_id, n.template, n.data, now() + make_interval(secs => n.hold)
    from jsonb_to_recordset(${tx.json(rows)}) as n (key text, visit_id int, operation text, audience text, user_id int,
      template text, data jsonb, hold int)
    on conflict (key) do nothing`;
  const customers = notices
    .filter((notice) => notice.audience === 'customer')
    .map((notice) => notice.visitId);
  if (customers.length > 0)
    await tx`update visits set customer_notice = 'pending' where id = any(${customers}::int[])`;
}

/** Write the events with their operations' next versions, and hand them to the outbox; answers the last version of each. */
async function appendEvents(tx: Tx, context: Context, events: NewEvent[]): Promise<Map<string, number>> {
  const last = new Map<string, number>();
  if (events.length === 0) return last;
  const counts = new Map<string, number>();
  for (const { operation } of events) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const next = new Map<string, number>();
  // Sorted, so that two commands over the same operations never wait for each other in a ring.
  for (const [operation, count] of [...counts].sort()) {
    const [row] = await tx<{ version: number }[]>`
      update operations set version = version + ${count} where code = ${operation} returning version`;
    last.set(operation, row!.version);
    next.set(operation, row!.version - count + 1);
  }
  const rows = events.map((event) => {
    const version = next.get(event.operation)!;
    next.set(event.operation, version + 1);
    return {
      operation: event.operation,
      version,
      name: event.name,
      visit_id: event.visitId ?? null,
      order_number: event.orderNumber ?? null,
      technician_id: event.technicianId ?? null,
      data: event.data ?? {},
    };
  });
  // One parameter for all rows: the same statement for one event and for the thousand of an intake.
  await tx`
    with rows as materialized (
      select * from jsonb_to_recordset(${tx.json(rows as never)}) as x (operation text, version bigint, name text,
        visit_id int, order_number text, technician_id int, data jsonb)
    ), boxed as (
      insert into outbox (operation, version, name, visit_id, request_id)
      select operation, version, name, visit_id, ${context.from?.requestId ?? null}::text from rows order by operation, version
    )
    insert into events (operation, version, name, visit_id, order_number, technician_id, actor_id, actor_name, key, at, data)
    select operation, version, name, visit_id, order_number, technician_id, ${context.actor.userId || null}::int,
      ${context.actor.fullName}, ${context.key ?? null}::text, coalesce(${context.now ?? null}::timestamptz, now()), data
    from rows order by operation, version`;
  return last;
}
