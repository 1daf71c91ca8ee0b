import { useNavigate } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { finishVisitInput } from '../../db/commands/field/finish-visit-input.ts';
import type { Refusal } from '../forms/use-command-form.ts';
import { useSubmission } from '../forms/use-submission.ts';
import { useSteps } from '../offline/steps.tsx';
import { useOwnPhotos } from '../photos/own-photos.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { pendingWords } from '../words/board/pending-words.ts';
import { finishWords } from '../words/visit/closing-words.ts';
import { type Draft, useDraft } from './finish-draft.ts';
import { type Closing, finishInput, lackingIn, nameOf } from './finish-input.ts';
import { useSendOrKeep } from './use-send-or-keep.ts';

export type FinishOptions = {
  visit: Closing;
  form: ClosingForm;
  close: () => void;
  done: () => void;
  /** Without a signal it waits on the device. */
  field: boolean;
  onSending: (sending: boolean) => void;
};

/** What is typed to close a visit, and what follows the answer: the screen is left once it can be closed no more. */
export function useFinishForm({ visit, form, close, done, field, onSending }: FinishOptions) {
  const navigate = useNavigate();
  const { draft, change, forget, recovered } = useDraft(visit.id);
  const { ref, errors, fail, clearErrors, check, failure, setFailure, submit } = useSubmission(
    'finishVisit',
    finishVisitInput,
    { oneIntent: true },
  );
  const sendOrKeep = useSendOrKeep(visit, field, submit);
  /** Until the next screen is there, the button has done its work. */
  const [busy, setBusy] = useState(false);
  const arrived = useArrived(visit);
  const { waiting, photos } = usePhotoCounts(visit, form);
  const reason = form.reasons.find(({ value }) => String(value) === draft.status);

  const finish = async () => {
    setFailure(null);
    const input = finishInput(visit, form, draft, reason, waiting);
    const lacking = lackingIn(reason, input, field ? { arrived, mode: visit.arrival, photos } : null);
    if (lacking) return fail(lacking);
    if (busy || !check(input)) return;
    setBusy(true);
    onSending(true);
    const outcome = await sendOrKeep(input);
    if (outcome === null) return;
    if (outcome === 'kept') {
      showDone(pendingWords.kept);
      done();
      return close();
    }
    const failed = outcome.ok ? null : failureOf(outcome);
    if (failed !== null) {
      setBusy(false);
      onSending(false);
      return setFailure(failed);
    }
    if (outcome.ok) {
      forget();
      showDone(finishWords.done);
    } else showRefused(outcome.text);
    done();
    // The address of the form is none to come back to.
    navigate('/', { replace: true });
  };

  return {
    ...{ ref, errors, failure, busy, draft, reason, arrived, recovered },
    // The photo that was asked for is taken beside the form.
    photoError: photos > 0 ? undefined : errors.photos,
    change: (part: Partial<Draft>) => {
      clearErrors(...(Object.keys(part) as (keyof Draft)[]).flatMap((name) => nameOf[name] ?? []));
      change(part);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      void finish();
    },
  };
}

/** Whether the technician has said to be there, also where that waits to be sent. */
function useArrived(visit: Closing): boolean {
  const steps = useSteps();
  return steps.some(({ visitId, step }) => visitId === visit.id && step === 'arrive') || visit.arrived;
}

/** How many photos the visit has on this device alone, and how many with those that were sent. */
function usePhotoCounts(visit: Closing, form: ClosingForm) {
  const waiting = useOwnPhotos(visit.id, form.photos ?? []).length;
  return { waiting, photos: waiting + (form.photos?.length ?? 0) };
}

/** What the form says while it stays as it was typed; null: the visit cannot be closed any more, and the screen is left. */
function failureOf(outcome: Refusal): string | null {
  if (outcome.status === 0) return outcome.code === 'unreadable' ? finishWords.failed : finishWords.noNetwork;
  if (outcome.status === 422) return outcome.text;
  return outcome.status >= 500 ? finishWords.failed : null;
}
