import { SegmentedControl } from '@mantine/core';
import { dayWords as words } from '../words/day.ts';
import { useAddress } from './use-address.ts';

/** The week by slots, or a day by technician. */
export function ViewSwitch({ view }: { view: 'week' | 'day' }) {
  const { set } = useAddress();
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.view}
      value={view}
      onChange={(value) => set({ vista: value === 'day' ? 'dia' : null, visita: null }, { step: true })}
      data={[
        { value: 'week', label: words.week },
        { value: 'day', label: words.day },
      ]}
    />
  );
}
