import { Alert, Button, Group, Modal, NativeSelect, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { derivations } from '../../machines/words/labels.ts';
import { type CommandOutcome, newKey, sendCommand } from '../data/send-command.ts';
import { useRead } from '../data/use-read.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { tellDone, tellRefused } from '../ui/toast.tsx';
import { finishWords } from '../words/closing.ts';
import { loadingWords } from '../words/shell.ts';
import styles from './closing.module.css';
import { type Draft, useDraft } from './finish-draft.ts';
import { ItemsField } from './items-field.tsx';
import { groupReasons } from './reason-groups.ts';
import { SignatureField } from './signature-field.tsx';

type Closing = { id: number; orderNumber: string; orderType: number; version: number };
type Props = {
  visit: Closing | null;
  close: () => void;
  /** Instead of `close`, when the screen is left for the default view anyway. */
  done?: () => void;
  /** Told when it is sent, and when the screen stays all the same. */
  onSending?: (sending: boolean) => void;
};

/** Close a visit with its evidence (S1 §5 'Finish visit', §3 'Finish form'); the whole screen on a phone. */
export function FinishDialog({ visit, close, done = close, onSending = () => {} }: Props) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={visit !== null}
      onClose={close}
      title={finishWords.title}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': finishWords.back }}
    >
      {visit && <Loaded key={visit.id} visit={visit} close={close} done={done} onSending={onSending} />}
    </Modal>
  );
}

type Asked = {
  visit: Closing;
  close: () => void;
  done: () => void;
  onSending: (sending: boolean) => void;
};

function Loaded({ visit, close, done, onSending }: Asked) {
  const { retry, ...read } = useRead<ClosingForm | null>(`/board/closing/${visit.id}`);
  const form = read.state === 'answered' ? read.answer : null;
  const failed = read.state === 'failed' || (read.state === 'answered' && read.answer === null);
  if (failed)
    return (
      <Alert color="red" variant="light" role="alert">
        <Stack gap="sm" align="flex-start">
          {finishWords.noNetwork}
          <Button size="sm" variant="default" onClick={retry}>
            {finishWords.retry}
          </Button>
        </Stack>
      </Alert>
    );
  if (!form)
    return (
      <Stack aria-busy>
        <Text size="sm" c="dimmed">
          {loadingWords.info}
        </Text>
        <Skeleton height={40} />
        <Skeleton height={40} />
        <Skeleton height={120} />
      </Stack>
    );
  return <FinishForm visit={visit} form={form} close={close} done={done} onSending={onSending} />;
}

function FinishForm({ visit, form, close, done, onSending }: Asked & { form: ClosingForm }) {
  const navigate = useNavigate();
  const { draft, change, forget, recovered } = useDraft(visit.id);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const key = useRef(newKey());
  const first = useRef<HTMLSelectElement>(null);
  const { capabilities } = form;
  const reason = form.reasons.find(({ value }) => String(value) === draft.status);
  const fulfills = Boolean(reason?.finalizesOrder);
  const mayEnter = (kind: 'materials' | 'labors') =>
    capabilities.allowEnterItems &&
    !(kind === 'materials' ? capabilities.haveMaterials : capabilities.haveLabor);

  // The dialog was there before what it asks, and gave the focus to the only thing it had, the way out.
  useEffect(() => first.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const missing = check(draft, reason);
    setFields(missing);
    setFailure(null);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    onSending(true);
    const outcome = await sendCommand(
      'finishVisit',
      payload(visit, draft, reason!, fulfills, mayEnter),
      key.current,
    );
    const leave = () => {
      done();
      // The address of the form is none to come back to.
      navigate('/', { replace: true });
    };
    if (outcome.ok) {
      forget();
      tellDone(finishWords.done);
      return leave();
    }
    const failed = failureOf(outcome);
    if (failed === null) {
      tellRefused(outcome.text);
      return leave();
    }
    setBusy(false);
    onSending(false);
    // Where nothing came back the same key makes another try act once.
    if (outcome.status !== 0) key.current = newKey();
    if (outcome.status === 422) setFields(outcome.fields);
    setFailure(failed);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {recovered && (
          <Text size="sm" c="dimmed" role="status">
            {finishWords.draft}
          </Text>
        )}
        <NativeSelect
          ref={first}
          size="md"
          label={finishWords.reason}
          withAsterisk
          data-autofocus
          value={draft.status}
          onChange={(event) => change(chosen(form.reasons, event.currentTarget.value))}
          error={fields.status}
          description={fulfills ? finishWords.fulfills : undefined}
        >
          <option value="">{finishWords.choose}</option>
          {groupReasons(form.reasons).map((group) => (
            <optgroup key={group.name} label={group.name}>
              {group.reasons.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
        {fulfills && (
          <NativeSelect
            size="md"
            label={finishWords.repairCode}
            withAsterisk
            value={draft.repairCode}
            onChange={(event) => change({ repairCode: event.currentTarget.value })}
            error={fields.repair_code}
            data={[
              { value: '', label: finishWords.chooseRepair },
              ...form.repairCodes.map(({ code, text }) => ({ value: code, label: text })),
            ]}
          />
        )}
        {reason?.derives && (
          <NativeSelect
            size="md"
            label={finishWords.derivation}
            value={draft.derivation}
            onChange={(event) => change({ derivation: event.currentTarget.value })}
            error={fields.derivation_type}
            data={Object.entries(derivations).map(([value, label]) => ({ value, label }))}
          />
        )}
        <Textarea
          size="md"
          label={reason?.cancels ? finishWords.cancelNote : finishWords.note}
          withAsterisk={reason?.cancels}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={2000}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
          error={fields.extra_comments}
        />
        {!reason?.cancels && (
          <>
            <ItemsField
              kind="materials"
              catalogue={form.materials}
              items={draft.materials}
              change={(materials) => change({ materials })}
              comments={draft.materialComments}
              changeComments={(materialComments) => change({ materialComments })}
              off={
                mayEnter('materials')
                  ? null
                  : capabilities.haveMaterials
                    ? finishWords.haveMaterials
                    : finishWords.itemsNotAllowed
              }
            />
            <ItemsField
              kind="labors"
              catalogue={form.labors}
              items={draft.labors}
              change={(labors) => change({ labors })}
              comments={draft.laborComments}
              changeComments={(laborComments) => change({ laborComments })}
              off={
                mayEnter('labors')
                  ? null
                  : capabilities.haveLabor
                    ? finishWords.haveLabor
                    : finishWords.itemsNotAllowed
              }
            />
          </>
        )}
        {reason?.finalizes && (
          <SignatureField
            value={draft.signature}
            name={draft.signatureName}
            change={(signature) => change({ signature })}
            changeName={(signatureName) => change({ signatureName })}
            error={fields.signature}
          />
        )}
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
  if (outcome.status === 0) return outcome.code === 'trouble' ? finishWords.failed : finishWords.noNetwork;
  if (outcome.status === 422) return outcome.text;
  return outcome.status >= 500 ? finishWords.failed : null;
}

type Reason = ClosingForm['reasons'][number];

function check(draft: Draft, reason: Reason | undefined): Record<string, string> {
  if (!reason) return { status: finishWords.reasonRequired };
  if (reason.finalizesOrder && draft.repairCode === '') return { repair_code: finishWords.repairRequired };
  if (reason.cancels && [...draft.note.trim()].length < 5)
    return { extra_comments: finishWords.cancelNoteRequired };
  return {};
}

function payload(
  visit: Closing,
  draft: Draft,
  reason: Reason,
  fulfills: boolean,
  mayEnter: (kind: 'materials' | 'labors') => boolean,
) {
  const items = (kind: 'materials' | 'labors') =>
    !reason.cancels && mayEnter(kind) ? draft[kind].filter(({ amount }) => Number(amount) > 0) : [];
  const materials = items('materials');
  const labors = items('labors');
  return {
    visit_id: visit.id,
    order_number: visit.orderNumber,
    order_type: visit.orderType,
    status: Number(draft.status),
    extra_comments: draft.note,
    repair_code: fulfills ? draft.repairCode : null,
    finish_order: fulfills,
    derivation_type: reason.derives ? Number(draft.derivation) : null,
    set_materials: materials.length + labors.length > 0,
    materials,
    labors,
    material_comments: draft.materialComments,
    labor_comments: draft.laborComments,
    signature: reason.finalizes ? draft.signature : null,
    signature_name: reason.finalizes ? draft.signatureName : null,
  };
}

/** Another reason, and where it derives to as its text says (S1 §5): what may still be changed below it. */
function chosen(reasons: ClosingForm['reasons'], status: string): Partial<Draft> {
  const reason = reasons.find(({ value }) => String(value) === status);
  return reason?.derives ? { status, derivation: String(reason.derivationType ?? 2) } : { status };
}
