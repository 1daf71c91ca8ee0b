import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { patroniHeaders } from '../patroni-request.ts';
import { type Member, newStandstillWatch } from './standing-still.ts';

const usage = `Usage: npm run watch-standbys -- http://a:8008 http://b:8008 http://c:8008 [--after <seconds>]
  The addresses of Patroni's REST API, of every member of the cluster. Until it is stopped, it has each standby made
  anew that has stopped to follow the primary for good, which Patroni does not notice. The account for it, where Patroni
  asks for one: PATRONI_RESTAPI_USERNAME and PATRONI_RESTAPI_PASSWORD.
  --after   seconds without a step, while the primary goes on (default 120)`;

const everyMs = 2_000;
const againAfterMs = 30 * 60_000;

async function main(argv: string[]): Promise<number> {
  const options = readArguments(argv);
  if (!options) {
    console.error(usage);
    return 2;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const watch = newStandstillWatch(options.afterMs, againAfterMs);
  say(`watches ${options.addresses.join(', ')}`);
  while (!stopping.signal.aborted) {
    const members = await Promise.all(options.addresses.map(ask));
    const standby = watch.look(members, performance.now());
    if (standby && (await makeAnew(standby, options.afterMs))) watch.made(standby, performance.now());
    await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
  }
  return 0;
}

function readArguments(argv: string[]): { addresses: string[]; afterMs: number } | undefined {
  const at = argv.indexOf('--after');
  const seconds = at < 0 ? 120 : Number(argv[at + 1]);
  const addresses = at < 0 ? argv : argv.toSpliced(at, 2);
  const right =
    addresses.length > 1 &&
    Number.isInteger(seconds) &&
    seconds >= 10 &&
    addresses.every((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
  return right
    ? { addresses: addresses.map((address) => new URL(address).origin), afterMs: seconds * 1_000 }
    : undefined;
}

const location = z.number().int().nonnegative();
/** Of `GET /patroni`: a member that runs, as the primary or as a standby. `pause` is that of the whole cluster. */
const running = z.union([
  z.object({ state: z.literal('running'), xlog: z.object({ location }) }),
  z.object({
    state: z.literal('running'),
    pause: z.boolean().default(false),
    xlog: z.object({ replayed_location: location, paused: z.boolean() }),
  }),
]);

async function ask(address: string): Promise<Member> {
  const answer = await fetch(`${address}/patroni`, { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.json())
    .catch(() => undefined);
  const { data } = running.safeParse(answer);
  if (!data) return { name: address, role: 'none' };
  if (!('pause' in data)) return { name: address, role: 'primary', location: data.xlog.location };
  const { replayed_location, paused } = data.xlog;
  return { name: address, role: 'standby', replayed: replayed_location, paused: paused || data.pause };
}

/** @returns whether Patroni does it: it deletes that member's files and clones another one's */
async function makeAnew(address: string, afterMs: number): Promise<boolean> {
  const stands = `${address} has replayed nothing for ${afterMs / 1_000} s`;
  const refused = await fetch(`${address}/reinitialize`, {
    method: 'POST',
    headers: patroniHeaders(),
    body: JSON.stringify({ force: true }),
    signal: AbortSignal.timeout(10_000),
  }).then(
    async (answer) => (answer.ok ? undefined : `${answer.status} ${await answer.text()}`),
    (error: Error) => error.message,
  );
  say(refused === undefined ? `${stands}: it is made anew` : `${stands}, and is not made anew: ${refused}`);
  return refused === undefined;
}

function say(text: string) {
  console.log(`${new Date().toISOString()} ${text}`);
}

process.exitCode = await main(process.argv.slice(2));
