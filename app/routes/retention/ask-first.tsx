import { Stack, Text } from '@mantine/core';
import { formatDay, today } from '../../../machines/calendar/slots.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { retentionWords as texts } from '../../words/setup/retention-words.ts';
import type { Effect } from './foresee.ts';

/** What cannot be taken back is named before it is done. */
export const askFirst = (name: string, months: number, { before, orders }: Effect, confirmed: () => void) =>
  confirm(
    {
      title: texts.question(name, months),
      text: (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {texts.effect(orders, formatDay(today(new Date(before))))}
          </Text>
          <Text size="sm">{texts.fromThen(months)}</Text>
          <Text size="sm">{texts.irrevocable}</Text>
        </Stack>
      ),
      confirm: orders === 0 ? texts.confirmNone : texts.confirm,
      cancel: texts.back,
    },
    confirmed,
  );
