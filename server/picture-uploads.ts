import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setPicture } from '../db/commands/set-picture.ts';
import type { Db } from '../db/open.ts';
import type { Session } from '../db/reads/session.ts';
import { isRefusal, type Refusal, refuse } from '../machines/refusals.ts';
import { maxPictureBytes, readPicture } from './picture.ts';

type Options = {
  db: Db;
  path: string;
  recognise(request: FastifyRequest): Promise<Session | Refusal>;
  /** Whether the request may come from where it comes from. */
  admits(request: FastifyRequest): boolean;
};

/** One picture in the multipart field `picture` (contract §3 'profile picture upload'), answered in the envelope. */
export async function pictureUploads(app: FastifyInstance, { db, path, recognise, admits }: Options) {
  await app.register(multipart, {
    limits: { files: 1, fields: 5, parts: 6, fileSize: maxPictureBytes, fieldSize: 1_000 },
  });
  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) throw error;
    request.log.info({ err: error }, 'picture refused');
    return refused(reply, refuse(status === 413 ? 'picture-too-large' : 'picture-unreadable'));
  });
  app.post(path, { bodyLimit: maxPictureBytes + 65_536 }, async (request, reply) => {
    if (!admits(request)) return refused(reply, refuse('cross-site'));
    const session = await recognise(request);
    if (isRefusal(session)) return refused(reply, session);
    if (session.kind === 'integration') return refused(reply, refuse('no-session'));
    if (!request.isMultipart()) return refused(reply, refuse('picture-missing'));
    const file = await request.file();
    if (file?.fieldname !== 'picture') return refused(reply, refuse('picture-missing'));
    const bytes = await file.toBuffer();
    if (file.file.truncated) return refused(reply, refuse('picture-too-large'));
    const picture = await readPicture(bytes);
    if (isRefusal(picture)) return refused(reply, picture);
    await setPicture(db, session.actor, picture);
    return reply.send({ code: 200, error: 0, diagnostic: '', data: { bytes: picture.length } });
  });
}

/** What was not read of a body that is refused is not waited for. */
const refused = (reply: FastifyReply, { status, text }: Refusal) =>
  reply
    .code(status)
    .header('connection', 'close')
    .send({ code: status, error: 1, diagnostic: text, data: null });
