import type { Sql, Tx } from '../../db/open.ts';

/**
 * A read of everything, which a test makes and no request does: without the time that a statement of the product has,
 * which on a busy machine ends while the rows are still on their way.
 */
export const unhurried = <T>(sql: Sql, ask: (tx: Tx) => Promise<T>): Promise<T> =>
  sql.begin('read only', async (tx) => {
    await tx`set local statement_timeout = 0`;
    return ask(tx as Tx);
  }) as Promise<T>;
