import { NativeSelect } from '@mantine/core';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { rescheduleWords } from '../words/board/dispatch-words.ts';

/** The reasons to reschedule, by who is responsible (contract §3: the cancelling ones with `reschedules`). */
export function ReasonSelect(props: {
  reasons: ClosureReason[];
  value: string;
  change: (value: string) => void;
  error?: string | undefined;
}) {
  const responsible = [...new Set(props.reasons.map((reason) => reason.responsible))];
  return (
    <NativeSelect
      label={rescheduleWords.reason}
      withAsterisk
      value={props.value}
      onChange={(event) => props.change(event.currentTarget.value)}
      error={props.error}
    >
      <option value="">{rescheduleWords.chooseReason}</option>
      {responsible.map((who) => (
        <optgroup
          key={who ?? ''}
          label={(who && rescheduleWords.groups[who]) || rescheduleWords.otherReasons}
        >
          {props.reasons
            .filter((reason) => reason.responsible === who)
            .map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
