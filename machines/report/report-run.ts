import { setup, transition } from 'xstate';
import type { ReportRunState } from './report-run-state.ts';

export type ReportRunStep = { type: 'START' | 'RETRY' | 'FINISH' | 'FAIL' | 'CANCEL' };

const reportRunMachine = setup({ types: { events: {} as ReportRunStep } }).createMachine({
  id: 'report-run',
  initial: 'queued',
  states: {
    // FAIL: every worker that took it died.
    queued: { on: { START: 'running', CANCEL: 'cancelled', FAIL: 'failed' } },
    // START: the worker stopped responding, and another takes it over.
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

/** A step for a conditional update: from which states it is possible, and its target. */
export function runStep(type: ReportRunStep['type']): { from: ReportRunState[]; to: ReportRunState } {
  const from = all.filter((state) => nextRunState(state, type) !== null);
  return { from, to: nextRunState(from[0]!, type)! };
}

/** How often a run is taken at most, by workers that died or failed. */
export const maxRunAttempts = 5;

/** Attempts of a computation that throws, the first included. */
export const maxRunTries = 2;

/** Seconds without a request after which a run counts as not waited for. */
export const runWaitSeconds = 10;

/** 0 to 100. */
export const runProgress = (done: number, all: number): number =>
  all === 0 ? 100 : Math.floor((done / all) * 100);
