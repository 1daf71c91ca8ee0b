import { z } from 'zod';
import type { Ability, Actor, Permission } from '../../../machines/access/permissions.ts';
import type { Refusal, RefusalCode } from '../../../machines/words/refusals.ts';
import { askedOperations } from '../../commands/input.ts';
import type { Db } from '../../connection/open.ts';
import type { Keys } from '../../secrets/keys.ts';

/** Who asks, and when. */
export type Asker = {
  db: Db;
  actor: Actor;
  keys: Keys;
  now: Date;
  /** Those that the question names, checked; where it names none, all of the asker's. */
  operations: string[];
  /** Aborted when its reader has left. */
  signal?: AbortSignal;
};

/**
 * What of the record a read reaches. The operation or operations that the input names have to be the asker's; where none
 * is named, the read itself keeps to the asker's operations.
 */
export type Reach<Input> =
  | 'operations'
  | 'installation'
  | 'account'
  | { operation: (input: Input) => string; otherwise?: RefusalCode }
  /** Null: all of the asker's. */
  | { operations: (input: Input) => string[] | null | undefined };

type Entrance = 'screen' | 'api';

export type Row<Input extends z.ZodType, Answer, Shown extends object> = {
  /** The fields of the API's call; a screen sends the same in its query. */
  input: Input;
  /** Null: everyone who is signed in. It has to be said, so that none is forgotten. */
  permission: Permission | Ability | null;
  reach: Reach<z.output<Input>>;
  run: (asker: Asker, input: z.output<Input>) => Promise<Answer | Refusal>;
  /** From a screen at `/ask/<name>`, by a call of `/v1`, or both. */
  by: readonly Entrance[];
  /** Limited per minute and user. */
  costly?: boolean;
  /** Of a read of a screen alone: the call of `/v1` that answers the same. */
  call?: string;
  /** What a screen sends, where it is not what the call takes. */
  query?: z.ZodType<z.output<Input>>;
  /** What a screen receives. */
  show: (answer: Exclude<Answer, Refusal>, asker: Asker, input: z.output<Input>) => Shown;
};

/** A row of the registry. */
export const read = <Input extends z.ZodType, Answer, Shown extends object>(
  row: Row<Input, Answer, Shown>,
): Row<Input, Answer, Shown> => row;

/** A row for the API alone, whose calls give the answer the spec's names. */
export const apiRead = <Input extends z.ZodType, Answer>(
  row: Omit<Row<Input, Answer, object>, 'by' | 'show' | 'call' | 'query'>,
): Row<Input, Answer, object> => ({ ...row, by: ['api'], show: () => ({}) });

/** The operation that a question names. */
export const ofOperation = ({ subsidiary }: { subsidiary: string }) => subsidiary;

/** No fields: what else is sent is ignored. */
export const nothing = z.looseObject({}).nullish();
/** One code, a list of codes, or none for all of the asker's (contract §3). */
export const codes = askedOperations.nullish();
