import { useEffect, useRef, useState } from 'react';
import type { VisitChange } from '../../data/week-view.ts';
import type { NewsNames } from './news-text.ts';

const load = () => import('./news-text.ts');
/** What comes within this time is one text. */
const gatherMs = 1_000;

type Props = NewsNames & {
  /** What came last; another list is other news. */
  changes: readonly VisitChange[];
};

/** Live changes are announced politely, at most one text a second, and take no focus (ux.md U38). */
export function News({ changes, names, slots }: Props) {
  const [text, setText] = useState('');
  const gathered = useRef<VisitChange[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const named = useRef({ names, slots });
  named.current = { names, slots };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (changes.length === 0) return;
    gathered.current.push(...changes);
    // Without the part that says it nothing is announced: what is shown is right.
    const say = () =>
      load()
        .then(
          ({ newsText }) => {
            const changed = gathered.current;
            gathered.current = [];
            const next = newsText(changed, named.current);
            if (next) setText(next);
          },
          () => {},
        )
        .finally(() => {
          timer.current = undefined;
        });
    timer.current ??= setTimeout(() => void say(), gatherMs);
  }, [changes]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-news>
      {text}
    </p>
  );
}
