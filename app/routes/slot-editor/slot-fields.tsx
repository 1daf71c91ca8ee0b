import { Badge, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import type { RefObject } from 'react';
import { slotHours } from '../../../machines/calendar/slots.ts';
import type { useCommandForm } from '../../forms/use-command-form.ts';
import styles from '../../setup/setup.module.css';
import { slotEditorWords as words } from '../../words/slot-editor.ts';
import type { Fields } from './slot-input.ts';

type Props = {
  form: ReturnType<typeof useCommandForm<Fields>>;
  /** The field that has the focus when the panel opens. */
  first: RefObject<HTMLInputElement>;
};

const hours = Array.from({ length: slotHours.last - slotHours.first + 1 }, (_, i) => slotHours.first + i);
const hourOptions = hours.map((hour) => ({ value: String(hour), label: words.hour(hour) }));

/** A slot's name, hours, and whether it is in use. */
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
        <TextInput label={words.name} maxLength={80} ref={first} {...form.text('name')} />
        <NativeSelect label={words.from} {...hour('fromHour')} />
        <NativeSelect label={words.to} {...hour('toHour')} />
      </div>
    </>
  );
}
