import { pgBouncerPrepares } from '../support/postgres/pgbouncer.ts';
import type { Callers } from './callers.ts';
import type { FloorServer } from './floor-server.ts';
import { type Process, start } from './process.ts';
import type { ProductServer } from './product-server.ts';
import type { BenchRecord } from './record.ts';

/** What every benchmark is given. */
export type Bench = {
  record: BenchRecord;
  rounds: number;
  /** How long P1's load lasts altogether, each side. */
  seconds: number;
  /** Of the work of a round where its size is fixed: 1, less in the short form. */
  share: number;
  log(line: string): void;
};

/** @param port of an earlier process that has ended; absent: any that is free */
const at = ({ record }: Bench, port: number) => ({ DATABASE_URL: record.url, BENCH_PORT: String(port) });

/** @param pooler an address through PgBouncer; the record's own is then for LISTEN */
export const startProductServer = (
  bench: Bench,
  port = 0,
  flags: string[] = [],
  pooler?: string,
): Promise<Process<ProductServer>> =>
  start<ProductServer>(
    './product-server.ts',
    {
      ...at(bench, port),
      ...(pooler
        ? {
            DATABASE_URL: pooler,
            DATABASE_DIRECT_URL: bench.record.url,
            DATABASE_POOLER_PREPARES: `${pgBouncerPrepares()}`,
          }
        : {}),
    },
    flags,
  );
/** The same with its screens, at this port. */
export const startScreens = ({ record }: Bench, port: number): Promise<Process<ProductServer>> =>
  start<ProductServer>('./product-server.ts', { DATABASE_URL: record.url, BENCH_SCREENS: String(port) });
export const startFloorServer = (
  bench: Bench,
  port = 0,
  flags: string[] = [],
): Promise<Process<FloorServer>> => start<FloorServer>('./floor-server.ts', at(bench, port), flags);
export const startCallers = (): Promise<Process<Callers>> => start<Callers>('./callers.ts', {});

export const stopAll = async (...processes: { stop(): Promise<void> }[]): Promise<void> => {
  await Promise.all(processes.map((one) => one.stop()));
};
