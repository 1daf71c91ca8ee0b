// How long tests wait, in one place. A limit is written as what a calm machine needs with room to spare, and is longer
// on a slower or busier one, so that only a hang exceeds it. Plain JavaScript without dependencies, as `run.mjs`.
import { createHash } from 'node:crypto';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** By how much the machine is slower than a calm one of two cores: `run.mjs` measures it once for all that it starts. */
const factor = Number(process.env.TEST_LIMIT_FACTOR ?? 1);

/** A limit in ms, times what the machine is slower. */
export const limit = (ms) => Math.round(ms * factor);

/** What `work` takes in ms on a calm core of the machines that this was written on. */
const calmMs = 400;
/** Beyond it a run is hopeless anyway. */
const mostFactor = 5;

/** How much slower the machine is now, from 1 to 5: both cores do a fixed piece of work at the same time. */
export async function measureLimitFactor() {
  const times = await Promise.all([timeOfWorker(), timeOfWorker()]);
  return Math.min(mostFactor, Math.max(1, Math.max(...times) / calmMs));
}

function timeOfWorker() {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { argv: ['measure'] });
    worker.once('message', done);
    worker.once('error', fail);
  });
}

/** Hashing, objects and sorting, as tests are made of. */
function work() {
  const began = performance.now();
  const block = Buffer.alloc(1 << 20, 'agenda');
  let digest = '';
  for (let n = 0; n < 120; n++) digest = createHash('sha256').update(block).update(digest).digest('hex');
  const rows = Array.from({ length: 120_000 }, (_, n) => ({
    id: (n * 7919) % 120_011,
    name: `${digest}${n}`,
  }));
  JSON.parse(JSON.stringify(rows.sort((a, b) => a.id - b.id)));
  return performance.now() - began;
}

if (!isMainThread && process.argv.includes('measure')) parentPort.postMessage(work());
