import { Badge, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { slotHours } from '../../../machines/calendar/slots.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import styles from '../../setup/setup.module.css';
import { slotEditorWords as words } from '../../words/setup/slot-editor-words.ts';
import type { Fields } from './slot-input.ts';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  /** The field that has the focus when the panel opens. */
  first: RefObject<HTMLInputElement>;
};

const hours = Array.from({ length: slotHours.last - slotHours.first + 1 }, (_, i) => slotHours.first + i);
const hourOptions = hours.map((hour) => ({ value: String(hour), label: words.hour(hour) }));

/** A slot's name, hours, capacity, and whether it is in use. */
export function SlotFields({ form, first }: Props) {
  const hour = (field: 'fromHour' | 'toHour') => ({
    ...form.text(field),
    data: hourOptions,
    value: String(form.fields[field]),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.change({ [field]: Number(event.currentTarget.value) }),
  });
  return (
    <>
      <Group gap="sm">
        <Checkbox label={words.enabled} {...form.check('enabled')} />
        {(form.isNew || form.dirty) && (
          <Badge color="orange" variant="light" autoContrast>
            {words.unconfirmed}
          </Badge>
        )}
      </Group>
      <div className={styles.fields}>
        <LimitedInput label={words.name} max={textLimits.settingName} ref={first} {...form.text('name')} />
        <NativeSelect label={words.from} {...hour('fromHour')} />
        <NativeSelect label={words.to} {...hour('toHour')} />
        <TextInput
          label={words.capacity}
          description={words.capacityHint}
          placeholder={words.anyCapacity}
          inputMode="numeric"
          maxLength={3}
          {...form.text('capacity')}
        />
      </div>
      <Weekdays form={form} />
    </>
  );
}

/** A capacity of its own for a day of the week: closed until one is wanted. */
function Weekdays({ form }: Pick<Props, 'form'>) {
  const values = form.fields.weekdays.split(',');
  const error = Object.entries(form.errors).find(([name]) => name.startsWith('capacity_by_weekday'))?.[1];
  const put = (at: number, value: string) =>
    form.change({
      weekdays: values.map((old, index) => (index === at ? value.replaceAll(',', '') : old)).join(),
    });
  return (
    <details open={values.some(Boolean) || error !== undefined || undefined}>
      <summary>{words.weekdays}</summary>
      <p className={styles.hint}>{words.weekdaysHint}</p>
      <div className={styles.weekdays}>
        {words.weekday.map((name, index) => (
          <TextInput
            key={name}
            label={name}
            size="xs"
            inputMode="numeric"
            maxLength={3}
            value={values[index] ?? ''}
            onChange={(event) => put(index, event.currentTarget.value)}
          />
        ))}
      </div>
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </details>
  );
}
