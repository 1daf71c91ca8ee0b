import { PlainChoice } from '../ui/plain/plain-choice.tsx';
import { dayWords as words } from '../words/board/day-words.ts';
import { type BoardView, nameOfView } from './board-view.ts';
import { useAddress } from './use-address.ts';

/** The week by slots, a day by technician, or a day on the map. */
export function ViewSwitch({ view }: { view: BoardView }) {
  const { set } = useAddress();
  return (
    <PlainChoice
      size="small"
      label={words.view}
      value={view}
      choose={(value) => set({ vista: nameOfView[value], visita: null }, { step: true })}
      choices={[
        { value: 'week', text: words.week },
        { value: 'day', text: words.day },
        { value: 'map', text: words.map },
      ]}
    />
  );
}
