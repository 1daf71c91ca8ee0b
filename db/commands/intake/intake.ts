import { z } from 'zod';
import { isRefusal, type Refusal } from '../../../machines/words/refusals.ts';
import { admit, type Context, hashOf, recallAnswer, rememberAnswer } from '../../record/transact.ts';
import { flag } from '../input.ts';
import { type KindName, kinds, type Report, takeIn } from './take-in.ts';

/** Limit of one request. */
export const maxRows = 10_000;

/**
 * An intake of one kind as one command: `{ rows, dry_run? }`. The rows are in its schema for documentation
 * and checked one by one: an invalid row is reported without refusing the others.
 * It has many transactions, so its Idempotency-Key is kept at the end: an interrupted request runs again,
 * which is harmless, since taken rows are unchanged the second time.
 */
const intake = (kindName: KindName) => {
  const { $schema: _, ...shape } = z.toJSONSchema(kinds[kindName].row, {
    io: 'input',
    unrepresentable: 'any',
  });
  const schema = z.object({
    rows: z
      .array(z.unknown().meta(shape), 'Faltan las filas (rows).')
      .max(maxRows, 'Se admiten hasta 10.000 filas por envío.'),
    /** Everything is decided and answered, nothing is written. */
    dry_run: flag.nullish(),
  });
  const permission = 'can_import_records' as const;
  const commandName = `intake.${kindName}`;
  const act = async (context: Context, raw: unknown): Promise<Report | Refusal> => {
    const input = admit({ input: schema, permission }, context, raw);
    if (isRefusal(input)) return input;
    const run = () => takeIn(context, kindName, input.rows, { dryRun: input.dry_run ?? false });
    const { db, actor, key } = context;
    if (!key) return run();
    const hash = hashOf(commandName, input);
    const previousAnswer = await recallAnswer<Report>(db.sql, actor.userId, key, hash);
    if (previousAnswer !== undefined) return previousAnswer;
    const answer = await run();
    if (!isRefusal(answer))
      await rememberAnswer(db.writes, { userId: actor.userId, key, command: commandName, hash, answer });
    return answer;
  };
  return Object.assign(act, { schema, permission, commandName });
};

export const intakeOrders = intake('orders');
export const intakeClients = intake('clients');
export const intakeTickets = intake('tickets');
