import type { CommandOutcome, DbOptions, OnCommand } from '../connection/open.ts';
import { followCommits } from './commits.ts';
import type { Span, Tracer } from './tracer.ts';

/** What `openDb` needs so that commands and their way to the boards are traced. @param onCommand is called as without */
export function traceRecord(
  tracer: Tracer | undefined,
  onCommand: OnCommand,
): Pick<DbOptions, 'onCommand' | 'commits'> {
  if (!tracer) return { onCommand };
  return {
    onCommand: (outcome) => {
      onCommand(outcome);
      const span = commandSpan(outcome);
      if (span) tracer.record(span);
    },
    commits: followCommits(tracer),
  };
}

/** A command that has just ended; undefined: no request caused it. */
function commandSpan({ name, outcome, ms, requestId }: CommandOutcome): Span | undefined {
  if (requestId === undefined) return undefined;
  const to = Date.now();
  return {
    requestId,
    ...{ name: `command ${name}`, from: to - ms, to },
    attributes: { 'agenda.command': name, 'agenda.outcome': outcome },
    failed: outcome === 'accident',
  };
}
