import { eq } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { Months } from '../../../machines/access/retention.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import type { Db } from '../../connection/open.ts';
import type { Tx } from '../../connection/sql.ts';
import { typed } from '../../connection/typed.ts';
import type { Retention } from '../../reads/settings/retention.ts';
import { type AuditEntry, writeAudit } from '../../record/audit.ts';
import { command } from '../../record/transact.ts';
import { operations } from '../../schema/index.ts';
import { setRetentionInput } from './set-retention-input.ts';

/**
 * Set for how many months after an order's closing one of the actor's operations keeps its customers'
 * personal data (`forgetPersonalData`), with an audit entry. A shorter time deletes irreversibly from the
 * next pass on: the command requires the value that was seen. Answers `{ subsidiary_id, months }`.
 */
export const setRetention = command({
  name: 'setRetention',
  input: setRetentionInput,
  permission: 'can_manage_users',
  async run({ tx, actor, from }, { subsidiary_id: operation, months, seen_months }) {
    if (!operationsOf(actor).includes(operation)) return refuse('operation-not-assigned');
    const before = await lockRetention(tx, operation);
    if (before!.months !== seen_months)
      return refuse('retention-changed', { setting: { kind: 'retention', id: Number(operation) } });
    await saveMonths(tx, before!, months, { actor, from });
    return { subsidiary_id: operation, months };
  },
});

/**
 * The same on the command line, for any operation and any previous value.
 * @param months 6 to 240; null: for ever
 * @returns the previous value; undefined: no such operation
 */
export async function setRetentionFromConsole(
  { transactions }: Pick<Db, 'transactions'>,
  operation: string,
  months: Months,
): Promise<Retention | undefined> {
  return transactions.begin(async (tx) => {
    const before = await lockRetention(tx, operation);
    if (before) await saveMonths(tx, before, months, { actor: null });
    return before;
  }) as Promise<Retention | undefined>;
}

async function lockRetention(tx: Tx, operation: string): Promise<Retention | undefined> {
  const [row] = await typed(tx)
    .select({ operation: operations.code, name: operations.name, months: operations.personalDataMonths })
    .from(operations)
    .where(eq(operations.code, operation))
    .for('update');
  return row;
}

async function saveMonths(
  tx: Tx,
  { operation, name, months: before }: Retention,
  months: Months,
  author: Pick<AuditEntry, 'actor' | 'from'>,
): Promise<void> {
  if (before === months) return;
  await typed(tx)
    .update(operations)
    .set({ personalDataMonths: months })
    .where(eq(operations.code, operation));
  await writeAudit(tx, {
    ...author,
    name: 'retention.changed',
    subject: { id: null, name: `${operation} ${name}` },
    data: { months: [before, months] },
  });
}
