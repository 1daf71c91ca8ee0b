import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type KindName, kinds } from '../../db/commands/intake/take-in.ts';
import type { Db } from '../../db/connection/open.ts';
import { isUnavailable } from '../../db/connection/unavailable.ts';
import type { Session } from '../../db/reads/people/session.ts';
import type { Context } from '../../db/record/transact.ts';
import { refusedBy } from '../../machines/access/permissions.ts';
import type { Bounds } from '../../machines/order/point.ts';
import { type ImportLine, importLimits } from '../../machines/wire/import-lines.ts';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { userHeader } from '../../machines/wire/screen-headers.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import type { Authentication } from '../http/session.ts';
import { IntakeRefused, importRows, type Plan, planImport } from './import-rows.ts';
import { type ApartSheet, openApart } from './parser.ts';
import { shownRow } from './shown-row.ts';
import { UnusableFile } from './source.ts';

type Options = {
  db: Db;
  auth: Pick<Authentication, 'admitWork'>;
  recognise(request: FastifyRequest): Promise<Session | Refusal>;
  /** Whether the request's origin is allowed. */
  admits(request: FastifyRequest): boolean;
  bounds: Bounds | undefined;
  /** Absent: `importLimits`. */
  mostBytes?: number;
};

/** Each has its file in memory, and a process that parses. */
const mostAtOnce = 2;
const busySeconds = 20;

type Importer = { session: Session; kind: KindName | null; dryRun: boolean };

/**
 * `POST /import/rows`, what the screen 'Importar planilla' sends: the bytes of a file (`application/octet-stream`, gzip or
 * not), `trial=1` for what it would do, `kind` where the columns are not to say it. Answered with lines of JSON
 * (`machines/wire/import-lines.ts`) as the rows are taken. Nothing of the file is kept on the server: it is in memory, here
 * and in the process that parses it, until the answer has ended or its reader has left. An import that breaks off has
 * taken the rows before, and may be sent again.
 */
export async function receiveImports(app: FastifyInstance, options: Options) {
  const { db, auth, recognise, admits, bounds, mostBytes = importLimits.bytes } = options;
  const importers = new WeakMap<FastifyRequest, Importer>();
  const underWay = new Set<number>();

  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== 'gzip') return done(null, body);
    promisify(gunzip)(body as Buffer, { maxOutputLength: mostBytes }).then(
      (bytes) => done(null, bytes),
      (error: NodeJS.ErrnoException) =>
        done(Object.assign(error, { statusCode: error.code === 'ERR_BUFFER_TOO_LARGE' ? 413 : 422 })),
    );
  });
  app.setErrorHandler((error, request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (isUnavailable(error)) return refused(reply, refuse('unavailable', { retryAfterSeconds: 2 }));
    if (status >= 500) {
      request.log.error({ err: error }, 'import failed');
      return refused(reply, { ...refuse('unavailable'), status: 500 });
    }
    return refused(reply, refuse(status === 413 ? 'import-too-large' : 'import-missing'));
  });

  // Before the body: who may not import does not make us read 20 MB.
  app.addHook('onRequest', async (request, reply) => {
    const importer = await admit(request);
    if (isRefusal(importer)) return refused(reply, importer);
    if (Number(request.headers['content-length'] ?? 0) > mostBytes)
      return refused(reply, refuse('import-too-large'));
    const { userId } = importer.session.actor;
    const wait = { retryAfterSeconds: busySeconds };
    if (underWay.has(userId)) return refused(reply, refuse('import-under-way', wait));
    if (underWay.size >= mostAtOnce) return refused(reply, refuse('imports-full', wait));
    underWay.add(userId);
    reply.raw.once('close', () => underWay.delete(userId));
    importers.set(request, importer);
  });

  app.post('/import/rows', { bodyLimit: mostBytes }, async (request, reply) => {
    const { session, kind, dryRun } = importers.get(request)!;
    const bytes = request.body;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) return refused(reply, refuse('import-missing'));
    const opened = await open(bytes, kind, reply);
    if (isRefusal(opened)) return refused(reply, opened);
    const from = {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? null,
      requestId: request.id,
    };
    const context: Context = { db, actor: session.actor, from, ...(bounds ? { bounds } : {}) };
    return sendLines(request, reply, linesOf(context, opened, dryRun, request));
  });

  async function admit(request: FastifyRequest): Promise<Importer | Refusal> {
    if (!admits(request)) return refuse('cross-site');
    const session = await recognise(request);
    if (isRefusal(session)) return session;
    const { userId } = session.actor;
    const user = request.headers[userHeader];
    if (user !== undefined && user !== String(userId)) return refuse('no-session');
    const lacking = refusedBy(session.actor, 'can_import_records');
    if (lacking) return refuse(lacking);
    const { kind, trial } = request.query as Record<string, unknown>;
    if (kind !== undefined && !(typeof kind === 'string' && isOwnName(kinds, kind)))
      return refuse('check-the-data');
    return (
      (await auth.admitWork(userId)) ?? { session, kind: (kind as KindName) ?? null, dryRun: trial === '1' }
    );
  }
}

type Opened = { sheet: ApartSheet; plan: Plan };

async function open(bytes: Buffer, kind: KindName | null, reply: FastifyReply): Promise<Opened | Refusal> {
  try {
    const sheet = await openApart(bytes);
    // However the answer ends, its process does too.
    if (reply.raw.destroyed) sheet.close();
    else reply.raw.once('close', sheet.close);
    return { sheet, plan: planImport(sheet.header, kind) };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { message } = error;
    return refuse('import-unusable', { text: `${message.charAt(0).toUpperCase()}${message.slice(1)}` });
  }
}

async function* linesOf(
  context: Context,
  { sheet, plan }: Opened,
  dryRun: boolean,
  { log }: Pick<FastifyRequest, 'log'>,
): AsyncGenerator<ImportLine> {
  const { kind, ignored, header } = plan;
  const { encoding, delimiter, count } = sheet;
  yield { sheet: { kind, encoding, delimiter, header, ignored, rows: count } };
  try {
    for await (const { rows, added } of importRows(context, plan, sheet.batches, { dryRun }))
      yield { rows: rows.map((row) => shownRow(row, plan, context.actor)), added };
    yield { ended: true };
  } catch (error) {
    if (error instanceof IntakeRefused || error instanceof UnusableFile) yield { failed: error.message };
    else {
      if (!isUnavailable(error)) log.error({ err: error }, 'import failed');
      yield { failed: refuse('unavailable').text };
    }
  } finally {
    sheet.close();
  }
}

/** Each line is sent at once. A reader who leaves ends it before the next transaction. */
function sendLines(request: FastifyRequest, reply: FastifyReply, lines: AsyncGenerator<ImportLine>) {
  reply
    .header('content-type', 'application/x-ndjson; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    // A proxy that collects the answer would show no progress.
    .header('x-accel-buffering', 'no');
  const texts = Readable.from(textsOf(lines), { objectMode: false, highWaterMark: 1 });
  if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(texts);
  const zipped = createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH });
  pipeline(texts, zipped, () => {});
  return reply.header('content-encoding', 'gzip').send(zipped);
}

async function* textsOf(lines: AsyncGenerator<ImportLine>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}

/** The unread rest of a refused body is not awaited. */
const refused = (reply: FastifyReply, { status, code, text, retryAfterSeconds }: Refusal) =>
  (retryAfterSeconds ? reply.header('retry-after', String(retryAfterSeconds)) : reply)
    .code(status)
    .header('connection', 'close')
    .header('cache-control', 'no-store')
    .send({ ok: false, status, code, text });
