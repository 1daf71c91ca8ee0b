import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishVisit } from '../../db/commands/field/finish-visit.ts';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { subscribeToPush } from '../../db/commands/profile/subscribe-to-push.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { hashToken } from '../../db/secrets/links.ts';
import { limit } from '../gate/limits.mjs';
import { type Browser, startPushService } from '../support/fakes/push-service.ts';
import { startTelegram, type TelegramServer } from '../support/fakes/telegram-server.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { type PrivateRedis, startRedis } from '../support/processes/redis.ts';
import { keys, linkSecret, openSession } from '../support/processes/web-server.ts';
import { startWorker, type WorkerProcess } from '../support/processes/worker-process.ts';
import {
  actorOf,
  addOrder,
  addReason,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// A technician chooses the address of their push messages: one that accepts and says nothing must cost no other user a
// message.

describe.each(['postgres', 'redis'] as const)('with queues on %s', (kind) => {
  const database = ownDatabase();
  let db: Db;
  let redis: PrivateRedis | undefined;
  let telegram: TelegramServer;
  let worker: WorkerProcess;
  let service: Awaited<ReturnType<typeof startPushService>>;
  /** Tries at the address that says nothing: under way, at most at once, and all. */
  const silent = { now: 0, most: 0, all: 0 };
  let silentServer: Server;

  beforeAll(async () => {
    db = openDb(database.url);
    redis = kind === 'redis' ? await startRedis() : undefined;
    telegram = await startTelegram({ chats: ['5001'] });
    service = await startPushService(keys.push.publicKey);
    silentServer = createServer((request) => {
      silent.all++;
      silent.now++;
      silent.most = Math.max(silent.most, silent.now);
      request.socket.on('close', () => silent.now--);
    });
    await new Promise<void>((listening) => silentServer.listen(0, '127.0.0.1', listening));
    await addReason(db.sql, { value: 20, text: 'Ausente', cancels: true });
    worker = await startWorker({
      DATABASE_URL: database.url,
      ...(redis ? { REDIS_URL: redis.url } : {}),
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      LINK_SECRET: linkSecret,
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
    });
  });
  afterAll(async () => {
    worker?.kill('SIGKILL');
    silentServer.closeAllConnections();
    silentServer.close();
    await Promise.all([db?.close(), telegram?.close(), service?.close()]);
    await redis?.stop();
  });

  const subscribe = async (userId: number, { endpoint, p256dh, auth }: Browser) => {
    const token = await openSession(db.sql, userId, { kind: 'browser' });
    const session = hashToken(token).toString('hex').slice(0, 16);
    const actor = await actorOf(db.sql, userId);
    const context = { db, actor, session, privateWebhooks: true };
    expect(await subscribeToPush(context, { endpoint, p256dh, auth })).toEqual({});
  };
  /** A dispatcher cancels so many visits of the technician, each of which is news for their phone. */
  const cancelVisits = async (world: World, count: number) => {
    const jefe = { db, actor: await actorOf(db.sql, await addUser(db.sql, world.operation)) };
    for (let n = 0; n < count; n++) {
      const visit_id = await addVisit(db.sql, {
        ...world,
        orderNumber: await addOrder(db.sql, world.clientId),
      });
      expect(
        await finishVisit(jefe, { visit_id, status: 20, extra_comments: 'Ausente otra vez' }),
      ).toMatchObject({ visit_id });
    }
  };

  it('30 pushes to an address that says nothing hold back neither customers’ messages nor other phones’', async () => {
    // The worker's timers leave its visit alone, at whatever hour the test runs.
    const visit = { postponedAt: new Date(Date.now() + 172_800_000) };
    const world = await makeWorld(db.sql, { client: { telegramChatId: '5001' }, visit });
    const { port } = silentServer.address() as AddressInfo;
    await subscribe(world.userId, {
      ...service.subscribe(),
      endpoint: `http://127.0.0.1:${port}/send/nothing`,
    });
    await cancelVisits(world, 30);
    await until(() => silent.all > 0, 10_000);
    await new Promise((passed) => setTimeout(passed, 1_000));

    const other = await addTechnician(db.sql, world.operation);
    const phone = service.subscribe();
    await subscribe(other.userId, phone);
    const asked = performance.now();
    expect(
      await setOnTheWay({ db, actor: await actorOf(db.sql, world.userId) }, { visit_id: world.visitId }),
    ).toMatchObject({ visit_id: world.visitId });
    await cancelVisits({ ...world, ...other }, 1);
    await until(() => telegram.journal.count('5001') === 1, 20_000);
    await until(() => phone.received.length === 1, 20_000);
    expect(performance.now() - asked).toBeLessThan(limit(5_000));
    expect(silent.most).toBe(1);
  }, 60_000);
});
