import { refuse } from '../../machines/words/refusals.ts';
import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import { postText } from './http-connection.ts';
import { alternate, atMost, beside, type Line, limit, quantile } from './measure.ts';
import { addPlace } from './people.ts';

const takers = 50;
/** 200 races in the usual five rounds. */
const racesEachRound = 40;
const warmUp = 5;

/** P9: 50 technicians take one visit at once, half of them at each of two web processes, beside the bare statement by 50 connections. */
export async function benchRace(bench: Bench): Promise<Line[]> {
  const races = (racesEachRound * bench.rounds + warmUp) * 2;
  const place = await addPlace(bench.record.db.sql, '941', takers, races);
  const [one, other, floor, callers] = await Promise.all([
    startProductServer(bench),
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
  ]);
  try {
    const ports = await Promise.all([one.call('port'), other.call('port')]);
    await floor.call('openRacers');
    let next = 0;
    const ours = { times: [] as number[], races: 0, notOne: 0, unanswered: 0 };
    const floors = { times: [] as number[] };
    const sides = (count: number) => [
      async () => {
        for (let race = 0; race < count; race++) {
          const visitId = place.free[next++]!;
          const technicianIds = place.technicians.map(({ technicianId }) => technicianId);
          const { ms, winners } = await floor.call('race', { visitId, technicianIds });
          if (winners !== 1) throw new Error(`the statement gave visit ${visitId} to ${winners}`);
          floors.times.push(ms);
        }
      },
      async () => {
        for (let race = 0; race < count; race++) {
          const visit_id = place.free[next++]!;
          const requests = place.technicians.map(({ token }, index) => ({
            port: ports[index % 2]!,
            text: postText('/v1/visit/attach', token, { visit_id }, `race.${visit_id}.${index}`),
          }));
          const { ms, answers } = await callers.call('atOnce', { requests });
          ours.times.push(ms);
          ours.races++;
          const losers = answers.filter(({ status }) => status !== 200);
          if (losers.length !== takers - 1) ours.notOne++;
          ours.unanswered += losers.filter(({ status, body }) => !isRefused(status, body)).length;
        }
      },
    ];
    await alternate(1, sides(warmUp));
    ours.times.length = floors.times.length = 0;
    await alternate(bench.rounds, sides(racesEachRound));
    bench.log(`P9: ${ours.races} races of ${takers}`);
    return [
      limit('P9', `races of ${takers} over two processes without exactly one winner`, '', ours.notOne, 0),
      limit('P9', 'losers without a 409 and its text', '', ours.unanswered, 0),
      atMost(
        'P9',
        'until all are answered, p50',
        'ms',
        quantile(ours.times, 0.5),
        quantile(floors.times, 0.5),
        2.5,
      ),
      // Of 200 races two: for information.
      beside('P9', 'the same, p99', 'ms', quantile(ours.times, 0.99), quantile(floors.times, 0.99)),
    ];
  } finally {
    await stopAll(one, other, floor, callers);
  }
}

function isRefused(status: number, body: string): boolean {
  const { diagnostic } = JSON.parse(body) as { diagnostic?: unknown };
  return status === 409 && diagnostic === refuse('already-taken').text;
}
