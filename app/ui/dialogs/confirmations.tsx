import { useEffect, useState } from 'react';
import { shellWords } from '../../words/shell/shell-words.ts';
import { useLazyPart } from '../parts/use-lazy-part.ts';
import { showRefused } from '../toasts/toast.ts';
import { type Question, questionAsked } from './confirm.ts';

const load = () => import('./confirm-dialogs.tsx').then((part) => part.ConfirmDialogs);

/** Where questions are shown; the dialogs are fetched with the first of them. */
export function Confirmations() {
  const [questions, setQuestions] = useState<Question[]>([]);
  useEffect(() => {
    const add = (event: Event) => setQuestions((all) => [...all, (event as CustomEvent<Question>).detail]);
    window.addEventListener(questionAsked, add);
    return () => window.removeEventListener(questionAsked, add);
  }, []);
  const { Part } = useLazyPart(questions.length > 0, load, () => {
    showRefused(shellWords.noNetwork);
    setQuestions([]);
    for (const { closed } of questions) closed?.();
  });
  return Part && <Part questions={questions} />;
}
