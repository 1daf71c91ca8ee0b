/** What postgres.js asks by itself on a new connection: array types, and whether the server takes writes. */
const ownQueries = /^\s*(select b\.oid, b\.typarray|show transaction_read_only;)/;

let isGuarded = false;

/**
 * No code awaits those answers: when the connection is closed before one of them, its rejection would end the process.
 * Every other unhandled rejection ends it.
 */
export function guardOwnQueries(): void {
  if (isGuarded) return;
  isGuarded = true;
  process.on('unhandledRejection', (reason) => {
    const { query } = (reason ?? {}) as { query?: unknown };
    if (typeof query === 'string' && ownQueries.test(query)) return;
    throw reason;
  });
}
