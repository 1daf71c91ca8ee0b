import { useEffect, useState } from 'react';
import { shellWords } from '../words/shell.ts';
import { type Question, questionAsked } from './confirm.ts';
import { showRefused } from './toast.ts';
import { useLazyPart } from './use-lazy-part.ts';

const load = () => import('./confirm-dialogs.tsx').then((part) => part.ConfirmDialogs);

/** Where questions are shown; the dialogs are fetched with the first of them. */
export function Confirmations() {
  const [asked, setAsked] = useState<Question[]>([]);
  useEffect(() => {
    const add = (event: Event) => setAsked((all) => [...all, (event as CustomEvent<Question>).detail]);
    window.addEventListener(questionAsked, add);
    return () => window.removeEventListener(questionAsked, add);
  }, []);
  const { Part } = useLazyPart(asked.length > 0, load, () => {
    showRefused(shellWords.noNetwork);
    setAsked([]);
    for (const { closed } of asked) closed?.();
  });
  return Part && <Part asked={asked} />;
}
