import type { Fault, LonelyFault } from './fault.ts';
import { killedWeb, killedWorker, rollingRestart } from './killed-processes.ts';
import {
  killedBackends,
  lostFeed,
  silentConnections,
  slowDatabase,
  stoppedDatabase,
} from './lost-database.ts';
import { absentRedis, doubledJobs, killedRedis, poisonJob, twoRelays } from './lost-queue.ts';

/** Every fault by the name that the specification gives it. */
export const faults: Record<string, Fault | LonelyFault> = {
  F01: killedWeb,
  F02: killedWorker,
  F03: rollingRestart,
  F04: stoppedDatabase,
  F05: killedBackends,
  F06: killedRedis,
  F07: absentRedis,
  F08: silentConnections,
  F09: slowDatabase,
  F18: doubledJobs,
  F25: lostFeed,
  F26: poisonJob,
  F29: twoRelays,
};
