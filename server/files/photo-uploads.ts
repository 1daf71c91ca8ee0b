import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { deletePieces, joinPieces, keepPiece, listPieces } from '../../db/commands/photos/photo-pieces.ts';
import type { Db } from '../../db/connection/open.ts';
import type { Session } from '../../db/reads/people/session.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { maxPhotoBytes, mostPieces, pieceBytes } from '../../machines/visit/photos.ts';
import { asAnswer, asEnvelope } from '../../machines/wire/refusal.ts';
import { userHeader } from '../../machines/wire/screen-headers.ts';
import { isRefusal, type Refusal, type RefusalCode, refuse } from '../../machines/words/refusals.ts';
import { readKey } from '../api/idempotency-key.ts';
import type { Authentication } from '../http/session.ts';
import { keepPhoto } from './keep-photo.ts';
import { refuseUpload } from './send-refusal.ts';
import { readUpload, refusalOf, type UploadRefusals } from './upload-form.ts';

type Options = {
  db: Db;
  storage: Storage;
  auth: Pick<Authentication, 'admitWork'>;
  recognise(request: FastifyRequest): Promise<Session | Refusal>;
  /** Whether the request's origin is allowed. */
  admits(request: FastifyRequest): boolean;
};

const refusals: UploadRefusals = {
  missing: 'photo-missing',
  tooLarge: 'photo-too-large',
  unreadable: 'photo-unreadable',
};
const uploadId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * `POST /v1/visit/photos`, a call that is not JSON (contract §8): the multipart field `photo`, with `visit_id` and
 * `happened_at` as texts, answered in the envelope.
 */
export async function photoCall(app: FastifyInstance, { db, storage, auth, recognise }: Options) {
  await app.register(multipart, {
    limits: { files: 1, fields: 5, parts: 6, fileSize: maxPhotoBytes, fieldSize: 1_000 },
  });
  const send = (reply: FastifyReply, answer: object | Refusal) =>
    isRefusal(answer)
      ? refuseUpload(reply, answer).send(asEnvelope(answer))
      : reply.send({ code: 200, error: 0, diagnostic: '', data: answer });
  app.setErrorHandler((error, _request, reply) => {
    if (((error as { statusCode?: number }).statusCode ?? 500) >= 500) throw error;
    return send(reply, refusalOf(error, 'photo', refusals));
  });
  app.post('/v1/visit/photos', { bodyLimit: maxPhotoBytes + 65_536 }, async (request, reply) => {
    const asker = await admit(request, { auth, recognise });
    if (isRefusal(asker)) return send(reply, asker);
    if (asker.session.kind === 'integration') return send(reply, refuse('no-session'));
    const form = await readUpload(request, 'photo', refusals);
    if (isRefusal(form)) return send(reply, form);
    const { bytes, texts } = form;
    const upload = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const input = Object.fromEntries(texts);
    return send(
      reply,
      await keepPhoto({
        storage,
        context: contextOf(db, asker, request),
        input,
        upload,
        read: async () => bytes,
      }),
    );
  });
}

/**
 * What a technician's phone sends a photo by, in pieces, so that a cut costs one of them: `GET` lists those that have
 * arrived, `PUT` brings one, and the `POST` after the last keeps the photo and answers as `POST /do/<command>` does.
 */
export async function photoPieces(app: FastifyInstance, { db, storage, auth, recognise, admits }: Options) {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  const send = (reply: FastifyReply, answer: object | Refusal) =>
    isRefusal(answer)
      ? refuseUpload(reply, answer).send(asAnswer(answer))
      : reply.header('cache-control', 'no-store').send({ ok: true, data: answer });
  const ask = async (request: FastifyRequest): Promise<(Asker & { upload: string }) | Refusal> => {
    if (!admits(request)) return refuse('cross-site');
    const { upload } = request.params as { upload: string };
    if (!uploadId.test(upload)) return refuse('check-the-data');
    const asker = await admit(request, { recognise });
    return isRefusal(asker) ? asker : { ...asker, upload };
  };
  /** So many pieces of a user are one piece of costly work, more than a photo of a phone has. */
  const piecesOfWork = 100;
  const pieces = new Map<number, number>();
  const countPiece = (userId: number): boolean => {
    const count = (pieces.get(userId) ?? 0) + 1;
    if (count < piecesOfWork) pieces.set(userId, count);
    else pieces.delete(userId);
    return count === piecesOfWork;
  };
  app.get('/photos/pieces/:upload', async (request, reply) => {
    const asker = await ask(request);
    if (isRefusal(asker)) return send(reply, asker);
    return send(reply, { pieces: await listPieces(db, asker.session.actor.userId, asker.upload) });
  });
  app.put('/photos/pieces/:upload/:position', { bodyLimit: pieceBytes }, async (request, reply) => {
    const asker = await ask(request);
    if (isRefusal(asker)) return send(reply, asker);
    if (asker.session.actor.technicianId === null) return send(reply, refuse('not-a-technician'));
    const position = Number((request.params as { position: string }).position);
    const { userId } = asker.session.actor;
    const tooMuch = countPiece(userId) ? await auth.admitWork(userId) : null;
    if (tooMuch) return send(reply, tooMuch);
    const bytes = request.body;
    if (
      !Buffer.isBuffer(bytes) ||
      bytes.length === 0 ||
      !Number.isInteger(position) ||
      position < 0 ||
      position >= mostPieces
    )
      return send(reply, refuse('check-the-data'));
    return send(reply, (await keepPiece(db, userId, { upload: asker.upload, position, bytes })) ?? {});
  });
  app.post('/photos/pieces/:upload', { bodyLimit: 10_000 }, async (request, reply) => {
    const asker = await ask(request);
    if (isRefusal(asker)) return send(reply, asker);
    const { userId } = asker.session.actor;
    const tooMuch = await auth.admitWork(userId);
    if (tooMuch) return send(reply, tooMuch);
    const { pieces, ...input } = (request.body ?? {}) as Record<string, unknown>;
    const { upload } = asker;
    const answer = await keepPhoto({
      storage,
      context: contextOf(db, asker, request),
      input,
      upload,
      read: () => joinPieces(db, userId, upload, Number(pieces)),
    });
    if (!isRefusal(answer) || !isSentAgain.has(answer.code)) await deletePieces(db, userId, upload);
    return send(reply, answer);
  });
}

/** Kept or refused for good, the pieces are of no more use; after these the phone sends the photo again. */
const isSentAgain = new Set<RefusalCode>(['photo-incomplete', 'photos-half-sent', 'too-much-work']);

type Asker = { session: Session; key: string | null };

async function admit(
  request: FastifyRequest,
  { auth, recognise }: Pick<Options, 'recognise'> & Partial<Pick<Options, 'auth'>>,
): Promise<Asker | Refusal> {
  const session = await recognise(request);
  if (isRefusal(session)) return session;
  // A photo that waited on a shared phone is its user's (`app/data/send-command.ts`).
  const user = request.headers[userHeader];
  if (user !== undefined && user !== String(session.actor.userId)) return refuse('no-session');
  const key = readKey(request.headers);
  if (isRefusal(key)) return key;
  return (await auth?.admitWork(session.actor.userId)) ?? { session, key };
}

const contextOf = (db: Db, { session, key }: Asker, request: FastifyRequest) => ({
  db,
  actor: session.actor,
  key,
  from: {
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? null,
    requestId: request.id,
  },
});
