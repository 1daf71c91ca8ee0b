import { expect, it } from 'vitest';
import { eventsThat } from '../../machines/events.ts';
import { nextRunState, runProgress, runStep } from '../../machines/report/report-run.ts';
import { isEndedRun } from '../../machines/report/report-run-state.ts';

it('a run that has ended stays as it ended', () => {
  for (const state of ['done', 'failed', 'cancelled'] as const) {
    expect(isEndedRun(state)).toBe(true);
    for (const step of ['START', 'RETRY', 'FINISH', 'FAIL', 'CANCEL'] as const)
      expect(nextRunState(state, step)).toBeNull();
  }
});

it('a run is taken, taken over from who fell silent, put back, and ended from both of its states', () => {
  expect(runStep('START')).toEqual({ from: ['queued', 'running'], to: 'running' });
  expect(runStep('RETRY')).toEqual({ from: ['running'], to: 'queued' });
  expect(runStep('FINISH')).toEqual({ from: ['running'], to: 'done' });
  expect(runStep('FAIL')).toEqual({ from: ['queued', 'running'], to: 'failed' });
  expect(runStep('CANCEL')).toEqual({ from: ['queued', 'running'], to: 'cancelled' });
});

it('progress goes from 0 to 100 and says 100 of nothing', () => {
  expect([runProgress(0, 3), runProgress(1, 3), runProgress(3, 3), runProgress(0, 0)]).toEqual([
    0, 33, 100, 100,
  ]);
});

it('whatever changes a visit, but for calls, photos, its place in the round, notes, messages and what is said of it, may touch a report', () => {
  const harmless = eventsThat(({ board, reports }) => board.includes('visit') && reports === 'none');
  const said = [
    'visit.reminded',
    'visit.confirmed',
    'visit.at_home',
    'visit.answered',
    'visit.notice_resent',
    'visit.hours_notified',
  ];
  const field = ['visit.running_late', 'visit.called', 'visit.photographed'];
  const places = ['visit.reordered', 'visit.overbooked'];
  expect(harmless).toEqual([...field, ...places, 'visit.noted', ...said, 'notice.recorded']);
});
