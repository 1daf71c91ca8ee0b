import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isCostly } from '../../db/commands/registry.ts';
import type { Db } from '../../db/connection/open.ts';
import { isUnavailable } from '../../db/connection/unavailable.ts';
import {
  admitSession,
  findAnySession,
  findKnownSession,
  type KnownSession,
} from '../../db/reads/people/session.ts';
import { findFieldVisit } from '../../db/reads/visits/technician-day.ts';
import type { InstallationKeys } from '../../db/secrets/keys.ts';
import { mayDo, permissions } from '../../machines/access/permissions.ts';
import type { Bounds } from '../../machines/order/point.ts';
import { ownEntry } from '../../machines/wire/own-entry.ts';
import { asEnvelope, retryHeaders } from '../../machines/wire/refusal.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { clientLeft } from '../http/client-left.ts';
import { askedBy } from '../http/refusal-log.ts';
import { type Authentication, readBearer } from '../http/session.ts';
import type { ByteStore } from '../http/week-bytes.ts';
import type { ChatAnswer } from '../telegram/ask-chat.ts';
import { settingAsItIs } from './answers/present-setting.ts';
import { presentVisit } from './answers/present-visit.ts';
import { type Call, DetailedAnswer, RawAnswer } from './call.ts';
import { intakeBodyLimit, readIntakeBodies } from './calls/intake-bodies.ts';
import { passwordChange } from './calls/user.ts';
import { readKey } from './idempotency-key.ts';
import { calls } from './table.ts';

export type ApiOptions = {
  db: Db;
  auth: Authentication;
  bytes: ByteStore;
  askChat: (chatId: string) => Promise<ChatAnswer>;
  botId: number | null;
  keys: InstallationKeys;
  privateWebhooks: boolean;
  /** Where coordinates may lie; absent: Argentina. */
  bounds?: Bounds | undefined;
};

/** `POST /v1/<path>`: JSON in the contract's envelope, a bearer token. Paths outside the table do not exist. */
export async function apiRoutes(app: FastifyInstance, options: ApiOptions) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : parseJson(body as string));
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 422 }));
    }
  });

  // An empty body is no body, whatever its type says: a form's is what many clients name by themselves.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (headers['content-length'] === '0') headers['content-type'] = undefined;
    done();
  });

  // Answered before its body was read (no session, unsupported content): a sender that stops half way would
  // otherwise hold the connection, and our shutdown, until the request times out.
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!request.raw.complete) reply.header('connection', 'close');
    done();
  });

  app.setNotFoundHandler((_request, reply) => answer(reply, refuse('call-unknown')));

  for (const url of ['/', '/*'])
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url,
      onRequest: async (request, reply) => {
        const { '*': path = '' } = request.params as { '*'?: string };
        if (path !== '' && !uploadPaths.includes(path) && !Object.hasOwn(calls, path))
          return answer(reply, refuse('call-unknown'));
        return answer(reply.header('allow', 'POST'), refuse('post-only'));
      },
      handler: (_request, reply) => answer(reply, refuse('post-only')),
    });

  app.post('/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    return answerCall(path, request, reply);
  });

  await app.register(async (scope) => {
    readIntakeBodies(scope);
    const sendingLarge = new Set<number>();
    // Before the body: unauthorised senders cannot make us read 32 MB.
    scope.addHook('onRequest', async (request, reply) => {
      const session = askedBy(request, await admitSession(options.db, readBearer(request.headers) ?? ''));
      if (isRefusal(session)) return answer(reply, session);
      if (!mayDo(session.actor, 'can_import_records'))
        return answer(reply, refuse(permissions.can_import_records));
      if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= smallIntake) return;
      // Large bodies of one user one after the other: each is held in memory.
      const { userId } = session.actor;
      if (sendingLarge.has(userId)) return answer(reply, refuse('too-much-work', { retryAfterSeconds: 2 }));
      sendingLarge.add(userId);
      reply.raw.once('close', () => sendingLarge.delete(userId));
    });
    scope.post('/intake/*', { bodyLimit: intakeBodyLimit }, async (request, reply) => {
      const { '*': rest } = request.params as { '*': string };
      return answerCall(`intake/${rest}`, request, reply);
    });
  });

  async function answerCall(path: string, request: FastifyRequest, reply: FastifyReply) {
    const call = ownEntry(calls, path);
    if (!call) return answer(reply, refuse('call-unknown'));
    const token = readBearer(request.headers) ?? '';
    // What concerns the asker's own account is asked of the record: a change of it may have been made elsewhere.
    const find = call.reach === 'account' ? findAnySession : findKnownSession;
    const session = call.anonymous ? undefined : askedBy(request, await find(options.db, token));
    if (!call.anonymous && !session) return answer(reply, refuse('no-session'));
    if (session?.mustChangePassword && !beforeChange.includes(path))
      return answer(reply, refuse('password-change-required'));
    if (session && !mayCall(session, call)) return answer(reply, refuse('permission-missing'));
    const key = readKey(request.headers);
    if (isRefusal(key)) return answer(reply, key);
    const costly = call.costly || (call.command !== undefined && isCostly(call.command, request.body));
    const tooMuch = costly && session ? await options.auth.admitWork(session.actor.userId) : null;
    if (tooMuch) return answer(reply, tooMuch);
    const from = {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    };
    const outcome = await call.run(
      {
        db: options.db,
        auth: options.auth,
        bytes: options.bytes,
        askChat: options.askChat,
        botId: options.botId,
        ...from,
        now: new Date(),
        key,
        keys: options.keys,
        token,
        session: session!,
        actor: session?.actor as never,
        command: {
          db: options.db,
          actor: session?.actor as never,
          key,
          keys: options.keys,
          ...(session ? { session: session.id } : {}),
          privateWebhooks: options.privateWebhooks,
          ...(options.bounds ? { bounds: options.bounds } : {}),
          from,
        },
      },
      request.body ?? {},
    );
    if (isRefusal(outcome)) return answer(reply, outcome, await asItIs(options.db, outcome, session?.actor));
    if (outcome instanceof RawAnswer) return sendBytes(request, reply, outcome);
    if (outcome instanceof DetailedAnswer)
      return reply.send({ code: 200, error: 0, diagnostic: '', ...outcome });
    return reply.send({ code: 200, error: 0, diagnostic: '', data: outcome ?? {} });
  }
}

/** The calls that are not JSON; not in the table (`server/files/`). */
const uploadPaths = ['user/upload_profile_picture', 'visit/photos'];

/** Bodies up to this size are not serialised. */
const smallIntake = 1_048_576;

/** Allowed before a temporary password is changed, besides the session check. */
const beforeChange = ['user/change_password', 'user/logout'];

/** An integration may make the calls of its permission only, not those open to every signed-in user. */
const mayCall = (session: KnownSession, call: Call): boolean =>
  session.kind !== 'integration' || call.permission !== null;

/** The session check (`POST /v1`): the only call that answers 400, and only for a bad token. Its body is not read. */
export async function sessionCheck(app: FastifyInstance, options: Pick<ApiOptions, 'db'>) {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null, undefined);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    // `delete` would turn the headers into a dictionary, which is slower to read.
    request.headers['content-type'] = undefined;
    done();
  });
  app.post('/v1', async (request, reply) => {
    const session = await findKnownSession(options.db, readBearer(request.headers) ?? '');
    if (!session) return answer(reply, { ...refuse('no-session'), status: 400 });
    const data = { username: session.actor.username, ...passwordChange(session) };
    return reply.send({ code: 200, error: 0, diagnostic: '', data });
  });
}

/** Errors before or inside a call, in the envelope; internals only go to the log. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 415) return answer(reply, refuse('not-json'));
  if (status === 413) return answer(reply, refuse('body-too-large'));
  if (status < 500) return answer(reply, refuse('check-the-data'));
  if (isUnavailable(error)) return answer(reply, refuse('unavailable', { retryAfterSeconds: 2 }));
  const { id } = request;
  if (!clientLeft(error, reply)) request.log.error({ err: error }, 'call failed');
  const text = `Ocurrió un error inesperado. Si se repite, informá este número: ${id}`;
  return reply.code(500).send(asEnvelope({ ...refuse('unavailable'), status: 500, text }));
}

/** A malformed path names no call. */
export const answerBadPath = (reply: FastifyReply) => answer(reply, refuse('call-unknown'));

function answer(reply: FastifyReply, refusal: Refusal, current?: object) {
  return reply
    .headers(retryHeaders(refusal))
    .code(refusal.status)
    .send(asEnvelope(refusal, current ?? reasonOf(refusal)));
}

/** A machine-readable reason for refusals that require another action first. */
const reasonOf = ({ code }: Refusal) => (code === 'password-change-required' ? { reason: code } : null);

/**
 * The current state that a 409 is about (contract §3): `visit`, `timestripe`, `zone`, `priority`,
 * `conversation`, `absence`, `skills`, `retention` or `user`.
 */
async function asItIs(db: Db, refusal: Refusal, actor?: { operations: string[] }) {
  if (refusal.status !== 409 || !actor) return undefined;
  if (refusal.setting) return settingAsItIs(db, refusal.setting, actor);
  if (refusal.visitId === undefined) return undefined;
  const visit = await findFieldVisit(db, actor, refusal.visitId);
  return visit && { visit: presentVisit(visit) };
}

function sendBytes(request: FastifyRequest, reply: FastifyReply, { bytes }: RawAnswer) {
  reply.header('content-type', 'application/json; charset=utf-8');
  if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(bytes.plain);
  return reply.header('content-encoding', 'gzip').send(bytes.zipped);
}

/**
 * JSON without prototype pollution. The reviver takes four fifths of the time of a small body, and stays: its recursion
 * is also what refuses a body that is nested too deeply to be walked.
 */
function parseJson(body: string): unknown {
  return JSON.parse(body, (name, value) => {
    if (name === '__proto__') throw new SyntaxError('__proto__');
    return value;
  });
}
