import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTracer, type Tracer, traceOf } from '../../../db/tracing/tracer.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { readBody } from '../../support/fakes/fake.ts';
import { startTelegram, type TelegramServer } from '../../support/fakes/telegram-server.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import {
  linkSecret,
  openSession,
  openWebServer,
  type WebServer,
} from '../../support/processes/web-server.ts';
import { startWorker, type WorkerProcess } from '../../support/processes/worker-process.ts';
import { addUser, makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// One trace from a request to what the channel answered, as an OpenTelemetry collector receives it (docs/operations/watching.md).

type Received = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** The kind of process that sent it. */
  service: string;
  failed: boolean;
};

const database = ownDatabase();
const received: Received[] = [];
let collector: Server;
let telegram: TelegramServer;
let tracer: Tracer;
let worker: WorkerProcess;
let web: WebServer;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await readBody(request));
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap((scope: { spans: unknown[] }) => scope.spans)) {
        const of = (key: string) =>
          resource.attributes.find((one: { key: string }) => one.key === key)?.value.stringValue;
        received.push({ ...span, service: of('service.name'), failed: span.status?.code === 2 });
      }
    response
      .writeHead(request.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' })
      .end('{}');
  }).listen(0, '127.0.0.1');
  await until(() => collector.listening);
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  telegram = await startTelegram();
  worker = await startWorker({
    DATABASE_URL: database.url,
    LINK_SECRET: linkSecret,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  });
  tracer = (await openTracer(endpoint, 'agenda-web'))!;
  web = await openWebServer(database.url, { tracer, trustProxy: 1 });
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await web?.close();
  await tracer?.close();
  await telegram?.close();
  collector?.close();
});

async function departure(requestId: string) {
  telegram.addChat(7_001);
  // Tomorrow's, which the worker's own clock leaves alone whatever the hour of this test.
  const visit = { day: addDays(today(new Date()), 1) };
  const world = await makeWorld(web.db.sql, { client: { telegramChatId: '7001' }, visit });
  const dispatcher = await addUser(web.db.sql, world.operation, {}, everyPermission);
  const board = web.socket(await openSession(web.db.sql, dispatcher));
  board.connect();
  await until(() => board.connected);
  await new Promise<void>((watched) =>
    board.emit('watch', { operation: world.operation, version: null }, () => watched()),
  );
  const token = await openSession(web.db.sql, world.userId);
  const answer = await web.call(
    'visit/set_on_the_way',
    { visit_id: world.visitId, on_the_way: true, send_notification: true },
    { token, headers: { 'x-request-id': requestId } },
  );
  expect(answer.status).toBe(200);
}

const named = (trace: string, name: string) =>
  received.find((span) => span.traceId === trace && span.name === name);

it('a departure is one trace: the request, its command, the feed, the outbox, the job and the message', async () => {
  const id = 'a-departure-to-follow';
  await departure(id);
  const trace = traceOf(id);
  await until(
    () => named(trace, 'send telegram') !== undefined && named(trace, 'feed') !== undefined,
    30_000,
  );
  const chain = [
    ['POST /v1/visit/set_on_the_way', 'agenda-web', null],
    ['command setOnTheWay', 'agenda-web', 'POST /v1/visit/set_on_the_way'],
    ['feed', 'agenda-web', 'POST /v1/visit/set_on_the_way'],
    ['outbox', 'agenda-worker', 'POST /v1/visit/set_on_the_way'],
    ['job send-notices', 'agenda-worker', 'outbox'],
    ['send telegram', 'agenda-worker', 'job send-notices'],
  ] as const;
  await until(() => chain.every(([name]) => named(trace, name)), 30_000);
  for (const [name, service, parent] of chain) {
    const span = named(trace, name)!;
    expect([name, span.service, span.failed]).toEqual([name, service, false]);
    expect([name, span.parentSpanId || null]).toEqual([name, parent && named(trace, parent)!.spanId]);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
  }
}, 60_000);

it('a proxy that gives 32 hexadecimal digits as the id of a request finds it under that id', async () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  await departure(id);
  await until(() => named(id, 'command setOnTheWay') !== undefined, 30_000);
}, 60_000);

it('requests do not wait for a collector that is gone, and end with the process', async () => {
  const lonely = (await openTracer('http://127.0.0.1:9', 'agenda-web'))!;
  const own = await openWebServer(database.url, { tracer: lonely });
  expect((await own.call('', {})).status).toBe(400);
  await own.close();
  await lonely.close();
});
