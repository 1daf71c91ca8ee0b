import type { FastifyReply } from 'fastify';
import { asText, retryHeaders } from '../../machines/wire/refusal.ts';
import type { Refusal } from '../../machines/words/refusals.ts';

/** Answers in place of a file, as a text that a browser shows. */
export const sendRefusal = (reply: FastifyReply, refusal: Refusal) =>
  reply
    .code(refusal.status)
    .type('text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(asText(refusal));

/** Begins the answer to a refused upload: the unread rest of its body is not awaited. */
export const refuseUpload = (reply: FastifyReply, refusal: Refusal) =>
  reply.headers(retryHeaders(refusal)).code(refusal.status).header('connection', 'close');
