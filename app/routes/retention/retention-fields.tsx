import { NativeSelect, NumberInput, Text } from '@mantine/core';
import type { SerializeFrom } from '@remix-run/node';
import type { RetentionInUse } from '../../../db/reads/settings/retention.ts';
import { type Months, retentionLimits } from '../../../machines/access/retention.ts';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import { retentionWords as texts } from '../../words/setup/retention-words.ts';
import styles from './retention.module.css';

/** Null: for ever; what is being typed is a text, or a number out of range. */
export type Fields = { months: Months | string };
type Props = {
  saved: SerializeFrom<RetentionInUse>;
  form: ReturnType<typeof useCommandForm<Fields>>;
};

/** What an operation keeps now, and for how long it is to keep it. */
export function RetentionFields({ saved: { months: now, forgotten }, form }: Props) {
  const months = form.fields.months;
  return (
    <>
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
        value={months === null ? 'forEver' : 'limited'}
        data={[
          { value: 'forEver', label: texts.forEver },
          { value: 'limited', label: texts.limited },
        ]}
        onChange={(event) =>
          form.change({ months: event.currentTarget.value === 'forEver' ? null : (now ?? '') })
        }
      />
      {months !== null && (
        <NumberInput
          name="months"
          label={texts.months}
          placeholder={texts.monthsHint}
          min={retentionLimits.first}
          max={retentionLimits.last}
          clampBehavior="none"
          allowDecimal={false}
          {...form.value('months')}
          value={months}
        />
      )}
    </>
  );
}
