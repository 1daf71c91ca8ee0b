import { expect, it, onTestFinished } from 'vitest';
import { setOnTheWay } from '../../db/commands/field/set-on-the-way.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import { startReceiver } from '../support/fakes/webhook-receiver.ts';
import { addWebhook, deliveriesOf, linkSecret } from '../support/fakes/webhooks.ts';
import { freePort } from '../support/free-port.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { workerProcesses } from '../support/processes/worker-process.ts';
import { actorOf, makeWorld } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// The product's own worker process, killed while a receiver has a delivery and has not answered.

const db = openRecord();
const start = workerProcesses(() => db.url());
const startWorker = (env: Record<string, string> = {}) =>
  start({ LINK_SECRET: linkSecret, WEBHOOK_PRIVATE_ADDRESSES: 'true', ...env });

/** Tomorrow's visit, which the worker's own clock leaves alone whatever the hour of this test. */
const depart = async () => {
  const world = await makeWorld(db().sql, { visit: { day: addDays(today(new Date()), 1) } });
  return {
    ...world,
    go: async () =>
      setOnTheWay({ db: db(), actor: await actorOf(db().sql, world.userId) }, { visit_id: world.visitId }),
  };
};

it('a worker killed in the middle of a try: another makes it again, with the same id and body', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const visit = await depart();
  const { id } = await addWebhook(db(), visit.operation, receiver);
  receiver.fail({ kind: 'hang', times: 1 });
  const worker = await startWorker();
  await visit.go();
  await until(() => receiver.seen.length === 1, 10_000);
  const ended = new Promise((done) => worker.once('exit', done));
  worker.kill('SIGKILL');
  await ended;
  expect((await deliveriesOf(db(), id)).map(({ state }) => state)).toEqual(['sending']);
  // Half a minute passes: no process can be in the middle of that try any more.
  await db().sql`
    update webhook_deliveries set not_before = now() where webhook_id = ${id} and state = 'sending'`;
  await startWorker();
  await until(async () => (await deliveriesOf(db(), id))[0]!.state === 'delivered', 10_000);
  expect(receiver.taken).toHaveLength(1);
  expect(receiver.taken[0]!.id).toBe(receiver.seen[0]!.id);
  expect(receiver.taken[0]!.text).toBe(receiver.seen[0]!.text);
  const log = await db().sql`
    select number, problem, status from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
    where webhook_id = ${id} order by number`;
  expect(log.map(({ number, problem, status }) => [number, problem, status])).toEqual([
    [1, 'El envío se interrumpió: no se sabe si llegó.', null],
    [2, null, 200],
  ]);
}, 60_000);

it('with Redis down since the start, deliveries go out all the same', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const visit = await depart();
  const { id } = await addWebhook(db(), visit.operation, receiver);
  await startWorker({ REDIS_URL: `redis://127.0.0.1:${await freePort()}` });
  await visit.go();
  await until(async () => (await deliveriesOf(db(), id))[0]?.state === 'delivered', 10_000);
  expect(receiver.ids()).toHaveLength(1);
}, 30_000);
