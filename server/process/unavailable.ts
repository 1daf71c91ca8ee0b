const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '57014',
  // No room on its disk, for a file or for memory: whatever was asked has been rolled back, and may be asked again.
  '53100',
  '53200',
  '53300',
  '08006',
  '08001',
  // Ours: more asked than can be done in good time (server/http/shedding.ts, db/connection/bound-transactions.ts).
  'OVERLOADED',
]);

/** What the driver of the throttles says without a code: its waits for an answer and for a connection. */
const lateTexts = ['Query read timeout', 'timeout exceeded when trying to connect'];

/** The database is away, starting, stopping or too slow: 503, and nobody is signed out by it. */
export function isUnavailable(error: unknown): boolean {
  const { code, cause, errors, message } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: unknown[];
    message?: string;
  };
  if (code !== undefined && away.has(code)) return true;
  if (message !== undefined && lateTexts.includes(message)) return true;
  if (errors?.some(isUnavailable)) return true;
  return cause !== undefined && isUnavailable(cause);
}
