import { z } from 'zod';
import { type AnswerOf, type AnyCommand, type ApiCommandName, commands } from '../../db/commands/registry.ts';
import type { Db } from '../../db/connection/open.ts';
import type { KnownSession } from '../../db/reads/people/session.ts';
import { askRead, type InputOf, type ReadAnswer, type ReadName, reads } from '../../db/reads/registry.ts';
import type { Context } from '../../db/record/transact.ts';
import { parseInput, refuseInput } from '../../db/record/transact.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { holdsLink } from '../../db/secrets/links.ts';
import {
  type Ability,
  type Actor,
  mayActAsCustomer,
  type Permission,
  refusedBy,
} from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Authentication } from '../http/session.ts';
import type { ByteStore } from '../http/week-bytes.ts';
import type { ChatAnswer } from '../telegram/ask-chat.ts';

/** What a call may use besides its input. */
export type CallRequest = {
  db: Db;
  actor: Actor;
  session: KnownSession;
  /** The context of a command on behalf of the asker. */
  command: Context;
  now: Date;
  token: string;
  bytes: ByteStore;
  /** Queries the Bot API about a chat. */
  askChat(chatId: string): Promise<ChatAnswer>;
  /** The bot's id; null: this installation has none. */
  botId: number | null;
};

export type AnonymousRequest = {
  db: Db;
  auth: Authentication;
  address: string;
  userAgent: string | null;
  requestId?: string;
  now: Date;
  key: string | null;
  keys: InstallationKeys;
};

/** Already JSON: the envelope's `data` as text, and the whole answer compressed, for frequent reads. */
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

/** The data a call reaches: the other half of a permission, in the document of every call. */
export const reaches = {
  anyone: 'Without a session.',
  account: "The asker's own account and sessions.",
  operations: "What belongs to the asker's operations; what belongs to others is refused, or does not exist.",
  installation: 'The same for every user who may make the call.',
  link: "The visit behind the customer's link, and nothing else.",
} as const;

export type Reach = keyof typeof reaches;

/** What the document says of a call, and the schema its answer is checked against. */
export type About<Answer extends z.ZodType> = {
  /** One sentence. */
  does: string;
  reach: Reach;
  /** The `data` of the envelope. */
  answer: Answer;
  /** `detail` beside `data`, where there is one. */
  detail?: z.ZodType;
  permission?: Permission | Ability;
  /** Who may call, where a permission alone does not say it. */
  rule?: string;
  /** Limited per minute and user. */
  costly?: boolean;
  /** Statuses besides those of every call. */
  also?: number[];
};

export type Call = {
  /** The command behind it, where it is one of the registry. */
  command?: ApiCommandName;
  /** The read behind it, where it is one of the registry. */
  read?: ReadName;
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
  /** It changes the record and takes an Idempotency-Key. */
  acts: boolean;
  run(request: CallRequest & AnonymousRequest, raw: unknown): Promise<unknown>;
};

type Presented<Answer extends z.ZodType> = z.input<Answer> | Promise<z.input<Answer>>;
type Answered<Answer extends z.ZodType> = Promise<z.input<Answer> | Refusal | RawAnswer | DetailedAnswer>;

/** A reading call: input is validated, the permission checked, then its read answers `data` or a refusal. */
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

/**
 * What a command answers, without a customer's link for who may not act as the customer. The answer's own fields are
 * looked at; the permission matrix's test reads the whole text.
 */
function withoutLinks<Answer>(actor: Actor, answer: Answer): Answer {
  if (mayActAsCustomer(actor) || !Object.values(answer ?? {}).some(holdsLink)) return answer;
  return Object.fromEntries(
    Object.entries(answer as object).filter(([, value]) => !holdsLink(value)),
  ) as Answer;
}

/** A writing call: the registry's command validates, checks and decides; `present` maps the result to the spec's names. */
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
      return withoutLinks(request.actor, present ? present(answer as AnswerOf<Name>) : answer);
    },
  };
}

/** A reading call of the registry, which has its input, its permission and its reach; `present` maps it to the spec's names. */
export function reading<Name extends ReadName, Answer extends z.ZodType>(
  name: Name,
  about: Omit<About<Answer>, 'permission' | 'reach' | 'costly'>,
  present: (
    answer: ReadAnswer<Name>,
    input: InputOf<Name>,
    request: CallRequest,
  ) => Presented<Answer> | DetailedAnswer,
): Call {
  const row = reads[name];
  const { input, permission, reach } = row;
  return {
    ...about,
    costly: 'costly' in row && row.costly === true,
    read: name,
    reach: typeof reach === 'string' ? reach : 'operations',
    input,
    permission,
    anonymous: false,
    acts: false,
    async run(request, raw) {
      const { db, actor, keys, now } = request;
      const outcome = await askRead(name, { db, actor, keys, now }, raw);
      return isRefusal(outcome) ? outcome : present(outcome.answer, outcome.input, request);
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

/** A reading call that also writes: it takes an Idempotency-Key. */
export const acting = (call: Call): Call => ({ ...call, acts: true });

/** No fields: what else is sent is ignored. */
export const nothing = z.looseObject({}).nullish();
