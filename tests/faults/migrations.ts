import { fork } from 'node:child_process';
import { join } from 'node:path';
import postgres from 'postgres';
import type { LonelyFault } from './fault.ts';
import { by } from './timing.ts';

/** F23: migrations that begin at the same moment, each in a process of its own, on an empty database. */
export const twoMigrations: LonelyFault = {
  title: 'two migrations at once',
  async alone(cluster, size) {
    const rounds = by(size, 1, 2, 10);
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const name = `f23_${round}`;
      const url = await cluster.empty(name);
      try {
        const codes = await Promise.all([1, 2, 3].map(() => migrateIn(url)));
        if (codes.some((code) => code !== 0)) problems.push(`round ${round}: ended with ${codes.join(', ')}`);
        const sql = postgres(url, { max: 1, onnotice: () => {} });
        const [applied] =
          await sql`select count(*)::int as n, count(distinct hash)::int as different from drizzle.__drizzle_migrations`;
        const [queue] = await sql`select count(*)::int as n from pg_namespace where nspname = 'bullmq'`;
        await sql.end();
        if (applied!.n !== applied!.different || applied!.n === 0)
          problems.push(`round ${round}: ${applied!.n} applied, ${applied!.different} different`);
        if (queue!.n !== 1) problems.push(`round ${round}: the queue's tables are missing`);
      } finally {
        await cluster.drop(name);
      }
    }
    return { figures: `${rounds} times three at once`, problems };
  },
};

function migrateIn(url: string): Promise<number | null> {
  const child = fork(join(import.meta.dirname, 'migrate-once.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((done) => child.once('exit', done));
}
