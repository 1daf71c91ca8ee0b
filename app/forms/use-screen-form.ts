import { type Question, useUnsaved } from '../ui/dialogs/use-unsaved.tsx';
import { setupWords } from '../words/setup/setup-words.ts';
import { type CommandFormOptions, useCommandForm } from './use-command-form.ts';

type Place = { pathname: string; search: string };

type Options<Fields extends object> = CommandFormOptions<Fields> & {
  /** Asked before what was typed is lost. */
  unsaved: Question;
  /** The question that a step within the screen raises, null for none; by default only leaving the screen raises it. */
  ask?: (from: Place, to: Place, fields: Fields) => Question | null;
  /** A thing that does not exist yet is asked about before anything is typed too. */
  asksWhenNew?: boolean;
};

/**
 * The form that a screen is about: leaving the screen with something typed is asked about. What was made is not asked
 * about any more; `pass` lets any other departure go unasked.
 */
export function useScreenForm<Fields extends object>(options: Options<Fields>) {
  const { unsaved, ask, asksWhenNew = false, done, ...common } = options;
  const form = useCommandForm<Fields>({
    ...common,
    done: (answer, sent) => {
      if (form.isNew) pass();
      done?.(answer, sent);
    },
  });
  const { isNew, dirty, fields } = form;
  const pass = useUnsaved(dirty || (isNew && asksWhenNew), unsaved, {
    ...(ask ? { ask: (from, to) => ask(from, to, fields) } : {}),
  });
  return { ...form, pass };
}

/** The question before what was typed is lost, with the answers of every form. */
export const unsavedQuestion = (title: string, text: string): Question => ({
  ...{ title, text },
  leave: setupWords.discard,
  stay: setupWords.stay,
});
