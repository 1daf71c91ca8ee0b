import type { Db } from '../connection/open.ts';

/** What `RateLimiterPostgres` calls of node-postgres, on the record's own connections. */
export const throttleStore = (db: Pick<Db, 'writes'>) => ({
  storeClient: {
    query: async ({ text, values }: { text: string; values: (string | number | null)[] }) => {
      const rows = await db.writes.unsafe(text, values, { prepare: true });
      return { rows: [...rows], rowCount: rows.count };
    },
  },
  storeType: 'client',
  tableName: 'login_attempts',
  tableCreated: true,
  clearExpiredByTimeout: false,
});
