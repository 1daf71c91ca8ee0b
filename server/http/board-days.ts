import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import { admitKnownSessionWith } from '../../db/reads/people/session.ts';
import { isDay, today } from '../../machines/calendar/slots.ts';
import { asAnswer } from '../../machines/wire/refusal.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { askedBy } from './refusal-log.ts';
import type { SessionCookie } from './session.ts';
import { type ByteStore, boardDays } from './week-bytes.ts';

/** `/board/week` and `/board/day`: the visits of a board as the bytes that are kept of them. */
export function boardDaysRoutes(
  scope: FastifyInstance,
  { db, cookie, bytes }: { db: Db; cookie: SessionCookie; bytes: ByteStore },
): void {
  for (const alone of [false, true])
    scope.get(alone ? '/board/day' : '/board/week', (request, reply) => sendDays(request, reply, alone));

  /** @param alone the day without the rest of its week */
  async function sendDays(request: FastifyRequest, reply: FastifyReply, alone: boolean) {
    const { operation, day: requestedDay } = request.query as { operation?: unknown; day?: string };
    const code = typeof operation === 'string' && /^[0-9]{3}$/.test(operation) ? operation : null;
    // The version is asked of the record: the answer is never older than what was committed before the request.
    const token = cookie.read(request.headers);
    const { session, version } = await admitKnownSessionWith(db, token ?? '', code ?? '');
    askedBy(request, session);
    const sendRefusal = (refusal: Refusal) => reply.code(refusal.status).send(asAnswer(refusal));
    if (isRefusal(session)) return sendRefusal(session);
    if (session.kind === 'integration') return sendRefusal(refuse('no-session'));
    if (code === null || !session.actor.operations.includes(code))
      return sendRefusal(refuse('operation-not-assigned'));
    const day = requestedDay && isDay(requestedDay) ? requestedDay : today(new Date());
    const week = await boardDays(bytes, code, { day, alone }, version);
    if (!week) return sendRefusal(refuse('operation-unknown'));
    const tag = `"${code}.${week.version}"`;
    reply
      .header('etag', tag)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'cookie, accept-encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(week.plain);
    return reply.header('content-encoding', 'gzip').send(week.zipped);
  }
}
