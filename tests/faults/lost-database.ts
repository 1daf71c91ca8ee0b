import { withoutPgBouncer } from '../support/postgres/pgbouncer.ts';
import type { Fault } from './fault.ts';
import type { Try } from './journal.ts';
import { answers } from './killed-processes.ts';
import type { Stage } from './stage.ts';
import { by, pause, percentile } from './timing.ts';

/** F04, F05, F08, F09, F25, F44: PostgreSQL gone, cut, silent, slow; its pooler gone. */

const unavailable = /no está disponible|No se pudo|intent/i;

export const stoppedDatabase: Fault = {
  title: 'PostgreSQL stopped hard for 5 s',
  backends: ['postgres', 'redis'],
  async run(stage, load) {
    await answers(load, 40);
    const down = Date.now();
    await stage.cluster.crash();
    await pause(5_000);
    await stage.cluster.restart();
    const up = Date.now();
    await answers(load, 40);
    await load.finish();
    const after = stage.journal.tries.filter(({ at, ms, status }) => at + ms > up && status === 200);
    const first = Math.min(...after.map(({ at, ms }) => at + ms)) - up;
    const failed = stage.journal.tries.filter(({ status }) => status === 0 || status >= 500);
    const outside = failed.filter(({ at, ms }) => at + ms < down || at > up + 2_000);
    const not503 = failed.filter(({ status }) => status !== 503);
    const out = signedOut(stage.journal.tries);
    return {
      figures: `${failed.length} answers of 503 in a gap of ${up - down} ms, first success ${Math.round(first)} ms after it`,
      problems: [
        ...(first > 2_000 ? [`first success after ${Math.round(first)} ms`] : []),
        ...(outside.length > 0 ? [`${outside.length} errors outside the gap`] : []),
        ...(not503.length > 0 ? [`${not503.length} errors other than 503`] : []),
        ...(failed.some(({ status, text }) => status === 503 && !unavailable.test(text))
          ? ['503 without its words']
          : []),
        ...(failed.length === 0 ? ['no command noticed'] : []),
        ...out,
      ],
    };
  },
};

export const killedBackends: Fault = {
  title: 'random backends terminated every 200 ms',
  backends: ['postgres', 'redis'],
  async run(stage, load) {
    const until = Date.now() + by(stage.size, 5, 15, 60) * 1_000;
    let killed = 0;
    while (Date.now() < until) {
      // Of every kind: commands in the middle, listeners, the queue's.
      const gone = await stage.db.sql`
        select pg_terminate_backend(pid) from (
          select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
            and backend_type = 'client backend' order by random() limit 1) one`;
      killed += gone.count;
      await pause(200);
    }
    await load.finish();
    const wrong = stage.journal.tries.filter(({ status }) => status >= 500 && status !== 503);
    const busy = stage.journal.tries.filter(({ status }) => status === 503).length;
    const ends = [...stage.webs, ...stage.workers].reduce((all, one) => all + one.ends(), 0);
    return {
      figures: `${killed} backends, ${busy} answers of 503, ${ends} processes fell and came back`,
      problems: [
        ...(wrong.length > 0 ? [`${wrong.length} answers of 500`] : []),
        ...(killed < 10 ? ['too few backends were killed'] : []),
        ...signedOut(stage.journal.tries),
      ],
    };
  },
};

export const silentConnections: Fault = {
  title: 'old connections silently dropped',
  backends: ['postgres', 'redis'],
  stage: () => ({ proxied: true }),
  async run(stage, load) {
    await answers(load, 60);
    const before = stage.boards.map(({ board }) => board.version);
    stage.network!.silence();
    const silent = Date.now();
    const problems: string[] = [];
    const recovered = async (what: string, isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) {
        if (Date.now() - silent > 45_000) return problems.push(`${what} not within 45 s`);
        await pause(100);
      }
      const ms = Date.now() - silent;
      if (ms > 15_000) problems.push(`${what} after ${ms} ms`);
      return ms;
    };
    const serversAnswer = Promise.all(
      stage.addresses.map((address, i) =>
        recovered(`web${i + 1} answers`, async () => {
          const { status } = await stage.journal.once(
            address,
            'user/permissions',
            {},
            { token: stage.people.dispatcher, timeoutMs: 2_000 },
          );
          return status === 200;
        }),
      ),
    );
    const boardsMove = recovered('boards move', () =>
      stage.boards.every(({ board }, i) => board.version > before[i]! + 3),
    );
    const sentBefore = stage.channels.total();
    const messages = recovered('messages go out', () => stage.channels.total() > sentBefore + 5);
    const [addresses, boards, sent] = await Promise.all([serversAnswer, boardsMove, messages]);
    await answers(load, 40);
    await load.finish();
    const out = signedOut(stage.journal.tries);
    return {
      figures: `web processes ${addresses.join(', ')} ms, boards ${boards} ms, messages ${sent} ms`,
      problems: [...problems, ...out],
    };
  },
};

export const slowDatabase: Fault = {
  title: '200 ms and 2 s of latency to PostgreSQL',
  stage: () => ({ proxied: true }),
  calm: true,
  async run(stage) {
    const problems: string[] = [];
    const figures: string[] = [];
    const seconds = by(stage.size, 4, 10, 30);
    for (const ms of [200, 2_000]) {
      stage.network!.delay(ms / 2); // each way
      const tries: Try[] = [];
      const until = Date.now() + seconds * 1_000;
      let open = 0;
      let most = 0;
      // New ones come whether or not the others were answered, as customers do.
      const all: Promise<void>[] = [];
      while (Date.now() < until) {
        open++;
        most = Math.max(most, open);
        all.push(
          stage.journal
            .once(
              stage.addresses[all.length % 2]!,
              'visits',
              { subsidiary: stage.people.places[0]!.code },
              { token: stage.people.dispatcher, timeoutMs: 60_000 },
            )
            .then((one) => {
              open--;
              tries.push(one);
            }),
        );
        await pause(10);
      }
      await Promise.all(all);
      stage.network!.delay(0);
      const shed = tries.filter(({ status }) => status === 503).length;
      const p99 = Math.round(
        percentile(
          tries.map((one) => one.ms),
          0.99,
        ),
      );
      figures.push(`${ms} ms: ${tries.length} asked, ${shed} shed, p99 ${p99} ms, ${most} open at most`);
      if (p99 > 10_000) problems.push(`at ${ms} ms the 99th of 100 waits ${p99} ms`);
      if (ms === 2_000 && shed === 0) problems.push('at 2 s nothing was shed');
      const strange = tries.filter(({ status }) => status !== 200 && status !== 503).length;
      if (strange > 0) problems.push(`${strange} answers neither 200 nor 503`);
    }
    const untold = stage.journal.tries.filter(
      ({ status, retryAfter }) => status === 503 && !(retryAfter && retryAfter > 0),
    ).length;
    if (untold > 0) problems.push(`${untold} answers of 503 without Retry-After`);
    const calm = await Promise.all(stage.addresses.map((address) => untilPrompt(stage, address)));
    figures.push(`all answered promptly again after ${Math.max(...calm)} ms`);
    if (Math.max(...calm) > 15_000) problems.push(`still not prompt ${Math.max(...calm)} ms afterwards`);
    return { figures: figures.join('; '), problems };
  },
};

/** Until this address has answered 20 in a row with 200, each of them within a second. @returns how long that took, 20 s at most */
async function untilPrompt(stage: Stage, address: string): Promise<number> {
  const begun = Date.now();
  for (let inARow = 0; inARow < 20 && Date.now() - begun < 20_000; ) {
    const { status, ms } = await stage.journal.once(
      address,
      'visits',
      { subsidiary: stage.people.places[0]!.code },
      { token: stage.people.dispatcher },
    );
    inARow = status === 200 && ms < 1_000 ? inARow + 1 : 0;
  }
  return Date.now() - begun;
}

export const lostFeed: Fault = {
  title: "the feed's connection lost during 100 changes",
  async run(stage, load) {
    let killed = 0;
    const wanted = load.answered() + 100;
    while (load.answered() < wanted) {
      const gone = await stage.db.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name = 'agenda-tecnica listen'`;
      killed += gone.count;
      await pause(300);
    }
    await load.finish();
    const late = await stage.differingBoards(15_000);
    return {
      figures: `${killed} listening connections cut`,
      problems: [
        ...(late > 0 ? [`${late} boards differ after 15 s`] : []),
        ...(killed === 0 ? ['none was cut'] : []),
      ],
    };
  },
};

export const restartedPooler: Fault = {
  title: 'PgBouncer killed and started again',
  backends: ['postgres', 'redis'],
  stage: () => {
    const absent = withoutPgBouncer();
    return absent ? { notRun: absent } : { pooled: true };
  },
  async run(stage, load) {
    const rounds = by(stage.size, 1, 3, 10);
    const gaps: { from: number; to: number }[] = [];
    const first: number[] = [];
    let most = 0;
    for (let round = 0; round < rounds; round++) {
      await answers(load, 40);
      const [servers] = await stage.db.sql<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where datname = current_database()
          and application_name = 'agenda-tecnica' and pid <> pg_backend_pid()`;
      most = Math.max(most, servers!.n);
      const from = Date.now();
      await stage.pooler!.kill();
      await pause(1_000);
      await stage.pooler!.start();
      gaps.push({ from, to: Date.now() });
      await answers(load, 40);
      const after = stage.journal.tries.filter(
        ({ at, ms, status }) => at + ms > gaps.at(-1)!.to && status === 200,
      );
      first.push(Math.min(...after.map(({ at, ms }) => at + ms)) - gaps.at(-1)!.to);
    }
    await load.finish();
    const failed = stage.journal.tries.filter(({ status }) => status === 0 || status >= 500);
    const outside = failed.filter(
      ({ at, ms }) => !gaps.some(({ from, to }) => at + ms >= from && at <= to + 2_000),
    );
    const not503 = failed.filter(({ status }) => status !== 503);
    return {
      figures: `${rounds} kills, ${failed.length} answers of 503, first success at most ${Math.round(Math.max(...first))} ms after its start; ${most} connections to PostgreSQL, those of the test among them`,
      problems: [
        ...(Math.max(...first) > 2_000 ? [`first success after ${Math.round(Math.max(...first))} ms`] : []),
        ...(outside.length > 0 ? [`${outside.length} errors outside the gaps`] : []),
        ...(not503.length > 0 ? [`${not503.length} errors other than 503`] : []),
        ...signedOut(stage.journal.tries),
      ],
    };
  },
};

/** An unreachable database has ended no session. */
export function signedOut(tries: Try[]): string[] {
  const out = tries.filter(({ status, path }) => status === 401 || (status === 400 && path === ''));
  return out.length > 0 ? [`${out.length} signed out`] : [];
}
