import { newKey, sendCommand } from '../command.ts';
import { tellDone, tellRefused, tellUndoable } from '../ui/toast.tsx';
import { words } from '../words.ts';

/**
 * Say that a change was done, with 'Deshacer' while the toast is shown (ux.md U8).
 * @param key the key under which the command was sent: what is taken back is that very change
 */
export function offerUndo(text: string, visitIds: number[], key: string) {
  tellUndoable(text, async () => {
    const outcome = await sendCommand('undo', { visit_id: visitIds, key }, newKey());
    if (outcome.ok) tellDone(words.undo.done);
    else tellRefused(outcome.text || words.undo.failed);
  });
}
