import { makeQueues } from '../../workers/queue.ts';
import { startRedis } from '../support/processes/redis.ts';
import type { Fault } from './fault.ts';
import { answers } from './killed-processes.ts';
import type { Stage } from './stage.ts';
import { by, pause, percentile } from './timing.ts';

/** F06, F07, F18, F26, F29, F41: the queue gone, emptied, doubled, poisoned, fed by two, at another server. */

export const killedRedis: Fault = {
  title: 'Redis killed, and once emptied',
  backends: ['redis'],
  pace: () => ({ open: true }),
  async run(stage, load) {
    await answers(load, 60);
    const { redis } = stage;
    const dir = await redis.server!.crash();
    await answers(load, 60); // commands go on without it
    redis.server = await startRedis({ port: redis.port, dir });
    await answers(load, 60);
    // Emptied: comes back with nothing.
    await redis.server.stop();
    await answers(load, 40);
    redis.server = await startRedis({ port: redis.port });
    await answers(load, 40);
    await load.finish();
    return { figures: 'killed once, emptied once', problems: [] };
  },
};

export const absentRedis: Fault = {
  title: 'Redis down for the whole run',
  backends: ['redis'],
  stage: () => ({ withoutRedis: true }),
  pace: () => ({ open: true }),
  async run(stage, load) {
    await answers(load, 60);
    const login = await stage.journal.once(stage.addresses[0]!, 'user/login', {
      username: 'jefe',
      password: 'agenda-demo',
    });
    await load.finish();
    const boards = await stage.differingBoards(10_000);
    const ms = stage.journal.tries.filter(({ status }) => status === 200).map((one) => one.ms);
    const early = stage.channels.total();
    stage.redis.server = await startRedis({ port: stage.redis.port });
    return {
      figures: `p50 of a command ${Math.round(percentile(ms, 0.5))} ms; ${early} messages before Redis came`,
      problems: [
        ...(login.status === 200 ? [] : [`login answered ${login.status}`]),
        ...(boards > 0 ? [`${boards} boards differ in between`] : []),
      ],
    };
  },
};

export const doubledJobs: Fault = {
  title: 'queue deliveries doubled and reordered',
  backends: ['postgres', 'redis'],
  pace: () => ({ open: true }),
  async run(stage, load) {
    const queues = await queuesOf(stage);
    const queue = queues.queue<{ visitId: number }>('reactions');
    const until = Date.now() + by(stage.size, 3, 8, 30) * 1_000;
    let doubled = 0;
    try {
      while (Date.now() < until) {
        const visits = await stage.db.sql<{ visitId: number }[]>`
          select distinct visit_id from notices where created_at > now() - interval '10 seconds'`;
        const jobs = [...visits, ...visits]
          .sort(() => Math.random() - 0.5)
          .map(({ visitId }) => ({
            name: 'send-notices',
            data: { visitId },
            opts: { delay: Math.round(Math.random() * 300) },
          }));
        doubled += jobs.length;
        await queue.addBulk(jobs);
        await pause(250);
      }
      await load.finish();
    } finally {
      await queues.close();
    }
    return {
      figures: `${doubled} jobs beside the relays' own`,
      problems: doubled === 0 ? ['none was doubled'] : [],
    };
  },
};

export const poisonJob: Fault = {
  title: 'a poison job, and one that hangs',
  backends: ['postgres', 'redis'],
  async run(stage, load) {
    const queues = await queuesOf(stage);
    const queue = queues.queue<{ visitId: number }>('reactions', {
      attempts: 2,
      backoff: { type: 'fixed', delay: 200 },
    });
    // A channel that takes a message and never answers holds its job as long as a try may last.
    stage.channels.telegram.faults.set({ kind: 'hang', times: 3 });
    try {
      const poison = await queue.add('sin-nombre', { visitId: 1 });
      await load.finish();
      let state = await poison.getState();
      for (
        const deadline = Date.now() + 20_000;
        state !== 'failed' && Date.now() < deadline;
        await pause(200)
      )
        state = await poison.getState();
      const failed = await queue.getFailedCount();
      return {
        figures: `poison: ${state}; ${failed} in failed; 3 messages hang at their channel`,
        problems: state === 'failed' && failed >= 1 ? [] : [`the poison job is ${state}`],
      };
    } finally {
      await queues.close();
    }
  },
};

export const twoRelays: Fault = {
  title: 'two relays running',
  backends: ['postgres', 'redis'],
  async run(stage, load) {
    const queues = await queuesOf(stage);
    const queue = queues.queue('reactions');
    try {
      await load.finish();
      await stage.settle();
      const jobs = await queue.getJobs(['completed', 'waiting', 'active', 'delayed', 'failed'], 0, 20_000);
      const names = jobs.map(({ id }) => id!).filter((id) => !id.startsWith('sweep'));
      const events = await stage.db.sql<{ n: number }[]>`
        select count(*)::int as n from events where key = any(${stage.journal.intents.map(({ key }) => key)}::text[])
          and name like 'visit.%' and name <> 'visit.noted'`;
      const twice = names.length - new Set(names).size;
      return {
        figures: `${events[0]!.n} events, ${names.length} jobs in the queue, none of them twice`,
        problems: [
          ...(twice > 0 ? [`${twice} jobs twice`] : []),
          ...(names.length < events[0]!.n ? [`${events[0]!.n - names.length} events without their job`] : []),
        ],
      };
    } finally {
      await queues.close();
    }
  },
};

/** Longer than the sentinels need to choose another master. */
const failoverMs = 30_000;

export const lostMaster: Fault = {
  title: 'the master of Redis killed, another chosen by Sentinel',
  backends: ['redis'],
  stage: () => ({ sentinels: true }),
  pace: () => ({ open: true }),
  async run(stage, load) {
    const sentinels = stage.redis.sentinels!;
    const rounds = by(stage.size, 1, 2, 5);
    const problems: string[] = [];
    const chosen: number[] = [];
    const sent: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await answers(load, 60);
      const killedAt = Date.now();
      const killed = await sentinels.killMaster();
      const isChosen = async () => ![killed, undefined].includes(await sentinels.master());
      if (!(await before(killedAt + failoverMs, isChosen)))
        return { figures: '', problems: ['no other master'] };
      chosen.push(Date.now() - killedAt);
      const total = stage.channels.total();
      const newMasterAt = Date.now();
      if (await before(newMasterAt + failoverMs, async () => stage.channels.total() > total))
        sent.push(Date.now() - newMasterAt);
      else problems.push(`no message within ${failoverMs / 1_000} s of the new master`);
      await answers(load, 40); // commands go on
      await sentinels.startAgain();
      if (!(await before(Date.now() + failoverMs, async () => (await sentinels.replicas()) === 2)))
        problems.push('the killed server did not come back as a replica');
    }
    await load.finish();
    const failed = stage.journal.tries.filter(({ status }) => status === 0 || status >= 500);
    return {
      figures: `${rounds} masters killed, another after at most ${Math.max(...chosen)} ms, a message over it after at most ${Math.max(...sent)} ms; ${failed.length} failed requests`,
      problems: [...problems, ...(failed.length > 0 ? [`${failed.length} failed requests`] : [])],
    };
  },
};

/** Whether it came true before the deadline. */
async function before(deadline: number, isTrue: () => Promise<boolean>): Promise<boolean> {
  while (!(await isTrue())) {
    if (Date.now() > deadline) return false;
    await pause(50);
  }
  return true;
}

const queuesOf = (stage: Stage) =>
  makeQueues({
    databaseUrl: stage.url,
    ...(stage.backend === 'redis' ? { redisUrl: `redis://127.0.0.1:${stage.redis.port}` } : {}),
  });
