import { confirm } from '../ui/dialogs/confirm.ts';
import { createWords } from '../words/visit/creation-words.ts';

/** An order that has open visits gets another one on purpose only (S2 §5). */
export const askAboutOpenVisits = (create: () => void): void =>
  confirm(
    {
      title: createWords.confirmTitle,
      text: createWords.confirm,
      confirm: createWords.confirmYes,
      cancel: createWords.confirmNo,
      harmless: true,
    },
    create,
  );
