import type { z } from 'zod';
import { admitOperations, refusedBy } from '../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { findVersion } from '../feed/operation-version.ts';
import { parseInput, refuseInput } from '../record/transact.ts';
import { accountReads } from './registry/accounts.ts';
import { boardReads } from './registry/boards.ts';
import { clientReads } from './registry/clients.ts';
import { orderReads } from './registry/orders.ts';
import { reportReads } from './registry/reports.ts';
import type { Asker, Row } from './registry/row.ts';
import { settingReads } from './registry/settings.ts';
import { visitReads } from './registry/visits.ts';
import { webhookReads } from './registry/webhooks.ts';

/**
 * What can be asked of the record, and who may: the mirror of `db/commands/registry.ts`, by subject in `registry/`. The
 * screens' address `/ask/<name>` and the calls of the API are made of it.
 */
export const reads = {
  ...orderReads,
  ...clientReads,
  ...visitReads,
  ...boardReads,
  ...settingReads,
  ...accountReads,
  ...webhookReads,
  ...reportReads,
};

type Reads = typeof reads;
export type ReadName = keyof Reads;
/** What a read is asked for with, once it was checked. */
export type InputOf<Name extends ReadName> = z.output<Reads[Name]['input']>;
/** What a read answers when it is not refused. */
export type ReadAnswer<Name extends ReadName> = Exclude<Awaited<ReturnType<Reads[Name]['run']>>, Refusal>;

/** As it arrives in a browser: an instant travels as text. */
type Sent<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> }
    : Value;
/** What a screen receives at `/ask/<name>` when it is not refused. */
export type Shown<Name extends ReadName> = Sent<ReturnType<Reads[Name]['show']>> & {
  ok: true;
  /** The operation's version when it was read, where the read is of one: later news are about it. */
  version: number;
};

type AnyRow = Row<z.ZodType, unknown, object>;
const rowOf = (name: string): AnyRow | undefined =>
  Object.hasOwn(reads, name) ? (reads[name as ReadName] as unknown as AnyRow) : undefined;

/** Who asks, before it is known of which operations. */
export type Reader = Omit<Asker, 'operations'>;

type Admitted = { input: unknown; asker: Asker; operation: string | null };

/** Checked in this order: the permission, the input, whether its operations are the asker's. */
function admit(row: AnyRow, reader: Reader, schema: z.ZodType, raw: unknown): Admitted | Refusal {
  const { actor } = reader;
  const refused = row.permission && refusedBy(actor, row.permission);
  if (refused) return refuse(refused);
  const parsed = parseInput(schema, raw);
  if (!parsed.success) return refuseInput(parsed.error);
  const { reach } = row;
  const input = parsed.data;
  if (typeof reach === 'string')
    return { input, asker: { ...reader, operations: actor.operations }, operation: null };
  const named = 'operation' in reach ? [reach.operation(input)] : reach.operations(input);
  const operations = admitOperations(actor, named, 'operation' in reach ? reach.otherwise : undefined);
  if (isRefusal(operations)) return operations;
  return { input, asker: { ...reader, operations }, operation: 'operation' in reach ? operations[0]! : null };
}

/** For a call of the API: checks who asks and what, then reads. */
export async function askRead<Name extends ReadName>(
  name: Name,
  reader: Reader,
  raw: unknown,
): Promise<{ answer: ReadAnswer<Name>; input: InputOf<Name> } | Refusal> {
  const row = rowOf(name)!;
  const admitted = admit(row, reader, row.input, raw);
  if (isRefusal(admitted)) return admitted;
  const answer = await row.run(admitted.asker, admitted.input);
  if (isRefusal(answer)) return answer;
  return { answer: answer as ReadAnswer<Name>, input: admitted.input as InputOf<Name> };
}

/**
 * For `/ask/<name>`: the same, with what the screen receives.
 * @param admitWork counts costly work of the asker; null: allowed
 */
export async function askForScreen(
  name: string,
  reader: Reader,
  raw: unknown,
  admitWork: () => Promise<Refusal | null>,
): Promise<object | Refusal> {
  const row = rowOf(name);
  if (!row?.by.includes('screen')) return refuse('call-unknown');
  const admitted = admit(row, reader, row.query ?? row.input, raw);
  if (isRefusal(admitted)) return admitted;
  const tooMuch = row.costly ? await admitWork() : null;
  if (tooMuch) return tooMuch;
  const { input, asker, operation } = admitted;
  // The version first: what is read after it is at least as new, and news of what came between is asked about again.
  const version = operation === null ? null : ((await findVersion(asker.db, operation)) ?? 0);
  const answer = await row.run(asker, input);
  if (isRefusal(answer)) return answer;
  return { ...(version === null ? {} : { version }), ...row.show(answer, asker, input) };
}
