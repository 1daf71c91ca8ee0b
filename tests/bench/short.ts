import type { Line } from './measure.ts';

/**
 * The short form, `npm run bench -- --short`: a minute on a small record, for the rows that guard the paths every user
 * takes. It says whether a ratio has fallen back by half, and nothing finer: rounds are too short for that.
 */
export const shortForm = {
  picked: ['P1', 'P8', 'P11', 'P16'],
  visits: 2_000,
  seconds: 6,
  rounds: 2,
  share: 0.25,
};

/**
 * Where the bounds come from: the median ratio of three short runs on 2026-11-25 (2 cores of an Intel Xeon, 25 GB,
 * Node 20.20.2, other work on the machine). Record them anew where a change makes one of them better for good.
 */
const recorded: { bench: string; what: string; ratio: number; wanted: Line['wanted'] }[] = [
  { bench: 'P1', what: 'POST to the last of 1,000 boards, p50', ratio: 1.4, wanted: 'at most' },
  { bench: 'P1', what: 'CPU of the product a delivery', ratio: 1.6, wanted: 'at most' },
  {
    bench: 'P8',
    what: 'takes a second, beside node:http and the statement',
    ratio: 0.7,
    wanted: 'at least',
  },
  {
    bench: 'P8',
    what: 'the same, beside the statement alone at 32 connections',
    ratio: 0.6,
    wanted: 'at least',
  },
  {
    bench: 'P11',
    what: 'the week again, 8 clients, 20 changes/s in another process',
    ratio: 0.15,
    wanted: 'at least',
  },
  { bench: 'P16', what: 'session checks a second, 8 connections', ratio: 0.15, wanted: 'at least' },
  { bench: 'P16', what: 'session checks a second, 32 connections', ratio: 0.25, wanted: 'at least' },
];

/** How far a ratio may fall back from the recorded one. */
const allowed = 2;

/** The guarded lines alone, each with its bound as the target. */
export function boundLines(lines: readonly Line[]): Line[] {
  return recorded.map(({ bench, what, ratio, wanted }) => {
    const line = lines.find((one) => one.bench === bench && one.what === what);
    if (!line) throw new Error(`${bench} no longer measures '${what}'`);
    const bound = wanted === 'at most' ? ratio * allowed : ratio / allowed;
    const target = Number(bound.toPrecision(2));
    return {
      ...line,
      target,
      wanted,
      met: wanted === 'at most' ? line.value <= target : line.value >= target,
    };
  });
}
