import { useEffect, useState } from 'react';
import type { Shown } from '../../db/reads/registry.ts';
import type { Found } from '../../db/reads/search/found.ts';
import { readQuestion } from '../../machines/search/question.ts';
import { type AskAnswer, askAddress } from '../data/ask.ts';
import { useRead } from '../data/use-read.ts';

/** Longer than from one key to the next of who types fast, and short of the 150 ms within which results stand (ux.md U44). */
const settleMs = 60;

export type Finding = {
  /** Whether what is typed is enough to ask for. */
  enough: boolean;
  /** The last answer since it was enough: it stays until the next one is there. */
  items: Found[];
  /** Whether `items` answers what is typed. */
  settled: boolean;
  failed: boolean;
  /** Why it was refused. */
  refused: string | null;
  retry(): void;
};

/** What the record has of a text, asked while it is typed. An answer to an earlier text never replaces a later one. */
export function useFindAnything(text: string): Finding {
  const typed = text.trim();
  const enough = readQuestion(typed) !== null;
  const [query, setQuery] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQuery(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = useRead<AskAnswer<'search'>>(
    enough && readQuestion(query) ? askAddress('search', { text: query }) : null,
  );
  const answer = read.state === 'answered' ? read.answer : null;
  const [shown, setShown] = useState<Shown<'search'> | null>(null);
  if (answer?.ok && answer !== shown) setShown(answer);
  // Typed anew, what was found before is of another matter.
  if (!enough && shown) setShown(null);
  return {
    enough,
    items: shown?.items ?? [],
    settled: shown?.text === typed,
    failed: read.state === 'failed',
    refused: answer && !answer.ok ? answer.text : null,
    retry: read.retry,
  };
}
