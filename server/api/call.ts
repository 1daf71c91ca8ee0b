import { z } from 'zod';
import { type AnswerOf, type AnyCommand, type ApiCommandName, commands } from '../../db/commands/registry.ts';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import type { Context } from '../../db/record/transact.ts';
import { parseInput, refuseInput } from '../../db/record/transact.ts';
import type { Keys } from '../../db/secrets/keys.ts';
import { type Ability, type Actor, type Permission, refusedBy } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Door } from '../http/session.ts';
import type { ByteStore } from '../http/week-bytes.ts';
import type { ChatAnswer } from '../telegram/ask-chat.ts';

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
  requestId?: string;
  now: Date;
  /** The Idempotency-Key of the request, if any. */
  key: string | null;
  keys: Keys;
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

/** Whose things a call reaches: the other half of a permission, and the document says it of every call. */
export const reaches = {
  anyone: 'Nobody has to be signed in.',
  account: "The asker's own account and sessions.",
  operations: "What belongs to the asker's operations; what belongs to others is refused, or does not exist.",
  installation: 'The same for whoever may make the call.',
  link: "The visit behind the customer's link, and nothing else.",
} as const;

export type Reach = keyof typeof reaches;

/** What the document says of a call, and what its answer is held to. */
export type About<Answer extends z.ZodType> = {
  /** One sentence: what it does. */
  does: string;
  reach: Reach;
  /** The `data` of the envelope. */
  answer: Answer;
  /** `detail` beside `data`, where there is one. */
  detail?: z.ZodType;
  permission?: Permission | Ability;
  /** Who may, where a permission alone does not say it. */
  rule?: string;
  /** It costs much: so many a minute and user. */
  costly?: boolean;
  /** Statuses that this call answers beside those of every call. */
  also?: number[];
};

export type Call = {
  /** The command behind it, where it is one of the registry. */
  command?: ApiCommandName;
  does: string;
  reach: Reach;
  input: z.ZodType;
  answer: z.ZodType;
  detail?: z.ZodType;
  rule?: string;
  costly?: boolean;
  also?: number[];
  permission: Permission | Ability | null;
  anonymous: boolean;
  /** It changes the record, and takes an Idempotency-Key. */
  acts: boolean;
  run(request: CallRequest & AnonymousRequest, raw: unknown): Promise<unknown>;
};

type Answered<Answer extends z.ZodType> = Promise<z.input<Answer> | Refusal | RawAnswer | DetailedAnswer>;

/** A call that asks: its input is validated, its permission checked, then its read answers `data` or a refusal. */
export function ask<Input extends z.ZodType, Answer extends z.ZodType>(
  { input, permission = undefined, ...about }: About<Answer> & { input: Input },
  run: (request: CallRequest & AnonymousRequest, input: z.output<Input>) => Answered<Answer>,
): Call {
  return {
    ...about,
    input,
    permission: permission ?? null,
    anonymous: false,
    acts: false,
    async run(request, raw) {
      const refused = permission ? refusedBy(request.actor, permission) : null;
      if (refused) return refuse(refused);
      const parsed = parseInput(input, raw);
      return parsed.success ? run(request, parsed.data) : refuseInput(parsed.error);
    },
  };
}

/** A call that asks for a command of the registry; `present` turns its answer into the names of the spec. */
export function act<Name extends ApiCommandName, Answer extends z.ZodType>(
  name: Name,
  about: Omit<About<Answer>, 'permission'>,
  ...[present]: AnswerOf<Name> extends z.input<Answer>
    ? []
    : [present: (done: AnswerOf<Name>) => z.input<Answer>]
): Call {
  const { run: command }: { run: AnyCommand } = commands[name];
  return {
    ...about,
    command: name,
    input: command.schema,
    permission: command.permission,
    anonymous: false,
    acts: true,
    async run(request, raw) {
      const answer = await command(request.command, raw);
      if (isRefusal(answer)) return answer;
      return present ? present(answer as AnswerOf<Name>) : answer;
    },
  };
}

/** A call without a token. */
export function anyone<Input extends z.ZodType, Answer extends z.ZodType>(
  { input, ...about }: Omit<About<Answer>, 'permission'> & { input: Input },
  run: (request: AnonymousRequest, input: z.output<Input>) => Answered<Answer>,
): Call {
  return {
    ...about,
    input,
    permission: null,
    anonymous: true,
    acts: false,
    async run(request, raw) {
      const parsed = parseInput(input, raw);
      return parsed.success ? run(request, parsed.data) : refuseInput(parsed.error);
    },
  };
}

/** The same call, of a read that changes something after all: it takes an Idempotency-Key. */
export const acting = (call: Call): Call => ({ ...call, acts: true });

/** The operation's code when it is the actor's, else the refusal. */
export function within(actor: Actor, operation: string): Refusal | null {
  return actor.operations.includes(operation) ? null : refuse('operation-not-assigned');
}

export const nothing = z.looseObject({}).nullish();
