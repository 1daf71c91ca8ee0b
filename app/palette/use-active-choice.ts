import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Choice } from './choices.ts';

/**
 * Which row the keys act on: the first one until another is chosen, as the ARIA pattern of a combobox with a list asks.
 * @param settled whether the rows answer what is typed: until then Enter waits, so that it never opens what an earlier text found
 */
export function useActiveChoice(
  choices: Choice[],
  { typed, settled, choose }: { typed: string; settled: boolean; choose: (choice: Choice) => void },
) {
  const [chosen, setChosen] = useState({ typed, id: '' });
  const [entered, setEntered] = useState<string | null>(null);
  const at = chosen.typed === typed ? choices.findIndex(({ id }) => id === chosen.id) : -1;
  const active = choices[Math.max(at, 0)];
  const point = (choice: Choice | undefined) => choice && setChosen({ typed, id: choice.id });

  const latest = useRef(choose);
  latest.current = choose;
  const waits = entered === typed && settled;
  useEffect(() => {
    if (!waits) return;
    setEntered(null);
    if (active) latest.current(active);
  }, [waits, active]);

  const onKeyDown = (event: KeyboardEvent) => {
    // An accent or a character that is still being composed.
    if (event.nativeEvent.isComposing) return;
    const step = new Map([
      ['ArrowDown', 1],
      ['ArrowUp', -1],
    ]).get(event.key);
    if (step && choices.length > 0) {
      event.preventDefault();
      setEntered(null);
      point(choices[(Math.max(at, 0) + step + choices.length) % choices.length]);
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // A row that was pointed at is meant whatever else is found.
    if (!settled && at < 0) setEntered(typed);
    else if (active) choose(active);
  };
  return { active, onKeyDown };
}
