import type { FastifyReply } from 'fastify';

/** What a stream fails with when its other end is closed. */
const brokenOff = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'];

/**
 * Whether this is no error of ours: the client closed its connection before it had the answer, and what was being sent
 * broke off there. Another error is ours, whether its client is still there or not.
 */
export function clientLeft(error: unknown, { raw }: Pick<FastifyReply, 'raw'>): boolean {
  const { code } = error as { code?: unknown };
  return raw.destroyed && !raw.writableFinished && typeof code === 'string' && brokenOff.includes(code);
}
