import { Alert, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { SerializeFrom } from '@remix-run/node';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { setRetentionInput } from '../../../db/commands/set-retention-input.ts';
import type { RetentionInUse } from '../../../db/reads/retention.ts';
import { type Months, retentionLimits, shortens } from '../../../machines/retention.ts';
import { formatDay, formatInstant, today } from '../../../machines/slots.ts';
import type { WiredAuditRow } from '../../accounts/audit-text.ts';
import { ChangedMeanwhile } from '../../forms/changed-meanwhile.tsx';
import { useDraft } from '../../forms/use-draft.ts';
import { useSend } from '../../forms/use-send.ts';
import { ReasonedButton } from '../../ui/reasoned-button.tsx';
import { Section } from '../../ui/section.tsx';
import { tellDone } from '../../ui/toast.tsx';
import { retentionWords as texts } from '../../words/retention.ts';
import { setupWords } from '../../words/setup.ts';
import { type Effect, foresee } from './foresee.ts';
import styles from './retention.module.css';
import { RetentionLine } from './retention-line.tsx';

type Props = {
  saved: SerializeFrom<RetentionInUse>;
  /** Of every operation of the screen, newest first. */
  history: WiredAuditRow[];
  reload: () => void;
  /** Whether something is chosen that is not saved. */
  onDirty: (operation: string, dirty: boolean) => void;
};

/** For how long one operation keeps its customers' data. What deletes more than before is asked about, with its effect. */
export function RetentionForm({ saved, history, reload, onDirty }: Props) {
  const { operation, name, months: now, forgotten } = saved;
  const title = texts.operation(name, operation);
  /** Null: for ever; what is being typed is a text, or a number out of range. */
  const draft = useDraft<{ months: Months | string }>(
    { months: now },
    { version: now ?? 0, seen: history[0]?.id ?? 0 },
  );
  const { dirty, base, change, clear } = draft;
  const { months: wanted } = draft.fields;
  const seen = base.version || null;
  const form = useRef<HTMLFormElement>(null);
  const { busy: sending, send } = useSend();
  const [counting, setCounting] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [stale, setStale] = useState(false);
  /** It was saved, and the screen has not read it yet. */
  const [settling, setSettling] = useState(false);
  const busy = sending || counting;
  useEffect(() => onDirty(operation, dirty), [operation, dirty, onDirty]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the screen has read what was saved
  useEffect(() => {
    if (!settling) return;
    clear();
    setSettling(false);
    setStale(false);
  }, [saved]);

  const save = async (months: Months, on: Months) => {
    const outcome = await send('setRetention', { subsidiary_id: operation, months, seen_months: on });
    if (!outcome) return;
    if (outcome.ok) {
      tellDone(texts.saved(name, months));
      setStale(false);
      setSettling(true);
      return reload();
    }
    if (outcome.code === 'retention-changed') {
      setStale(true);
      return reload();
    }
    setError(outcome.fields.months ?? null);
    if (!outcome.fields.months) setFailure(texts.failed(outcome.text || setupWords.noNetwork));
  };

  /** Decided on `on`, which is what stands there as far as the screen knows. */
  const go = async (months: Months, on: Months) => {
    if (months === null || !shortens(on, months)) return save(months, on);
    if (counting) return;
    setCounting(true);
    const foreseen = await foresee(operation, months);
    setCounting(false);
    if (foreseen.ok) askFirst(name, months, foreseen, () => void save(months, on));
    else setFailure(texts.notCounted(foreseen.text || setupWords.noNetwork));
  };

  const attempt = (on: Months) => {
    setError(null);
    setFailure(null);
    const checked = setRetentionInput.shape.months.safeParse(wanted);
    if (checked.success) return void go(checked.data, on);
    setError(checked.error.issues[0]!.message);
    form.current?.querySelector<HTMLElement>('[name="months"]')?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dirty) attempt(seen);
  };

  return (
    <Section title={title}>
      <form ref={form} onSubmit={submit} noValidate aria-label={title} className={styles.form}>
        <div className={styles.row}>
          <div className={styles.facts}>
            <Text size="sm">{now === null ? texts.keptForEver : texts.kept(now)}</Text>
            <Text size="xs" c="dimmed">
              {forgotten
                ? texts.forgotten(forgotten.orders, formatInstant(new Date(forgotten.at)))
                : texts.neverForgotten}
            </Text>
          </div>
          <NativeSelect
            name="keep"
            label={texts.keep}
            value={wanted === null ? 'forEver' : 'limited'}
            data={[
              { value: 'forEver', label: texts.forEver },
              { value: 'limited', label: texts.limited },
            ]}
            onChange={(event) => {
              setError(null);
              change({ months: event.currentTarget.value === 'forEver' ? null : (now ?? '') });
            }}
          />
          {wanted !== null && (
            <NumberInput
              name="months"
              label={texts.months}
              placeholder={texts.monthsHint}
              min={retentionLimits.first}
              max={retentionLimits.last}
              clampBehavior="none"
              allowDecimal={false}
              value={wanted}
              error={error}
              onChange={(value) => change({ months: value })}
            />
          )}
          <div className={styles.save}>
            <ReasonedButton type="submit" loading={busy} why={dirty ? null : setupWords.nothing}>
              {texts.save}
            </ReasonedButton>
          </div>
        </div>
        {dirty && !settling && (stale || seen !== now) && (
          <ChangedMeanwhile
            text={stale ? `${setupWords.notSaved} ${texts.changed(now)}` : texts.changed(now)}
            events={history
              .filter((row) => row.id > base.seen && row.subjectName.startsWith(`${operation} `))
              .map((row) => <RetentionLine key={row.id} row={row} />)}
            busy={busy}
            retry={
              stale
                ? () => {
                    draft.rebase();
                    setStale(false);
                    attempt(now);
                  }
                : undefined
            }
          />
        )}
        {failure && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
      </form>
    </Section>
  );
}

/** What nobody can take back is named before it is done. */
const askFirst = (name: string, months: number, { before, orders }: Effect, confirmed: () => void) =>
  modals.openConfirmModal({
    title: texts.question(name, months),
    children: (
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {texts.effect(orders, formatDay(today(new Date(before))))}
        </Text>
        <Text size="sm">{texts.fromThen(months)}</Text>
        <Text size="sm">{texts.irrevocable}</Text>
      </Stack>
    ),
    labels: { confirm: orders === 0 ? texts.confirmNone : texts.confirm, cancel: texts.back },
    confirmProps: { color: 'red' },
    onConfirm: confirmed,
  });
