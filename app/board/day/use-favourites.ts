import { createContext, useCallback, useMemo, useRef, useState } from 'react';
import { mostFavourites } from '../../../machines/access/preferences.ts';
import { useReading } from '../../data/revalidate.ts';
import { newKey, sendCommand } from '../../data/send-command.ts';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { showRefused } from '../../ui/toasts/toast.ts';
import { filterWords as words } from '../../words/board/filter-words.ts';

/** The technicians whom the user has pinned to the top of the day, on every device (ux.md U45). */
export function useFavourites() {
  const { preferences } = useViewer();
  const [ids, setIds] = useState<readonly number[]>(preferences.favourites ?? []);
  const read = useReading();
  const now = useRef(ids);
  const toggle = useCallback(
    (id: number) => {
      const before = now.current;
      const next = before.includes(id) ? before.filter((other) => other !== id) : [...before, id];
      if (next.length > mostFavourites) return showRefused(words.tooManyFavourites);
      now.current = next;
      setIds(next);
      void sendCommand('savePreferences', { favourites: next }, newKey()).then((outcome) => {
        // The day is left and come back to: it begins with what the frame has read.
        if (outcome.ok) return read();
        now.current = before;
        setIds(before);
        showRefused(outcome.text || words.notPinned);
      });
    },
    [read],
  );
  return useMemo(() => ({ favourites: new Set(ids) as ReadonlySet<number>, toggle }), [ids, toggle]);
}

/** For the heads of the rows, each of which has the button. */
export const Favourites = createContext<ReturnType<typeof useFavourites> | null>(null);
