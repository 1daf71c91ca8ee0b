import { expect, it } from 'vitest';
import { makeQueues } from '../../workers/queue.ts';
import { ownDatabase } from '../support/postgres/database.ts';
import { startProxy } from '../support/processes/tcp-proxy.ts';

const database = ownDatabase();

it('a worker whose connections hang works again within 15 s, a job of ten minutes waiting (F08)', async () => {
  const proxy = await startProxy(Number(new URL(database.url).port));
  const through = new URL(database.url);
  through.port = `${proxy.port}`;
  const direct = await makeQueues({ databaseUrl: database.url });
  const behind = await makeQueues({ databaseUrl: through.href });
  try {
    const done: string[] = [];
    const queue = direct.queue('silence');
    behind.worker('silence', async (job) => void done.push(job.name));
    await queue.add('before', {});
    await expect.poll(() => done, { timeout: 3_000 }).toEqual(['before']);
    // what makes BullMQ's own worker listen until it is due; that it does cannot be observed
    await queue.add('much later', {}, { delay: 600_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));

    proxy.silence();
    await queue.addBulk(['a', 'b', 'c'].map((name) => ({ name, data: {} })));
    await expect.poll(() => done, { timeout: 15_000 }).toEqual(['before', 'a', 'b', 'c']);
  } finally {
    await behind.close(500);
    await direct.close(500);
    await proxy.close();
  }
}, 30_000);
