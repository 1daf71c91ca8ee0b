import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import type { Backend, Size } from './options.ts';
import type { Stage, StageOptions } from './stage.ts';

/** What a fault saw beside what is counted of every fault. */
export type Seen = {
  /** For the reader of the table. */
  figures: string;
  /** What was not as the specification expects, each in a few words. */
  problems: string[];
  /** What could not be tried here; then the row has failed, unless it is the machine that cannot. */
  notRun?: string;
};

export type Fault = {
  title: string;
  /** Where the queue matters, both; else PostgreSQL, which everybody has, or the one that is asked for alone. */
  backends?: Backend[];
  /** What its stage needs; `notRun`: why this machine cannot have it. */
  stage?: (size: Size, cluster: Cluster) => Wanted | Promise<Wanted>;
  /** Without load: the fault brings its own. */
  calm?: boolean;
  /** How the load goes, where the usual pace does not suit. */
  pace?: (size: Size) => Partial<Parameters<Stage['load']>[0] & object>;
  run(stage: Stage, load: Load): Promise<Seen>;
};

type Wanted = StageOptions | { notRun: string };

/** One that needs no stage, because it destroys what stages stand on. */
export type LonelyFault = {
  title: string;
  alone(cluster: Cluster, size: Size): Promise<Seen>;
};
