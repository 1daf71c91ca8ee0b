import { setup, transition } from 'xstate';

/**
 * The life of one generation of a report: asked for, taken by a worker, and
 * ended. 'cancelled' is one that nobody waits for any more.
 */
export type ReportRunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export type ReportRunStep = { type: 'START' | 'RETRY' | 'FINISH' | 'FAIL' | 'CANCEL' };

const reportRunMachine = setup({ types: { events: {} as ReportRunStep } }).createMachine({
  id: 'report-run',
  initial: 'queued',
  states: {
    // FAIL from here: whoever took it died each time.
    queued: { on: { START: 'running', CANCEL: 'cancelled', FAIL: 'failed' } },
    // START from here: whoever had it has fallen silent, and another takes it over.
    running: {
      on: { START: 'running', RETRY: 'queued', FINISH: 'done', FAIL: 'failed', CANCEL: 'cancelled' },
    },
    done: { type: 'final' },
    failed: { type: 'final' },
    cancelled: { type: 'final' },
  },
});

const all: ReportRunState[] = ['queued', 'running', 'done', 'failed', 'cancelled'];

/** The state after a step; null when the step is not possible from there. */
export function nextRunState(state: ReportRunState, type: ReportRunStep['type']): ReportRunState | null {
  const from = reportRunMachine.resolveState({ value: state });
  const step = { type };
  if (!from.can(step)) return null;
  return transition(reportRunMachine, from, step)[0].value as ReportRunState;
}

/** A step as a conditional update needs it: from which states it is possible, and where it leads. */
export function runStep(type: ReportRunStep['type']): { from: ReportRunState[]; to: ReportRunState } {
  const from = all.filter((state) => nextRunState(state, type) !== null);
  return { from, to: nextRunState(from[0]!, type)! };
}

/** Nothing follows. */
export const isEndedRun = (state: ReportRunState): boolean => state !== 'queued' && state !== 'running';

/** How often a run is taken at most, by whoever died or failed with it. */
export const maxRunAttempts = 5;

/** How often a computation that throws is tried, the first time included. */
export const maxRunTries = 2;

/** Seconds after which a run that nobody asked about again is waited for no more. */
export const runWaitSeconds = 10;

/** 0 to 100. */
export const runProgress = (done: number, all: number): number =>
  all === 0 ? 100 : Math.floor((done / all) * 100);
