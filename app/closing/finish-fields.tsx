import { NativeSelect, Text } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { derivations } from '../../machines/words/labels.ts';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedTextarea } from '../forms/limited-text.tsx';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import { finishWords } from '../words/visit/closing-words.ts';
import type { Draft } from './finish-draft.ts';
import { mayEnter, type Reason } from './finish-input.ts';
import { ItemsField } from './items-field.tsx';
import { groupReasons } from './reason-groups.ts';
import { SignatureField } from './signature-field.tsx';

type Props = {
  form: ClosingForm;
  draft: Draft;
  reason: Reason | undefined;
  /** By the command's names. */
  errors: Record<string, string>;
  change: (part: Partial<Draft>) => void;
  /** Its technician closes it. */
  field: boolean;
  /** The technician has not pressed 'Llegué', which proves a closing for absence. */
  offersArrival: boolean;
  /** Before the signature, with which the customer agrees to all of it. */
  photos: ReactNode;
};

export function FinishFields(props: Props) {
  const { form, draft, reason, errors, change, field, offersArrival, photos } = props;
  return (
    <>
      <ReasonField
        reasons={form.reasons}
        status={draft.status}
        reason={reason}
        change={change}
        error={errors.status}
        offersArrival={offersArrival}
      />
      {reason?.finalizesOrder && (
        <RepairField form={form} draft={draft} change={change} error={errors.repair_code} />
      )}
      {reason?.derives && (
        <NativeSelect
          size="md"
          label={finishWords.derivation}
          value={draft.derivation}
          onChange={(event) => change({ derivation: event.currentTarget.value })}
          error={errors.derivation_type}
          data={Object.entries(derivations).map(([value, label]) => ({ value, label }))}
        />
      )}
      <LimitedTextarea
        size="md"
        label={reason?.cancels ? finishWords.cancelNote : finishWords.note}
        withAsterisk={reason?.cancels}
        autosize
        minRows={2}
        maxRows={6}
        max={textLimits.note}
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
        error={errors.extra_comments}
      />
      {!reason?.cancels && <Items form={form} draft={draft} change={change} />}
      {photos}
      {reason?.finalizes && (
        <SignatureField
          value={draft.signature}
          name={draft.signatureName}
          change={(signature) => change({ signature })}
          changeName={(signatureName) => change({ signatureName })}
          error={errors.signature}
          required={field && reason.needsSignature}
        />
      )}
    </>
  );
}

function ReasonField(props: {
  reasons: Reason[];
  status: string;
  reason: Reason | undefined;
  change: Props['change'];
  error: string | undefined;
  offersArrival: boolean;
}) {
  const { reasons, status, reason, change, error, offersArrival } = props;
  const first = useFocusOnOpening();
  return (
    <NativeSelect
      ref={first}
      size="md"
      label={finishWords.reason}
      withAsterisk
      data-autofocus
      value={status}
      onChange={(event) => change(chosen(reasons, event.currentTarget.value))}
      error={error}
      description={
        reason?.finalizesOrder
          ? finishWords.fulfills
          : offersArrival && reason?.absence
            ? finishWords.arriveFirst
            : undefined
      }
    >
      <option value="">{finishWords.choose}</option>
      {groupReasons(reasons).map((group) => (
        <optgroup key={group.name} label={group.name}>
          {group.reasons.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}

type RepairProps = Pick<Props, 'form' | 'draft' | 'change'> & { error: string | undefined };

const RepairField = ({ form, draft, change, error }: RepairProps) => (
  <NativeSelect
    size="md"
    label={finishWords.repairCode}
    withAsterisk
    value={draft.repairCode}
    onChange={(event) => change({ repairCode: event.currentTarget.value })}
    error={error}
    data={[
      { value: '', label: finishWords.chooseRepair },
      ...form.repairCodes.map(({ code, text }) => ({ value: code, label: text })),
    ]}
  />
);

function Items({ form, draft, change }: Pick<Props, 'form' | 'draft' | 'change'>) {
  if (form.itemsUnknown)
    return (
      <Text size="sm" c="dimmed" role="note">
        {finishWords.itemsUnknown}
      </Text>
    );
  const { haveMaterials, haveLabor } = form.capabilities;
  const off = (kind: 'materials' | 'labors', entered: string | false) =>
    mayEnter(form, kind) ? null : entered || finishWords.itemsNotAllowed;
  return (
    <>
      <ItemsField
        kind="materials"
        catalogue={form.materials}
        items={draft.materials}
        change={(materials) => change({ materials })}
        comments={draft.materialComments}
        changeComments={(materialComments) => change({ materialComments })}
        off={off('materials', haveMaterials && finishWords.haveMaterials)}
      />
      <ItemsField
        kind="labors"
        catalogue={form.labors}
        items={draft.labors}
        change={(labors) => change({ labors })}
        comments={draft.laborComments}
        changeComments={(laborComments) => change({ laborComments })}
        off={off('labors', haveLabor && finishWords.haveLabor)}
      />
    </>
  );
}

/** The dialog opened before its fields were read, and gave the focus to the only thing it had, the way out. */
function useFocusOnOpening(): RefObject<HTMLSelectElement> {
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  return first;
}

/** Another reason, and where it derives to as its text says (S1 §5): what may still be changed below it. */
function chosen(reasons: Reason[], status: string): Partial<Draft> {
  const reason = reasons.find(({ value }) => String(value) === status);
  return reason?.derives ? { status, derivation: String(reason.derivationType ?? 2) } : { status };
}
