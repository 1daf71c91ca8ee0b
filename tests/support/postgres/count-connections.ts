import postgres from 'postgres';

/** The address of a record for the test's own work, which `watchConnections` does not count. */
export const uncounted = (url: string): string => {
  const address = new URL(url);
  address.searchParams.set('application_name', own);
  return address.href;
};

const own = 'test';

/** Counts the connections of everybody but the test to a database, until `end`. @returns the most at any one moment */
export function watchConnections(url: string): { end(): Promise<number> } {
  const sql = postgres(uncounted(url), { max: 1, onnotice: () => {} });
  let most = 0;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      const [row] = await sql<{ held: number }[]>`
        select count(*)::int as held from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and application_name <> ${own}`;
      most = Math.max(most, row!.held);
      await new Promise((next) => setTimeout(next, 10));
    }
  })();
  return {
    async end() {
      ended = true;
      await watching;
      await sql.end({ timeout: 5 });
      return most;
    },
  };
}
