import type { Sql, Tx } from './sql.ts';

/** Errors after which the server or the network closes the connection (SQLSTATE and node's). */
const deadly = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECTION_ENDED'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['57P01', '57P02', '57P03', '57P05', '25P03'],
  '08P01', // PgBouncer's own
]);

/**
 * A pool whose transactions survive the loss of their connection. Without this postgres.js sends ROLLBACK, or
 * the next statement, into a closed socket, and the process ends with "Cannot read properties of null
 * (reading 'write')" (porsager/postgres #1208). Here nothing more is sent: `begin` rejects with the
 * connection's own error once it is closed, and the server has rolled back.
 */
export function guardTransactions(pool: Sql, onEnd: () => void): Sql {
  const begin = pool.begin.bind(pool) as (how: string, run: Run) => Promise<unknown>;
  const guarded = (...args: [run: Run] | [how: string, run: Run]) => {
    const [how, run] = args.length === 2 ? args : ['', args[0]];
    let lost: unknown;
    const alive = (): void => {
      if (lost !== undefined) throw lost;
    };
    const transaction = begin(how, async (tx) => {
      try {
        return await run(refuseWhenLost(tx, alive));
      } catch (error) {
        if (!deadly.has((error as { code?: string }).code ?? '')) throw error;
        // The following close rejects `transaction`; settling here would cause a ROLLBACK.
        return new Promise(() => {});
      }
    });
    transaction.catch((error) => {
      lost = error;
    });
    return transaction.finally(onEnd);
  };
  return Object.assign(pool, { begin: guarded }) as unknown as Sql;
}

type Run = (tx: Tx) => unknown;

function refuseWhenLost(tx: Tx, alive: () => void): Tx {
  return new Proxy(tx, {
    apply(target, self, args) {
      alive();
      return Reflect.apply(target as never, self, args);
    },
    get(target, name) {
      const value = Reflect.get(target, name);
      if (name !== 'unsafe' && name !== 'savepoint') return value;
      return (...args: unknown[]) => {
        alive();
        return Reflect.apply(value as never, target, args);
      };
    },
  });
}
