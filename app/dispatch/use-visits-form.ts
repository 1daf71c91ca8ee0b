import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import type { CommandName } from '../data/send-command.ts';
import type { Refusal } from '../forms/use-command-form.ts';
import { useRetry } from '../forms/use-retry.ts';
import { useSubmission } from '../forms/use-submission.ts';
import type { Stop } from './stopped-by.tsx';
import { versionsOf, type WorkVisit } from './work-visit.ts';

type Options<Fields> = {
  command: CommandName;
  schema: z.ZodType;
  /** The visits as they are now; they may change while the form is open. */
  visits: readonly WorkVisit[];
  /** The operation's version that the screen shows. */
  seen: number;
  /** What the fields hold when it opens. */
  blank: Fields;
  /** The command's names of the fields. */
  names: Record<keyof Fields, string>;
  input: (fields: Fields, visits: readonly WorkVisit[], versions: Record<string, number>) => object;
  failed: (text: string) => string;
  noNetwork: string;
  done: (answer: Record<string, unknown>, key: string, fields: Fields) => void;
  leaveOut: (visitId: number) => void;
};

/** A form that does one thing to one or many visits: to all or to none, and the one that stopped it is named. */
export function useVisitsForm<Fields extends object>(options: Options<Fields>) {
  const { command, schema, seen, names, leaveOut } = options;
  const [fields, setFields] = useState(options.blank);
  const [visits, setUnanswered] = useVisitsInQuestion(options.visits);
  const { ref, busy, errors, clearErrors, check, submit } = useSubmission(command, schema, {
    oneIntent: true,
  });
  const [stop, setStop] = useState<Stop | null>(null);
  // Acted upon is what was on the screen when the form opened, until the changes since have been shown.
  const [base, setBase] = useState(() => ({ versions: versionsOf(visits), seen }));

  const inputOn = (all: Record<string, number>) =>
    options.input(fields, visits, Object.fromEntries(visits.map(({ id }) => [id, all[id]!])));
  const go = async (versions: Record<string, number>) => {
    setStop(null);
    const outcome = await submit(inputOn(versions));
    if (!outcome) return;
    if (outcome.ok) return options.done(outcome.data, outcome.key, fields);
    setUnanswered(outcome.status === 0 ? visits : null);
    setStop(stopOf(outcome, options));
  };

  /** On the visits as they are now. */
  const culprit = stop?.stale ? stop.visitId : null;
  const again = useRetry(
    culprit === null ? undefined : versionsOf(visits)[culprit],
    culprit === null ? null : (base.versions[culprit] ?? null),
    () => {
      const now = { versions: versionsOf(visits), seen };
      setBase(now);
      void go(now.versions);
    },
  );

  return {
    ref,
    visits,
    busy: busy || again.waiting,
    fields,
    change: (part: Partial<Fields>) => {
      clearErrors(...(Object.keys(part) as (keyof Fields)[]).map((field) => names[field]));
      setFields((before) => ({ ...before, ...part }));
    },
    /** By the command's names. */
    errors,
    stop,
    seen: base.seen,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy && visits.length > 0 && check(inputOn(base.versions))) void go(base.versions);
    },
    retry: again.retry,
    leaveOut: (visitId: number) => {
      setStop(null);
      leaveOut(visitId);
    },
  };
}

/**
 * The visits that the form is about. Sent without an answer it may have been done, and the visits have left the
 * selection for that: until the answer is known these are the ones that another try is about.
 */
function useVisitsInQuestion(chosen: readonly WorkVisit[]) {
  const [unanswered, setUnanswered] = useState<readonly WorkVisit[] | null>(null);
  return [unanswered ?? chosen, setUnanswered] as const;
}

/** What stopped all of them, as the form shows it. */
function stopOf(refusal: Refusal, texts: { failed: (text: string) => string; noNetwork: string }): Stop {
  if (refusal.status === 0) return { text: texts.noNetwork, stale: false, full: false, visitId: null };
  return {
    text: refusal.status === 403 ? refusal.text : texts.failed(refusal.text),
    stale: refusal.code === 'stale-version',
    full: refusal.code === 'slot-full',
    visitId: refusal.visitId ?? null,
  };
}
