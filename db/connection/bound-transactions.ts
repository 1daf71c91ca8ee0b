import type { Sql } from './sql.ts';

/**
 * A pool of transactions at which nobody waits for ever: at most `abreast` at a time, the others in the order
 * they came, each for at most `waitMs`. The driver's own queue has no end, and with a slow database each of
 * those who stand in it would hold a request that nobody waits for any more (F09).
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

  /** The place goes to who waited longest, or is free. */
  const leave = () => {
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
      leave();
    }
  };
  return new Proxy(sql, {
    get: (target, name) => (name === 'begin' ? begin : Reflect.get(target, name)),
  });
}
