import { useEffect, useRef } from 'react';
import { rememberedOf } from '../../machines/access/remembered.ts';
import { viewParam } from '../../machines/access/saved-views.ts';
import { newKey, sendCommand } from '../data/send-command.ts';
import { useViewer } from '../routes/signed-in/screen.ts';

/** Longer than a hand takes from one filter to the next. */
const settleMs = 1_000;
/** Of an address that was given: what is chosen on it first is remembered with it. */
const givenMs = 3_000;

/**
 * The board's filters are remembered per user, a moment after they were last changed (ux.md U16). What a saved view
 * shows has a name already: a look at one forgets nothing.
 */
export function useRemembered(board: 'jefetec' | 'calendario', search: string) {
  const now = rememberedOf(search);
  const stored = useRef(rememberedOf(useViewer().preferences[board] ?? ''));
  const given = useRef(now);
  const named = new URLSearchParams(search).has(viewParam);
  useEffect(() => {
    if (named || now === stored.current) return;
    const timer = setTimeout(
      () => {
        stored.current = now;
        void sendCommand('savePreferences', { [board]: now }, newKey());
      },
      now === given.current ? givenMs : settleMs,
    );
    return () => clearTimeout(timer);
  }, [board, now, named]);
}
