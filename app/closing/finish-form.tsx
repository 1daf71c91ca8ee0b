import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import { finishVisitInput } from '../../db/commands/field/finish-visit-input.ts';
import { missingEvidence } from '../../machines/visit/closing.ts';
import type { CommandOutcome } from '../data/send-command.ts';
import { useCheckedFields } from '../forms/use-checked-fields.ts';
import { useSend } from '../forms/use-send.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { showDone, showRefused } from '../ui/toast.tsx';
import { finishWords } from '../words/closing.ts';
import styles from './closing.module.css';
import { type Draft, useDraft } from './finish-draft.ts';
import { FinishFields } from './finish-fields.tsx';
import { type Closing, finishInput } from './finish-input.ts';

type Props = {
  visit: Closing;
  form: ClosingForm;
  close: () => void;
  done: () => void;
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
export function FinishForm({ visit, form, close, done, onSending }: Props) {
  const navigate = useNavigate();
  const { draft, change, forget, recovered } = useDraft(visit.id);
  const { ref, errors, fail, clearErrors, check } = useCheckedFields(finishVisitInput);
  const { send } = useSend({ oneIntent: true });
  const [failure, setFailure] = useState<string | null>(null);
  /** Until the next screen is there, the button has done its work. */
  const [busy, setBusy] = useState(false);
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
    if (busy || !check(input)) return;
    setBusy(true);
    onSending(true);
    const outcome = await send('finishVisit', input);
    if (!outcome) return;
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

  return (
    <form ref={ref} onSubmit={submit} noValidate>
      <Stack gap="md">
        {recovered && (
          <Text size="sm" c="dimmed" role="status">
            {finishWords.draft}
          </Text>
        )}
        <FinishFields
          form={form}
          draft={draft}
          reason={reason}
          errors={errors}
          change={(part) => {
            clearErrors(...(Object.keys(part) as (keyof Draft)[]).flatMap((field) => nameOf[field] ?? []));
            change(part);
          }}
        />
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group grow className={styles.actions}>
          <Button variant="default" size="md" h={46} onClick={close}>
            {finishWords.back}
          </Button>
          <Button type="submit" size="md" h={46} loading={busy}>
            {finishWords.submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What the form says while it stays as it was typed; null: the visit cannot be closed any more, and the screen is left. */
function failureOf(outcome: Exclude<CommandOutcome, { ok: true }>): string | null {
  if (outcome.status === 0) return outcome.code === 'unreadable' ? finishWords.failed : finishWords.noNetwork;
  if (outcome.status === 422) return outcome.text;
  return outcome.status >= 500 ? finishWords.failed : null;
}
