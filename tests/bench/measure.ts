/** One line of the table: what was measured beside what, and how far we mean to go. */
export type Line = {
  bench: string;
  what: string;
  ours: number;
  floor: number | null;
  unit: string;
  /** ours / floor unless the line is an absolute one. */
  value: number;
  /** Null: for information. */
  target: number | null;
  /** Whether the value should be at least or at most the target. */
  wanted: 'at least' | 'at most';
  met: boolean | null;
};

/** The value below which this share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Rounds in the order A B, B A, A B …: whatever the machine does in between falls on both. */
export async function alternate(rounds: number, sides: (() => Promise<void>)[]): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side();
}

export const atMost = (
  bench: string,
  what: string,
  unit: string,
  ours: number,
  floor: number,
  target: number,
) => line(bench, what, unit, ours, floor, ours / floor, target, 'at most');
export const atLeast = (
  bench: string,
  what: string,
  unit: string,
  ours: number,
  floor: number,
  target: number,
) => line(bench, what, unit, ours, floor, ours / floor, target, 'at least');
/** A ratio that the targets do not speak of. */
export const beside = (bench: string, what: string, unit: string, ours: number, floor: number) =>
  line(bench, what, unit, ours, floor, ours / floor, null, 'at most');
/** A figure of its own, beside nothing. */
export const limit = (bench: string, what: string, unit: string, ours: number, target: number) =>
  line(bench, what, unit, ours, null, ours, target, 'at most');
/** A figure beside nothing that the targets do not speak of. */
export const figure = (bench: string, what: string, unit: string, ours: number) =>
  line(bench, what, unit, ours, null, ours, null, 'at most');

function line(
  bench: string,
  what: string,
  unit: string,
  ours: number,
  floor: number | null,
  value: number,
  target: number | null,
  wanted: Line['wanted'],
): Line {
  const met = target === null ? null : wanted === 'at least' ? value >= target : value <= target;
  return { bench, what, ours, floor, unit, value, target, wanted, met };
}
