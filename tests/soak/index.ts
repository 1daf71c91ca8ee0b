import { mkdirSync, writeFileSync } from 'node:fs';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { buildIfNeeded } from '../../server/build.mjs';
import type { Boards } from '../bench/boards.ts';
import type { Callers } from '../bench/callers.ts';
import { machine, makeLog } from '../bench/machine.ts';
import { addDispatcher } from '../bench/people.ts';
import { clock, start } from '../bench/process.ts';
import { table } from '../bench/table.ts';
import { openCluster } from '../faults/cluster.ts';
import { count } from '../faults/count.ts';
import type { Intent } from '../faults/journal.ts';
import { openStage, type Stage } from '../faults/stage.ts';
import { pause } from '../faults/timing.ts';
import { drawSoak } from './picture.ts';
import { makeReads, type Watcher } from './readers.ts';
import { history, settleSizeM, sizeM } from './record.ts';
import { besideFirstMinute, compare, type Sample, timesOf } from './samples.ts';

// `npm run soak -- [--minutes 30] [--picture file.svg]`: size M at work, a day's visits every 30 minutes, on two web
// and two worker processes as they are shipped. Afterwards everything is counted as after a fault.

const usage = 'Usage: npm run soak -- [--minutes 30] [--picture tests/soak/picture.svg]';
const sampleSeconds = 15;
/** A whole day's visits go by in this time. */
const daySeconds = 30 * 60;
/** Commands of one visit's life in the load, on average (tests/faults/load.ts). */
const commandsAVisit = 5.3;

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.error(usage);
    return 2;
  }
  const log = makeLog();
  await buildIfNeeded();
  const cluster = await openCluster(log, { seed: [...history], settle: settleSizeM });
  try {
    const stage = await openStage(cluster, { id: 'soak', size: 'long', backend: 'postgres' });
    try {
      return await work(stage, options, log);
    } finally {
      await stage.close();
    }
  } finally {
    await cluster.close();
  }
}

async function work(stage: Stage, options: Options, log: (line: string) => void): Promise<number> {
  const ports = stage.addresses.map((address) => Number(new URL(address).port));
  const boards = await start<Boards>('./boards.ts', {});
  const callers = await start<Callers>('./callers.ts', {});
  const samples: Sample[] = [];
  const problems: string[] = [];
  try {
    const watchers = await openBoards(stage, boards, ports);
    const boardsOf = new Map<string, number>();
    for (const { operation } of watchers) boardsOf.set(operation, (boardsOf.get(operation) ?? 0) + 1);
    const reads = makeReads(stage.people, watchers);
    const lanes = stage.people.places.length;
    const commandsASecond = (sizeM.visitsADay / daySeconds) * commandsAVisit;
    const load = stage.load({ commands: 0, lanes, from: 0, pauseMs: (lanes / commandsASecond) * 1_000 });
    log(
      `${sizeM.boards} boards, ${stage.people.places.length * sizeM.crew} technicians; about ${commandsASecond.toFixed(1)} commands and ${reads.perSecond.toFixed(1)} reads a second`,
    );
    const begun = Date.now();
    const lag = makeLag(boards, boardsOf);
    const members = [...stage.webs, ...stage.workers];
    for (let waiting: Intent[] = [], sentBefore = 0; Date.now() - begun < options.minutes * 60_000; ) {
      const readTimes = await readFor(sampleSeconds, callers, ports, reads.next, problems);
      const sent = [...waiting, ...stage.journal.intents.slice(sentBefore)];
      sentBefore = stage.journal.intents.length;
      waiting = sent.filter(({ answeredAt }) => answeredAt === 0);
      const done = sent.filter(({ answeredAt }) => answeredAt > 0);
      samples.push({
        minute: (Date.now() - begun) / 60_000,
        processes: Object.fromEntries(members.map((one) => [one.name, one.usage()])),
        commands: timesOf(done.map((one) => one.answeredAt - one.sentAt)),
        reads: timesOf(readTimes),
        boards: timesOf(await lag.since(done)),
      });
      if (samples.length % 20 === 0) log(JSON.stringify(samples.at(-1)));
    }
    await load.finish();
    await stage.settle();
    await lag.since([]);
    if (lag.missed() > 0) problems.push(`${lag.missed()} deliveries to boards missed`);
    const differ = await stage.differingBoards(10_000);
    if (differ > 0) problems.push(`${differ} boards differ from the record`);
    if (load.wrong.length > 0) problems.push(`${load.wrong.length} answers that no order of events explains`);
    for (const member of [...stage.webs, ...stage.workers])
      if (member.ends() > 0) problems.push(`${member.name} ended ${member.ends()} times`);
    const { intents } = stage.journal;
    const counted = await count(stage.db, {
      intents,
      chains: load.chains,
      channels: stage.channels,
      operations: stage.people.places.map(({ code }) => code),
    });
    for (const what of ['missing', 'twice', 'messages', 'broken'] as const)
      if (counted[what].length > 0) problems.push(`${what}: ${counted[what].slice(0, 5).join('; ')}`);
    log(
      `${intents.length} commands, ${load.chains.flatMap(({ visits }) => visits).length} visits, ${counted.sent} messages to customers; missing ${counted.missing.length}, twice ${counted.twice.length}, messages not exactly once ${counted.messages.length}, broken invariants ${counted.broken.length}, boards that differ ${differ}`,
    );
    report(samples, options, problems);
    return problems.length > 0 ? 1 : 0;
  } finally {
    await Promise.all([boards.stop(), callers.stop()]);
  }
}

/** Boards beside those that the stage has and holds against the record, shared out over the operations and both webs. */
async function openBoards(stage: Stage, boards: { call: Calls }, ports: number[]): Promise<Watcher[]> {
  const { places } = stage.people;
  const wanted = sizeM.boards - stage.boards.length;
  const watchers: Watcher[] = [];
  for (const [index, { code }] of places.entries()) {
    const share = Math.floor((wanted * (index + 1)) / places.length) - watchers.length;
    const tokens = await addDispatcher(stage.db.sql, [code], share);
    await boards.call('connect', { port: ports[index % ports.length]!, tokens, operation: code });
    watchers.push(...tokens.map((token) => ({ token, operation: code })));
  }
  return watchers;
}
type Calls = Awaited<ReturnType<typeof start<Boards>>>['call'];

/** Reads at their pace for so long, half at each web. @returns their times, ms */
async function readFor(
  seconds: number,
  callers: { call: Awaited<ReturnType<typeof start<Callers>>>['call'] },
  ports: number[],
  next: ReturnType<typeof makeReads>['next'],
  problems: string[],
): Promise<number[]> {
  const ends = Date.now() + seconds * 1_000;
  const timed = await Promise.all(
    ports.map((port) => {
      const requests = next(seconds / ports.length);
      return callers.call('atRate', { port, rate: requests.length / seconds, requests }).catch((error) => {
        problems.push(`reads: ${(error as Error).message.split('\n')[0]}`);
        return [];
      });
    }),
  );
  await pause(Math.max(0, ends - Date.now()));
  return timed.flat().map(({ answerMs }) => answerMs);
}

/** How long it takes from a command's POST until every light board of its operation has received it. */
function makeLag(boards: { call: Calls }, boardsOf: Map<string, number>) {
  const received = new Map<string, { boards: number; last: number }>();
  const operations = new Map<number, string>();
  let before: Intent[] = [];
  let missed = 0;
  const operationOf = ({ body, text }: Intent): string | undefined => {
    const data = JSON.parse(text).data as { visit_id?: number; new_id?: number };
    const first = [body.visit_id].flat()[0] as number | undefined;
    const operation = first === undefined ? String(body.ot_number).slice(0, 3) : operations.get(first);
    for (const id of [data?.visit_id, data?.new_id]) if (id && operation) operations.set(id, operation);
    return operation;
  };
  return {
    missed: () => missed,
    /** @param done what was answered since the last time. @returns the ms of what was answered before that: by now it was received */
    async since(done: Intent[]): Promise<number[]> {
      // Two clocks of one machine.
      const offset = clock() - Date.now();
      for (const [key, news] of await boards.call('received')) {
        const known = received.get(key) ?? { boards: 0, last: 0 };
        received.set(key, { boards: known.boards + news.boards, last: Math.max(known.last, news.last) });
      }
      const times: number[] = [];
      for (const intent of before) {
        const wanted = boardsOf.get(operationOf(intent) ?? '') ?? 0;
        const found = received.get(intent.key);
        received.delete(intent.key);
        missed += Math.max(0, wanted - (found?.boards ?? 0));
        if (found) times.push(found.last - offset - intent.sentAt);
      }
      before = done.filter(({ status }) => status === 200);
      return times;
    },
  };
}

function report(samples: Sample[], options: Options, problems: string[]): void {
  const lines = besideFirstMinute(samples);
  console.log(
    `\n${compare(samples).join('\n')}\n\n${table(lines)}\n\n${machine()}; ${options.minutes} minutes.`,
  );
  for (const problem of problems) console.log(`PROBLEM ${problem}`);
  mkdirSync('.cache', { recursive: true });
  writeFileSync(
    '.cache/soak.json',
    `${JSON.stringify({ machine: machine(), minutes: options.minutes, problems, lines, samples })}\n`,
  );
  if (options.picture) writeFileSync(options.picture, drawSoak(samples));
}

type Options = { minutes: number; picture: string | null };

/** @returns null when it makes no sense; the caller shows `usage` */
function readOptions(words: readonly string[]): Options | null {
  const options: Options = { minutes: 30, picture: null };
  for (let index = 0; index < words.length; index += 2) {
    const value = words[index + 1];
    if (words[index] === '--minutes' && value && Number(value) >= 1) options.minutes = Number(value);
    else if (words[index] === '--picture' && value) options.picture = value;
    else return null;
  }
  return options;
}
