import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import { postText } from './http-connection.ts';
import { alternate, atLeast, beside, type Line, median } from './measure.ts';
import { addPlace, type Place } from './people.ts';
import { analyze } from './record.ts';

const connections = 32;
const operations = 8;
const takesEachRound = 4_000;

/**
 * P8: technicians of eight operations take the visits of today, each a visit of
 * its own, 32 at a time: over our HTTP, beside node:http with the one statement,
 * and beside the statement alone.
 */
export async function benchTake(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const takes = takesEachRound * bench.share;
  const places: Place[] = [];
  // A round to warm up, and three sides each round.
  const each = (takes / operations) * 3 * (bench.rounds + 1);
  for (let i = 0; i < operations; i++)
    places.push(await addPlace(db.sql, String(910 + i), connections / operations, each));
  await analyze(bench.record, 'visits');
  const [product, floor, callers] = await Promise.all([
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
  ]);
  try {
    const [productPort, floorPort] = await Promise.all([product.call('port'), floor.call('port')]);
    let used = 0;
    /** The next free visits, a queue for each connection. */
    const next = () =>
      Array.from({ length: connections }, (_, index) => {
        const place = places[index % operations]!;
        const technician = place.technicians[Math.floor(index / operations)]!;
        return Array.from({ length: takes / connections }, (_, turn) => {
          const at = used + Math.floor(index / operations) + turn * (connections / operations);
          return { visitId: place.free[at]!, ...technician };
        });
      });
    const cpu = { ours: [] as number[], http: [] as number[] };
    const rates = { ours: [] as number[], http: [] as number[], raw: [] as number[] };
    const side = (name: keyof typeof rates) => async () => {
      const queues = next();
      used += takes / operations;
      let ms: number;
      if (name === 'raw') {
        const turns = queues[0]!.flatMap((_, turn) => queues.map((queue) => queue[turn]!));
        ms = await floor.call('takeRaw', {
          visits: turns.map(({ visitId, technicianId }) => ({ id: visitId, technicianId })),
        });
      } else {
        const texts = queues.map((queue) =>
          queue.map(({ visitId, technicianId, token }) =>
            name === 'ours'
              ? postText('/v1/visit/attach', token, { visit_id: visitId }, `take.${visitId}`)
              : postText('/', token, { visit_id: visitId, technician_id: technicianId }),
          ),
        );
        const port = name === 'ours' ? productPort : floorPort;
        const process = name === 'ours' ? product : (floor as unknown as typeof product);
        const before = await process.call('cpu');
        const answered = await callers.call('each', { port, queues: texts });
        ms = answered.ms;
        cpu[name].push((((await process.call('cpu')) - before) * 1_000) / takes);
      }
      rates[name].push(takes / (ms / 1_000));
    };
    const sides = [side('raw'), side('http'), side('ours')];
    await alternate(1, sides);
    for (const list of [...Object.values(rates), ...Object.values(cpu)]) list.length = 0;
    await alternate(bench.rounds, sides);
    return [
      atLeast(
        'P8',
        'takes a second, beside node:http and the statement',
        '/s',
        median(rates.ours),
        median(rates.http),
        0.7,
      ),
      atLeast(
        'P8',
        'the same, beside the statement alone at 32 connections',
        '/s',
        median(rates.ours),
        median(rates.raw),
        0.4,
      ),
      beside('P8', 'CPU of the product a take', 'µs', median(cpu.ours), median(cpu.http)),
    ];
  } finally {
    await stopAll(product, floor, callers);
  }
}
