import type { Tracer } from './tracer.ts';

/** The last commits of this process that are remembered until the feed has read them. */
const most = 10_000;

export type Commits = {
  /** A command of this process has committed up to this version of an operation. */
  committed(operation: string, version: number, requestId: string): void;
  /** The changes after a version, up to another, were sent to the boards of this process. */
  published(operation: string, after: number, to: number): void;
};

/**
 * The way from a commit to the boards, where one process does both. The record does not hold the requests of its
 * events, so that the boards of other processes are in no trace; `agenda_feed_lag_seconds` counts them.
 */
export function followCommits(tracer: Tracer): Commits {
  const waiting = new Map<string, { requestId: string; from: number }>();
  return {
    committed(operation, version, requestId) {
      waiting.set(`${operation}.${version}`, { requestId, from: Date.now() });
      if (waiting.size > most) waiting.delete(waiting.keys().next().value!);
    },
    published(operation, after, to) {
      for (let version = Math.max(after + 1, to - most); version <= to; version++) {
        const commit = waiting.get(`${operation}.${version}`);
        if (!commit) continue;
        waiting.delete(`${operation}.${version}`);
        tracer.record({
          ...commit,
          ...{ name: 'feed', to: Date.now() },
          attributes: { 'agenda.operation': operation, 'agenda.version': version },
        });
      }
    },
  };
}
