import type { Callers } from './callers.ts';
import type { FloorDoor } from './floor-door.ts';
import type { FrontDoor } from './front-door.ts';
import { type Process, start } from './process.ts';
import type { BenchRecord } from './record.ts';

/** What every benchmark is given. */
export type Bench = {
  record: BenchRecord;
  rounds: number;
  /** How long P1's load lasts altogether, each side. */
  seconds: number;
  tell(line: string): void;
};

export const startFrontDoor = ({ record }: Bench): Promise<Process<FrontDoor>> =>
  start<FrontDoor>('./front-door.ts', { DATABASE_URL: record.url });
export const startFloorDoor = ({ record }: Bench): Promise<Process<FloorDoor>> =>
  start<FloorDoor>('./floor-door.ts', { DATABASE_URL: record.url });
export const startCallers = (): Promise<Process<Callers>> => start<Callers>('./callers.ts', {});

export const stopAll = async (...processes: { stop(): Promise<void> }[]): Promise<void> => {
  await Promise.all(processes.map((one) => one.stop()));
};
