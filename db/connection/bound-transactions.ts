import type { Sql } from './sql.ts';

/**
 * A pool of transactions with bounded waiting: at most `abreast` at a time, the others first come first
 * served, each for at most `waitMs`. The driver's own queue is unbounded: with a slow database it would fill
 * with requests whose callers have left (F09).
 *
 * @throws from `begin` an Error with code OVERLOADED; nothing was sent then
 */
export function boundTransactions(sql: Sql, abreast: number, waitMs: number): Sql {
  const waiting = new Set<() => void>();
  let running = 0;

  const admit = () =>
    new Promise<void>((enter, refuse) => {
      if (running < abreast) {
        running++;
        return enter();
      }
      const late = setTimeout(() => {
        waiting.delete(next);
        refuse(Object.assign(new Error(`no connection within ${waitMs} ms`), { code: 'OVERLOADED' }));
      }, waitMs);
      const next = () => {
        clearTimeout(late);
        enter();
      };
      waiting.add(next);
    });

  /** Passes the place to the longest waiting, or frees it. */
  const release = () => {
    const [next] = waiting;
    if (!next) return void running--;
    waiting.delete(next);
    next();
  };

  const begin = async (...args: Parameters<Sql['begin']>) => {
    await admit();
    try {
      return await sql.begin(...args);
    } finally {
      release();
    }
  };
  return new Proxy(sql, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}
