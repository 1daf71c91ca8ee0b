import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setPicture } from '../../db/commands/profile/set-picture.ts';
import type { Db } from '../../db/connection/open.ts';
import { encodeProfilePicture, maxPictureBytes } from '../../db/pictures/profile-picture.ts';
import type { Session } from '../../db/reads/people/session.ts';
import { hashOf, recallAnswer, rememberAnswer } from '../../db/record/transact.ts';
import { asEnvelope } from '../../machines/wire/refusal.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../machines/words/refusals.ts';
import { readKey } from '../api/idempotency-key.ts';
import type { Authentication } from '../http/session.ts';
import { refuseUpload } from './send-refusal.ts';
import { readUpload, refusalOf, type UploadRefusals } from './upload-form.ts';

type Options = {
  db: Db;
  auth: Pick<Authentication, 'admitWork'>;
  path: string;
  recognise(request: FastifyRequest): Promise<Session | Refusal>;
  /** Whether the request's origin is allowed. */
  admits(request: FastifyRequest): boolean;
};

const refusals: UploadRefusals = {
  missing: 'picture-missing',
  tooLarge: 'picture-too-large',
  unreadable: 'picture-unreadable',
};

/** One picture in the multipart field `picture` (contract §3 'profile picture upload'), answered in the envelope. */
export async function pictureUploads(app: FastifyInstance, { db, auth, path, recognise, admits }: Options) {
  await app.register(multipart, {
    limits: { files: 1, fields: 5, parts: 6, fileSize: maxPictureBytes, fieldSize: 1_000 },
  });
  app.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) throw error;
    return refused(reply, refusalOf(error, 'picture', refusals));
  });
  app.post(path, { bodyLimit: maxPictureBytes + 65_536 }, async (request, reply) => {
    if (!admits(request)) return refused(reply, refuse('cross-site'));
    const session = await recognise(request);
    if (isRefusal(session)) return refused(reply, session);
    if (session.kind === 'integration') return refused(reply, refuse('no-session'));
    const tooMuch = await auth.admitWork(session.actor.userId);
    if (tooMuch) return refused(reply, tooMuch);
    const key = readKey(request.headers);
    if (isRefusal(key)) return refused(reply, key);
    const form = await readUpload(request, 'picture', refusals);
    if (isRefusal(form)) return refused(reply, form);
    const answer = await keepPicture(db, session.actor, key, form.bytes);
    if (isRefusal(answer)) return refused(reply, answer);
    return reply.send({ code: 200, error: 0, diagnostic: '', data: answer });
  });
}

/**
 * The same picture under the same key is decoded and kept once; another one under that key is refused (contract §3).
 */
async function keepPicture(
  db: Db,
  { userId }: { userId: number },
  key: string | null,
  bytes: Buffer,
): Promise<{ bytes: number } | Refusal> {
  const command = 'setPicture';
  const hash = hashOf(command, createHash('sha256').update(bytes).digest('hex'));
  const previousAnswer = key && (await recallAnswer<{ bytes: number }>(db.sql, userId, key, hash));
  if (previousAnswer) return previousAnswer;
  const picture = await encodeProfilePicture(db, userId, bytes);
  if (isRefusal(picture)) return picture.status === 422 ? refuseField(picture.code, 'picture') : picture;
  await setPicture(db, { userId }, picture);
  const answer = { bytes: picture.length };
  if (key) await rememberAnswer(db.writes, { userId, key, command, hash, answer });
  return answer;
}

const refused = (reply: FastifyReply, refusal: Refusal) =>
  refuseUpload(reply, refusal).send(asEnvelope(refusal));
