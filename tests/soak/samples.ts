import { atMost, type Line, median, quantile } from '../bench/measure.ts';

/** What one process held at one moment: resident MB, open files and sockets. */
export type Held = { memory: number; handles: number };
/** The times of one kind of answer within a sample, ms; null where there was none. */
export type Times = { count: number; p50: number | null; p95: number | null; p99: number | null };

/** One sample: what was held at its end, and how long things took since the sample before. */
export type Sample = {
  minute: number;
  processes: Record<string, Held>;
  commands: Times;
  reads: Times;
  /** From a command's POST to the last board of its operation. */
  boards: Times;
};

export const timesOf = (values: number[]): Times => ({
  count: values.length,
  p50: values.length === 0 ? null : quantile(values, 0.5),
  p95: values.length === 0 ? null : quantile(values, 0.95),
  p99: values.length === 0 ? null : quantile(values, 0.99),
});

type Figure = (sample: Sample) => number | null | undefined;

function middle(of: Figure, from: Sample[]): number {
  const values = from.map(of).filter((value): value is number => value !== null && value !== undefined);
  return values.length === 0 ? Number.NaN : median(values);
}

/**
 * P19: the last quarter beside the first minute, which is the one that warms up: memory in MB, and the p99 of a
 * sample's answers in ms, each as the median of the samples.
 */
export function besideFirstMinute(samples: Sample[]): Line[] {
  const [first, last] = [
    samples.filter(({ minute }, index) => index === 0 || minute < 1.2),
    samples.slice(-Math.ceil(samples.length / 4)),
  ];
  const line = (what: string, unit: string, target: number, of: Figure) =>
    atMost('P19', `${what}, last quarter / first minute`, unit, middle(of, last), middle(of, first), target);
  return [
    ...Object.keys(samples[0]!.processes).map((name) =>
      line(`memory of ${name}`, 'MB', 1.05, ({ processes }) => processes[name]?.memory),
    ),
    line('a command, p99', 'ms', 1.1, ({ commands }) => commands.p99),
    line('a read, p99', 'ms', 1.1, ({ reads }) => reads.p99),
    line('POST to the last board, p99', 'ms', 1.1, ({ boards }) => boards.p99),
  ];
}

/** The second quarter beside the last, for the first one warms up. @returns lines of a Markdown table */
export function compare(samples: Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  const line = (what: string, unit: string, of: Figure) => {
    const [from, to] = [middle(of, early), middle(of, late)];
    return `| ${what} | ${from.toFixed(0)} ${unit} | ${to.toFixed(0)} ${unit} | ${(to / from).toFixed(2)}x |`;
  };
  return [
    '| median of | second quarter | last quarter | |',
    '|---|---|---|---|',
    ...Object.keys(samples[0]!.processes).flatMap((name) => [
      line(`memory of ${name}`, 'MB', ({ processes }) => processes[name]?.memory),
      line(`handles of ${name}`, '', ({ processes }) => processes[name]?.handles),
    ]),
    line('a command, p50', 'ms', ({ commands }) => commands.p50),
    line('a command, p95', 'ms', ({ commands }) => commands.p95),
    line('a read, p50', 'ms', ({ reads }) => reads.p50),
    line('a read, p95', 'ms', ({ reads }) => reads.p95),
    line('POST to the last board, p50', 'ms', ({ boards }) => boards.p50),
    line('POST to the last board, p95', 'ms', ({ boards }) => boards.p95),
  ];
}
