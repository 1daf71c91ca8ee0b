import type { CommandName } from '../data/send-command.ts';
import type { useCommandForm } from '../forms/use-command-form.ts';
import { confirm } from '../ui/dialogs/confirm.ts';
import { showDone, showRefused } from '../ui/toasts/toast.ts';
import { setupWords } from '../words/setup/setup-words.ts';

type Options = {
  form: Pick<ReturnType<typeof useCommandForm>, 'send' | 'rebase'>;
  command: CommandName;
  input: () => object;
  /** The code of the refusal for a concurrent change. */
  conflict: string;
  words: { removeTitle: string; remove: string; removed: string; removeFailed: (text: string) => string };
  /** What goes with it. */
  effects: () => string[];
  /** Says that it is done, where it can be taken back; absent: it cannot. */
  offerUndo?: (text: string, key: string) => void;
  removed: () => void;
  reload: () => void;
};

/** Asks whether the thing of a form is to go, with what goes with it, and removes it as it was seen. */
export function useRemoval(options: Options): () => void {
  const { form, command, input, conflict, words, effects, offerUndo, removed, reload } = options;
  const remove = async () => {
    const outcome = await form.send(command, input());
    if (!outcome) return;
    if (outcome.ok) {
      if (offerUndo) offerUndo(words.removed, outcome.key);
      else showDone(words.removed);
      return removed();
    }
    if (outcome.code === conflict) form.rebase();
    showRefused(words.removeFailed(outcome.text || setupWords.noNetwork));
    // Without the permission the screen would be refused whole.
    if (outcome.status !== 403) reload();
  };
  const question = { title: words.removeTitle, confirm: words.remove, cancel: setupWords.back };
  return () => confirm({ ...question, text: effects() }, () => void remove());
}
