// Apart from its machine: every screen follows reports, and its first load does without the machine.

/** The life of a report's generation: queued, taken by a worker, ended. 'cancelled' is one without waiting users. */
export type ReportRunState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export const isEndedRun = (state: ReportRunState): boolean => state !== 'queued' && state !== 'running';
