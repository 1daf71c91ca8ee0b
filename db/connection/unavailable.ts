const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  // A standby, or a server that is read-only by default: the primary is another one.
  '25006',
  '57014',
  // The operation moves to another installation (db/record/elsewhere.ts): sent again, the command reaches that one.
  'AG001',
  // Disk or memory full: the statement was rolled back and may be retried.
  '53100',
  '53200',
  '53300',
  '08006',
  '08001',
  // PgBouncer's own: no free connection in time, or none to the server.
  '08P01',
  'OVERLOADED',
]);

/** The database is unreachable, starting, stopping or too slow: answered 503, without ending sessions. */
export function isUnavailable(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as {
    code?: string;
    cause?: unknown;
    errors?: unknown[];
  };
  if (code !== undefined && unreachableCodes.has(code)) return true;
  if (errors?.some(isUnavailable)) return true;
  return cause !== undefined && isUnavailable(cause);
}
