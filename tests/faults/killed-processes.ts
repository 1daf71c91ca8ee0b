import type { Fault } from './fault.ts';
import { withoutHaproxy } from './haproxy.ts';
import type { Load } from './load.ts';
import { by, pause } from './timing.ts';

/** F01 to F03: what happens to the processes themselves. */

/** Back within this, as the specification says. */
const backMs = 5_000;

export const killedWeb: Fault = {
  title: 'kill -9 of a web process mid-command',
  async run(stage, load) {
    const rounds = by(stage.size, 3, 8, 20);
    const back: number[] = [];
    const cpu: number[] = [];
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      await answers(load, 12 + round);
      const at = round % 2;
      const began = Date.now();
      stage.webs[at]!.kill('SIGKILL');
      // Its own process answers again, not its neighbour's.
      await isBack(stage.addresses[at]!);
      back.push(Date.now() - began);
      // What a start costs, whatever else the machine is doing.
      cpu.push(stage.webs[at]!.usage().cpu);
    }
    if (Math.max(...back) > backMs) problems.push(`back after ${Math.max(...back)} ms`);
    await load.finish();
    const met = stage.journal.intents.filter(({ lost }) => lost > 0);
    if (met.length === 0) problems.push('no command met a kill');
    let differing = 0;
    for (const intent of met.filter(({ status }) => status === 200))
      if ((await stage.journal.repeat(intent)) !== intent.text) differing++;
    if (differing > 0) problems.push(`${differing} repeats answered otherwise`);
    return {
      figures: `${rounds} kills, ${met.length} commands lost their answer, back in at most ${Math.max(...back)} ms with ${Math.max(...cpu)} s of CPU`,
      problems,
    };
  },
};

export const killedWorker: Fault = {
  title: 'kill -9 of a worker mid-job',
  backends: ['postgres', 'redis'],
  pace: () => ({ open: true }),
  async run(stage, load) {
    const rounds = by(stage.size, 3, 8, 20);
    // Slow channels: a worker is in the middle of some message whenever it is killed.
    for (const proxy of stage.channels.proxies) proxy.delay(120);
    let sending = 0;
    for (let round = 0; round < rounds; round++) {
      const worker = stage.workers[round % 2]!;
      await answers(load, 15);
      for (const deadline = Date.now() + 20_000; !worker.ready() && Date.now() < deadline; ) await pause(50);
      await pause(200 + Math.random() * 500);
      worker.kill('SIGKILL');
      const [row] = await stage.db.sql<
        { n: number }[]
      >`select count(*)::int as n from notices where state = 'sending'`;
      sending += row!.n;
    }
    for (const proxy of stage.channels.proxies) proxy.delay(0);
    await load.finish();
    return {
      figures: `${rounds} kills, ${sending} messages under way when it was done`,
      problems: sending === 0 ? ['no kill met a message under way'] : [],
    };
  },
};

export const rollingRestart: Fault = {
  title: 'SIGTERM under load, rolling restart',
  backends: ['postgres', 'redis'],
  // As it is run: a balancer sends nothing to a process that says it is starting or stopping.
  stage: () => ({ balanced: true }),
  async run(stage, load) {
    const rounds = by(stage.size, 1, 2, 5);
    const ends: { code: number | null; ms: number }[] = [];
    const before = stage.journal.tries.length;
    for (let round = 0; round < rounds; round++)
      for (const member of [...stage.webs, ...stage.workers]) {
        await answers(load, 10);
        ends.push(await member.end());
        member.start();
        const address = stage.webs.indexOf(member);
        if (address >= 0) await isBack(stage.addresses[address]!);
        else
          for (const deadline = Date.now() + 20_000; !member.ready() && Date.now() < deadline; )
            await pause(50);
      }
    await load.finish();
    const failed = stage.journal.tries.slice(before).filter(({ status }) => status === 0 || status >= 500);
    const longest = Math.max(...ends.map(({ ms }) => ms));
    return {
      figures: `${ends.length} restarts, ${failed.length} failed requests, longest exit ${longest} ms`,
      problems: [
        ...(failed.length > 0
          ? [
              `${failed.length} failed requests (${[...new Set(failed.map(({ status }) => status))].join(', ')})`,
            ]
          : []),
        ...(longest > 25_000 ? [`exit after ${longest} ms`] : []),
        ...(ends.some(({ code }) => code !== 0) ? ['an exit code other than 0'] : []),
      ],
    };
  },
};

/** F43: the same behind a proxy that providers run, with the configuration of the docs. */
export const restartBehindHaproxy: Fault = {
  ...rollingRestart,
  title: 'the same behind HAProxy',
  backends: ['postgres'],
  stage: () => {
    const notRun = withoutHaproxy();
    return notRun ? { notRun } : { balanced: 'haproxy' };
  },
};

/** Wait until the load has got so many more answers. */
export async function answers(load: Load, more: number): Promise<void> {
  const wanted = load.answered() + more;
  for (const deadline = Date.now() + 60_000; load.answered() < wanted; ) {
    if (Date.now() > deadline) throw new Error('the load stands still');
    await pause(5);
  }
}

async function isBack(address: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(20)) {
    const answer = await fetch(`${address}/readyz`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return;
  }
}
