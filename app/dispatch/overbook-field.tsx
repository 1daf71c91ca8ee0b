import { Alert } from '@mantine/core';
import { fitText } from '../../machines/calendar/capacity.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { textLimits } from '../../machines/words/text-limits.ts';
import { LimitedInput } from '../forms/limited-text.tsx';
import { dayWords } from '../words/board/day-words.ts';

type Props = {
  left: number;
  count: number;
  reason: string;
  change: (reason: string) => void;
  error: string | null | undefined;
};

/** Going over a slot's capacity: only with a reason, which stays in the visit's history. */
export function OverbookField({ left, count, reason, change, error }: Props) {
  return (
    <Alert color="yellow" variant="light" role="alert">
      {left === 0 ? refuse('slot-full').text : fitText(left, count)}
      <LimitedInput
        mt="xs"
        label={dayWords.overbookReason}
        description={dayWords.overbookHint}
        withAsterisk
        max={textLimits.reason}
        value={reason}
        onChange={(event) => change(event.currentTarget.value)}
        error={error}
      />
    </Alert>
  );
}
