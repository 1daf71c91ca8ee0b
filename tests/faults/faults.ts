import { destroyedRecord } from './destroyed-record.ts';
import type { Fault, LonelyFault } from './fault.ts';
import { fullDisk } from './full-disk.ts';
import { greedySockets, largePictures } from './greedy-users.ts';
import { killedWeb, killedWorker, restartBehindHaproxy, rollingRestart } from './killed-processes.ts';
import { badChannels, cutChannels } from './lost-channels.ts';
import {
  killedBackends,
  lostFeed,
  restartedPooler,
  silentConnections,
  slowDatabase,
  stoppedDatabase,
} from './lost-database.ts';
import {
  cutOffPrimary,
  downCluster,
  killedPrimary,
  laggingStandby,
  lostDisk,
  lostStandby,
  restartOverCluster,
  rollingServers,
  stalledStandby,
  switchover,
} from './lost-primary.ts';
import { absentRedis, doubledJobs, killedRedis, lostMaster, poisonJob, twoRelays } from './lost-queue.ts';
import { twoMigrations } from './migrations.ts';
import { mistakenBulk } from './point-in-time.ts';
import {
  killedBulk,
  manyClosings,
  oldVersions,
  oneVisitManyTakers,
  racingPairs,
  twoDepartures,
} from './races.ts';
import { slowReaders, slowSenders } from './slow-clients.ts';
import { soak } from './soak.ts';
import { lostRight, lostSockets, stalledClients } from './sockets.ts';
import { wrongClocks } from './wrong-clocks.ts';

/** Every fault by the name that the specification gives it; F22, the phone without a signal, is a journey of the real screens. */
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
  F10: cutChannels,
  F11: badChannels,
  F12: lostSockets,
  F13: stalledClients,
  F14: oneVisitManyTakers,
  F15: twoDepartures,
  F16: oldVersions,
  F17: manyClosings,
  F18: doubledJobs,
  F19: racingPairs,
  F20: killedBulk,
  F21: wrongClocks,
  F23: twoMigrations,
  F24: fullDisk,
  F25: lostFeed,
  F26: poisonJob,
  F27: destroyedRecord,
  F28: lostRight,
  F29: twoRelays,
  F30: soak,
  F31: slowSenders,
  F32: slowReaders,
  F33: killedPrimary,
  F34: lostDisk,
  F35: cutOffPrimary,
  F36: switchover,
  F37: lostStandby,
  F38: laggingStandby,
  F39: rollingServers,
  F40: downCluster,
  F41: lostMaster,
  F42: mistakenBulk,
  F43: restartBehindHaproxy,
  F44: restartedPooler,
  F45: restartOverCluster,
  F46: stalledStandby,
  F47: largePictures,
  F48: greedySockets,
};
