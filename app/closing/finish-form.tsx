import { Button, Input, Text } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { finishVisitInput } from '../../db/commands/field/finish-visit-input.ts';
import { lacksArrival } from '../../machines/visit/arrival.ts';
import { missingEvidence } from '../../machines/visit/closing.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { CommandOutcome } from '../data/send-command.ts';
import { CommandForm } from '../forms/command-form.tsx';
import { useCheckedFields } from '../forms/use-checked-fields.ts';
import { useSend } from '../forms/use-send.ts';
import { serverNow } from '../offline/server-clock.ts';
import { useStepQueue, useSteps } from '../offline/steps.tsx';
import { Photos } from '../photos/photos.tsx';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { showDone, showRefused } from '../ui/toast.ts';
import { finishWords } from '../words/closing.ts';
import { pendingWords } from '../words/pending.ts';
import { photoWords } from '../words/photos.ts';
import styles from './closing.module.css';
import { type Draft, useDraft } from './finish-draft.ts';
import { FinishFields } from './finish-fields.tsx';
import { type Closing, finishInput } from './finish-input.ts';

type Props = {
  visit: Closing;
  form: ClosingForm;
  close: () => void;
  done: () => void;
  /** Without a signal it waits on the device. */
  field: boolean;
  onSending: (sending: boolean) => void;
};

const nameOf: Partial<Record<keyof Draft, string>> = {
  status: 'status',
  repairCode: 'repair_code',
  derivation: 'derivation_type',
  note: 'extra_comments',
  signature: 'signature',
};

/** 'Cerrar visita' (S1 §5 'Finish visit', §8): what was typed stays on the device until the visit is closed. */
export function FinishForm({ visit, form, close, done, field, onSending }: Props) {
  const navigate = useNavigate();
  const { draft, change, forget, recovered } = useDraft(visit.id);
  const { ref, errors, fail, clearErrors, check } = useCheckedFields(finishVisitInput);
  const { send } = useSend({ oneIntent: true });
  const own = useStepQueue();
  const queue = field ? own : null;
  const [failure, setFailure] = useState<string | null>(null);
  /** Until the next screen is there, the button has done its work. */
  const [busy, setBusy] = useState(false);
  /** Also where it waits to be sent. */
  const arrived =
    useSteps().some(({ visitId, step }) => visitId === visit.id && step === 'arrive') || visit.arrived;
  const reason = form.reasons.find(({ value }) => String(value) === draft.status);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const input = finishInput(visit, form, draft, reason);
    const missing = missingEvidence(reason, {
      repairCode: input.repair_code,
      comments: input.extra_comments,
      derivationType: input.derivation_type,
    });
    if (missing) return fail(missing.fields!);
    if (field && lacksArrival(reason!, { arrived }, visit.arrival))
      return fail({ status: refuse('arrival-required').text });
    if (busy || !check(input)) return;
    setBusy(true);
    onSending(true);
    const { visit_id: _, ...given } = input;
    const step = { visitId: visit.id, orderNumber: visit.orderNumber, step: 'finish' as const, input: given };
    const happenedAt = serverNow().toISOString();
    const keepFor = async (sent?: { key: string; happenedAt: string }) => {
      void queue!.add(step, sent);
      showDone(pendingWords.kept);
      done();
      close();
    };
    // What was done before it is sent before it.
    if (queue?.hasWaiting()) return keepFor();
    const outcome = await send('finishVisit', queue ? { ...input, happened_at: happenedAt } : input);
    if (!outcome) return;
    if (queue && !outcome.ok && outcome.status === 0) return keepFor({ key: outcome.key, happenedAt });
    const failed = outcome.ok ? null : failureOf(outcome);
    if (failed === null) {
      if (outcome.ok) forget();
      if (outcome.ok) showDone(finishWords.done);
      else showRefused(outcome.text);
      done();
      // The address of the form is none to come back to.
      return navigate('/', { replace: true });
    }
    setBusy(false);
    onSending(false);
    fail(outcome.ok ? {} : outcome.fields);
    setFailure(failed);
  };

  const changeFields = (part: Partial<Draft>) => {
    clearErrors(...(Object.keys(part) as (keyof Draft)[]).flatMap((field) => nameOf[field] ?? []));
    change(part);
  };

  return (
    <CommandForm
      form={{ ref, submit, busy, failure }}
      gap="md"
      actionsClassName={styles.actions}
      actions={
        <>
          <Button variant="default" size="md" h={46} onClick={close}>
            {finishWords.back}
          </Button>
          <Button type="submit" size="md" h={46} loading={busy}>
            {finishWords.submit}
          </Button>
        </>
      }
    >
      {recovered && (
        <Text size="sm" c="dimmed" role="status">
          {finishWords.draft}
        </Text>
      )}
      <FinishFields
        offersArrival={field && !arrived && visit.arrival !== 'off'}
        form={form}
        draft={draft}
        reason={reason}
        errors={errors}
        change={changeFields}
      />
      {field && (
        <Input.Wrapper size="md" label={photoWords.section} labelElement="div">
          <Photos visit={visit} photos={form.photos ?? []} mayAdd />
        </Input.Wrapper>
      )}
    </CommandForm>
  );
}

/** What the form says while it stays as it was typed; null: the visit cannot be closed any more, and the screen is left. */
function failureOf(outcome: Exclude<CommandOutcome, { ok: true }>): string | null {
  if (outcome.status === 0) return outcome.code === 'unreadable' ? finishWords.failed : finishWords.noNetwork;
  if (outcome.status === 422) return outcome.text;
  return outcome.status >= 500 ? finishWords.failed : null;
}
