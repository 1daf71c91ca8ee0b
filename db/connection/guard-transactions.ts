import type { Sql, Tx } from './sql.ts';

/** Errors after which the server, or the network, closes the connection by itself (SQLSTATE and node's). */
const deadly = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57P01', '57P02', '57P03', '57P05', '25P03'],
]);

/**
 * A pool whose transactions survive the death of their connection. Without this postgres.js sends its ROLLBACK,
 * or the transaction's next statement, into a socket that is gone, and the whole process ends with
 * "Cannot read properties of null (reading 'write')" (porsager/postgres #1208). Here nothing is sent any more:
 * `begin` rejects by itself with the connection's own error as soon as it is closed, and the server has rolled back.
 */
export function guardTransactions(pool: Sql): Sql {
  const begin = pool.begin.bind(pool) as (how: string, run: Run) => Promise<unknown>;
  const guarded = (...given: [run: Run] | [how: string, run: Run]) => {
    const [how, run] = given.length === 2 ? given : ['', given[0]];
    let lost: unknown;
    const alive = (): void => {
      if (lost !== undefined) throw lost;
    };
    const whole = begin(how, async (tx) => {
      try {
        return await run(refuseWhenLost(tx, alive));
      } catch (error) {
        if (!deadly.has((error as { code?: string }).code ?? '')) throw error;
        // The close that follows rejects `whole`; to settle here would be answered with a ROLLBACK.
        return new Promise(() => {});
      }
    });
    whole.catch((error) => {
      lost = error;
    });
    return whole;
  };
  return Object.assign(pool, { begin: guarded }) as unknown as Sql;
}

type Run = (tx: Tx) => unknown;

function refuseWhenLost(tx: Tx, alive: () => void): Tx {
  return new Proxy(tx, {
    apply(target, self, given) {
      alive();
      return Reflect.apply(target as never, self, given);
    },
    get(target, name) {
      const found = Reflect.get(target, name);
      if (name !== 'unsafe' && name !== 'savepoint') return found;
      return (...given: unknown[]) => {
        alive();
        return Reflect.apply(found as never, target, given);
      };
    },
  });
}
