import type { ReactNode } from 'react';

export type Asked = {
  title: string;
  /** One sentence, several, or what the screen draws. */
  text: string | readonly string[] | ReactNode;
  confirm: string;
  cancel: string;
  /** What cannot be taken back is red. */
  harmless?: boolean;
  /** Called when the question is gone, after a confirmation too. */
  closed?: () => void;
};

export type Question = Asked & { confirmed: () => void };

/** The window's event by which `Confirmations` receives a question. */
export const questionAsked = 'agenda:confirm';

/** Ask before something is done, naming its effect. */
export function confirm(question: Asked, confirmed: () => void) {
  window.dispatchEvent(new CustomEvent<Question>(questionAsked, { detail: { ...question, confirmed } }));
}
