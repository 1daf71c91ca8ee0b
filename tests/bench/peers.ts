import { setTimeout as wait } from 'node:timers/promises';
import { type Bench, startCallers, startProductServer, stopAll } from './bench.ts';
import type { Boards } from './boards.ts';
import { makeChanges } from './changes.ts';
import { startDirectus } from './directus.ts';
import type { DirectusBoards } from './directus-boards.ts';
import { alternate, atMost, type Line, limit, quantile } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';
import { start } from './process.ts';
import { analyze } from './record.ts';

const boardCount = 200;
const each = 20;

/**
 * P3: from a change's request to the last of 200 boards, beside Directus over the same PostgreSQL, one change after
 * the other. Directus is no dependency: BENCH_DIRECTUS names a folder where `npm i directus` was run; without it
 * the row is left out.
 */
export async function benchPeers(bench: Bench): Promise<Line[]> {
  const folder = process.env.BENCH_DIRECTUS;
  if (!folder) {
    bench.log('P3 is left out: BENCH_DIRECTUS names no folder with Directus');
    return [];
  }
  const { db, url } = bench.record;
  const place = await addPlace(db.sql, '970', 20, 40);
  await analyze(bench.record, 'visits');
  const tokens = await addDispatcher(db.sql, [place.operation], boardCount);
  const directus = await startDirectus(folder, url, 40);
  const [product, callers, boards, theirs] = await Promise.all([
    startProductServer(bench),
    startCallers(),
    start<Boards>('./boards.ts', {}),
    start<DirectusBoards>('./directus-boards.ts', {}),
  ]);
  try {
    const port = await product.call('port');
    await boards.call('connect', { port, tokens, operation: place.operation });
    await theirs.call('connect', { port: directus.port, token: directus.token, count: boardCount });
    const changes = makeChanges(place, 'product');
    const seen = { ours: [] as number[], theirs: [] as number[], missed: 0 };
    let turn = 0;
    const sides = [
      async () => {
        const asked = Array.from({ length: each }, () => ({
          visitId: directus.visits[turn % directus.visits.length]!,
          technicianId: ++turn,
        }));
        seen.theirs.push(
          ...(await theirs.call('change', { port: directus.port, token: directus.token, changes: asked })),
        );
      },
      async () => {
        await boards.call('received');
        const timed = await callers.call('atRate', { port, rate: 10, requests: changes(each) });
        await wait(300);
        const received = await boards.call('received');
        for (const { key, sentAt } of timed) {
          const found = received.get(key);
          seen.missed += boardCount - (found?.boards ?? 0);
          if (found) seen.ours.push(found.last - sentAt);
        }
      },
    ];
    await alternate(1, sides);
    seen.ours.length = seen.theirs.length = 0;
    await alternate(bench.rounds, sides);
    const ratio = (what: string, share: number) =>
      atMost('P3', what, 'ms', quantile(seen.ours, share), quantile(seen.theirs, share), 0.033);
    return [
      ratio(`change to the last of ${boardCount} boards / Directus, p50`, 0.5),
      ratio('the same, p99', 0.99),
      limit('P3', 'deliveries missed', '', seen.missed, 0),
    ];
  } finally {
    await stopAll(product, callers, boards, theirs, directus);
  }
}
