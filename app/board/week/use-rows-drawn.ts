import { startTransition, useEffect, useState } from 'react';

/** Rows that a screen shows at once; a document is drawn with what can be seen of them. */
const rowsInView = 6;

/**
 * How many rows of the week are drawn: when it first comes one more in each frame, because a phone lays all of them out
 * in a third of a second, in which it answers no press. What comes later is drawn as a whole. It begins
 * with none where the document brought the week.
 *
 * @param ready whether there is a week to draw
 * @param count of its rows
 * @param whole draw all at once: one of its visits or places is to be brought into view
 */
export function useRowsDrawn(ready: boolean, count: number, whole: boolean) {
  const [drawn, setDrawn] = useState(whole ? count : ready ? 0 : 1);
  const more = ready && drawn < count;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row asks for the next
  useEffect(() => {
    if (!more) return;
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn((before) => before + 1)));
    return () => cancelAnimationFrame(frame);
  }, [more, drawn]);
  const [brought] = useState(ready);
  /** `glanced`: so many rows show at least what is seen of them at first. */
  return { drawn: whole || !ready ? count : drawn, glanced: brought ? rowsInView : 0 };
}
