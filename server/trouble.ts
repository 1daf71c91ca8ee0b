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
]);

/** The database is away, starting, stopping or too slow: 503, and nobody is signed out by it. */
export function isUnavailable(error: unknown): boolean {
  const { code, cause, errors } = (error ?? {}) as { code?: string; cause?: unknown; errors?: unknown[] };
  if (code !== undefined && away.has(code)) return true;
  if (errors?.some(isUnavailable)) return true;
  return cause !== undefined && isUnavailable(cause);
}
