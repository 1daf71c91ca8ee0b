import { type CommandName, newKey, sendCommand } from '../data/send-command.ts';
import { showDone, showRefused, showUndoable } from '../ui/toasts/toast.ts';
import { undoWords } from '../words/shell/shell-words.ts';

/**
 * Say that a change was done, with 'Deshacer' while the toast is shown, and Ctrl+Z for as long as it can be undone
 * (ux.md U8, U68).
 * @param key the key under which the command was sent: what is taken back is that very change
 * @param undone called once it was taken back
 */
export const offerUndo = (text: string, visitIds: number[], key: string, undone?: () => void): void =>
  offer(text, { command: 'undoChange', input: { visit_id: visitIds, key }, undone });

/** The same for a zone that was deleted. */
export const offerZoneUndo = (text: string, id: number, key: string): void =>
  offer(text, { command: 'undoZoneDeletion', input: { id, key } });

/** The same for two names that were merged. */
export const offerMergeUndo = (text: string, id: number): void =>
  offer(text, { command: 'undoMerge', input: { id } });

type Undo = { command: CommandName; input: object; undone?: (() => void) | undefined };

/** `undoKey` stays while no answer came: the undoing may have been done already, and is done once. */
function offer(text: string, undo: Undo, undoKey = newKey()) {
  showUndoable(text, async () => {
    const outcome = await sendCommand(undo.command, undo.input, undoKey);
    if (outcome.ok) {
      showDone(undoWords.done);
      undo.undone?.();
    } else if (outcome.status === 0) offer(undoWords.failed, undo, undoKey);
    else showRefused(outcome.text);
  });
}
