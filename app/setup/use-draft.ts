import { useState } from 'react';

/** The thing as it was when its first field was touched: that one is acted upon. */
export type Base = { version: number; seen: number };

/**
 * What is being edited. A field that nobody touched follows the record live; the
 * touched ones stay as they were typed, over whatever others save meanwhile.
 * @param now the thing's version, and the operation's version that the screen shows
 */
export function useDraft<Fields extends object>(saved: Fields, now: Base) {
  const [held, setHeld] = useState<{ touched: Partial<Fields>; base: Base | null }>(untouched);
  const { touched, base } = held;
  const changes = Object.fromEntries(
    Object.entries(touched).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(saved[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
  const dirty = Object.keys(changes).length > 0;
  return {
    fields: { ...saved, ...touched },
    /** The fields that differ from the record. */
    changes,
    dirty,
    /** What a save acts upon. */
    base: (dirty && base) || now,
    change: (part: Partial<Fields>) =>
      setHeld(dirty ? { touched: { ...touched, ...part }, base } : { touched: part, base: now }),
    clear: () => setHeld(untouched),
    /** It was saved as this version: what was typed is shown until the screen has read it. */
    saved: (version: number) => setHeld({ touched, base: { ...now, version } }),
    /** The changes since were seen: go on from the thing as it is. */
    rebase: () => setHeld({ touched, base: now }),
  };
}

const untouched = { touched: {}, base: null };
