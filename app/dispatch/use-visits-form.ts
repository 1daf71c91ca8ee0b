import { type FormEvent, useState } from 'react';
import type { z } from 'zod';
import type { CommandName } from '../data/send-command.ts';
import { useCheckedFields } from '../forms/use-checked-fields.ts';
import { useSend } from '../forms/use-send.ts';
import type { Stop } from './stopped-by.tsx';
import { versionsOf, type WorkVisit } from './work-visit.ts';

type Options = {
  command: CommandName;
  schema: z.ZodType;
  /** The visits as they are now; they may change while the form is open. */
  visits: readonly WorkVisit[];
  /** The operation's version that the screen shows. */
  seen: number;
  input: (visits: readonly WorkVisit[], versions: Record<string, number>) => object;
  failed: (text: string) => string;
  noNetwork: string;
  done: (answer: Record<string, unknown>, key: string) => void;
  leaveOut: (visitId: number) => void;
};

/** A form that does one thing to one or many visits: to all or to none, and the one that stopped it is named. */
export function useVisitsForm(options: Options) {
  const { command, schema, seen, leaveOut } = options;
  // Sent without an answer: it may have been done, and the visits have left the selection for that. Until
  // the answer is known these are the ones that another try is about.
  const [unanswered, setUnanswered] = useState<readonly WorkVisit[] | null>(null);
  const visits = unanswered ?? options.visits;
  const { busy, send } = useSend({ oneIntent: true });
  const { ref, errors, fail, clearErrors, check } = useCheckedFields(schema);
  const [stop, setStop] = useState<Stop | null>(null);
  // Acted upon is what was on the screen when the form opened, until the changes since have been shown.
  const [base, setBase] = useState(() => ({ versions: versionsOf(visits), seen }));

  const inputOn = (all: Record<string, number>) =>
    options.input(visits, Object.fromEntries(visits.map(({ id }) => [id, all[id]!])));
  const go = async (versions: Record<string, number>) => {
    setStop(null);
    const outcome = await send(command, inputOn(versions));
    if (!outcome) return;
    if (outcome.ok) return options.done(outcome.data, outcome.key);
    if (outcome.status === 0) {
      setUnanswered(visits);
      return setStop({ text: options.noNetwork, stale: false, visitId: null });
    }
    setUnanswered(null);
    fail(outcome.fields);
    setStop({
      text: outcome.status === 403 ? outcome.text : options.failed(outcome.text),
      stale: outcome.code === 'stale-version',
      visitId: outcome.visitId ?? null,
    });
  };

  return {
    ref,
    visits,
    busy,
    errors,
    clearErrors,
    stop,
    seen: base.seen,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy && visits.length > 0 && check(inputOn(base.versions))) void go(base.versions);
    },
    /** On the visits as they are now. */
    retry: () => {
      const now = { versions: versionsOf(visits), seen };
      setBase(now);
      void go(now.versions);
    },
    leaveOut: (visitId: number) => {
      setStop(null);
      leaveOut(visitId);
    },
  };
}
