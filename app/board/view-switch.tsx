import { SegmentedControl } from '@mantine/core';
import { dayWords as words } from '../words/day.ts';
import { type BoardView, nameOfView } from './board-view.ts';
import { useAddress } from './use-address.ts';

/** The week by slots, a day by technician, or a day on the map. */
export function ViewSwitch({ view }: { view: BoardView }) {
  const { set } = useAddress();
  return (
    <SegmentedControl
      size="xs"
      aria-label={words.view}
      value={view}
      onChange={(value) => set({ vista: nameOfView[value as BoardView], visita: null }, { step: true })}
      data={[
        { value: 'week', label: words.week },
        { value: 'day', label: words.day },
        { value: 'map', label: words.map },
      ]}
    />
  );
}
