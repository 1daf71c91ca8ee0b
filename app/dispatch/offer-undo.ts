import { type CommandName, newKey, sendCommand } from '../data/send-command.ts';
import { showDone, showRefused, showUndoable } from '../ui/toasts/toast.ts';
import { undoWords } from '../words/shell/shell-words.ts';

/**
 * Say that a change was done, with 'Deshacer' while the toast is shown (ux.md U8).
 * @param key the key under which the command was sent: what is taken back is that very change
 */
export const offerUndo = (text: string, visitIds: number[], key: string): void =>
  offer(text, 'undoChange', { visit_id: visitIds, key }, newKey());

/** The same for a zone that was deleted. */
export const offerZoneUndo = (text: string, id: number, key: string): void =>
  offer(text, 'undoZoneDeletion', { id, key }, newKey());

/** The same for two names that were merged. */
export const offerMergeUndo = (text: string, id: number): void => offer(text, 'undoMerge', { id }, newKey());

/** `undoKey` stays while no answer came: the undoing may have been done already, and is done once. */
function offer(text: string, command: CommandName, input: object, undoKey: string) {
  showUndoable(text, async () => {
    const outcome = await sendCommand(command, input, undoKey);
    if (outcome.ok) showDone(undoWords.done);
    else if (outcome.status === 0) offer(undoWords.failed, command, input, undoKey);
    else showRefused(outcome.text);
  });
}
