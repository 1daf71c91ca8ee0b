import { z } from 'zod';
import type { Context } from '../../db/commands/transact.ts';
import { parseInput, refuseInput } from '../../db/commands/transact.ts';
import type { Db } from '../../db/open.ts';
import type { Session } from '../../db/reads/session.ts';
import { type Ability, type Actor, type Permission, refusedBy } from '../../machines/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/refusals.ts';
import type { Door } from '../session.ts';
import type { ChatAnswer } from '../telegram-chat.ts';
import type { ByteStore } from '../week-bytes.ts';

/** What a call may use beside its input. */
export type CallRequest = {
  db: Db;
  actor: Actor;
  session: Session;
  /** The context of a command on behalf of the asker. */
  command: Context;
  now: Date;
  token: string;
  bytes: ByteStore;
  /** Asks the Bot API about a chat. */
  askChat(chatId: string): Promise<ChatAnswer>;
  /** The bot's number; null: this installation has none. */
  botId: number | null;
};

export type AnonymousRequest = {
  db: Db;
  door: Door;
  address: string;
  userAgent: string | null;
  now: Date;
  /** The Idempotency-Key of the request, if any. */
  key: string | null;
  links: { secret: string; publicUrl: string };
};

/** Already JSON: the envelope's `data` as text, and its zipped whole answer, for hot reads. */
export class RawAnswer {
  constructor(readonly bytes: { version: number; plain: Buffer; zipped: Buffer }) {}
}

/** An answer that carries `detail` beside `data`, where the spec's screens read it there. */
export class DetailedAnswer {
  constructor(
    readonly data: unknown,
    readonly detail: Record<string, unknown>,
  ) {}
}

export type Call = {
  input: z.ZodType;
  permission: Permission | Ability | null;
  anonymous: boolean;
  run(request: CallRequest & AnonymousRequest, raw: unknown): Promise<unknown>;
};

/** A call that asks: its input is validated, its permission checked, then its read answers `data` or a refusal. */
export function ask<Input extends z.ZodType>(
  input: Input,
  run: (request: CallRequest & AnonymousRequest, input: z.output<Input>) => Promise<unknown>,
  permission: Permission | Ability | null = null,
): Call {
  return {
    input,
    permission,
    anonymous: false,
    async run(request, raw) {
      const refused = permission ? refusedBy(request.actor, permission) : null;
      if (refused) return refuse(refused);
      const parsed = parseInput(input, raw);
      return parsed.success ? run(request, parsed.data) : refuseInput(parsed.error);
    },
  };
}

/** A call that acts: the command validates, checks and decides; `present` gives the answer the spec's names. */
export function act<Answer>(
  command: ((context: Context, input: unknown) => Promise<Answer | Refusal>) & {
    schema: z.ZodType;
    permission: Permission | Ability | null;
  },
  present: (answer: Answer) => unknown = (answer) => answer,
): Call {
  return {
    input: command.schema,
    permission: command.permission,
    anonymous: false,
    async run(request, raw) {
      const answer = await command(request.command, raw);
      return isRefusal(answer) ? answer : present(answer as Answer);
    },
  };
}

/** A call without a token. */
export function anyone<Input extends z.ZodType>(
  input: Input,
  run: (request: AnonymousRequest, input: z.output<Input>) => Promise<unknown>,
): Call {
  return {
    input,
    permission: null,
    anonymous: true,
    async run(request, raw) {
      const parsed = parseInput(input, raw);
      return parsed.success ? run(request, parsed.data) : refuseInput(parsed.error);
    },
  };
}

/** The operation's code when it is the actor's, else the refusal. */
export function within(actor: Actor, operation: string): Refusal | null {
  return actor.operations.includes(operation) ? null : refuse('operation-not-assigned');
}

export const nothing = z.looseObject({}).nullish();
