import type { Size } from './options.ts';

export const by = <T>(size: Size, tiny: T, short: T, long: T): T => ({ tiny, short, long })[size];

export const pause = (ms: number) => new Promise<void>((next) => setTimeout(next, ms));

export const percentile = (values: number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
