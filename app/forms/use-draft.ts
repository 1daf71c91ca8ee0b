import { useEffect, useState } from 'react';

/** The thing as it was when its first field was touched: that one is acted upon. */
export type Base = { version: number; seen: number };

type Held<Fields> = {
  touched: Partial<Fields>;
  base: Base | null;
  /** Saved, but not yet read again by the screen: what was sent, and the version that the screen showed then. */
  settling: { sent: Partial<Fields>; shown: number } | null;
};

/**
 * What is being edited. An untouched field follows the record live; the
 * touched ones stay as typed, whatever others save.
 * @param now the thing's version, and the operation's version that the screen shows
 */
export function useDraft<Fields extends object>(saved: Fields, now: Base) {
  const [{ touched, base, settling }, setHeld] = useState<Held<Fields>>(untouched);
  const changes = differing(touched, saved);
  const dirty = Object.keys(changes).length > 0;
  useEffect(() => {
    // The record may have kept it otherwise than it was typed, trimmed for instance: that is shown from now on.
    if (settling && now.version !== settling.shown)
      setHeld((before) => ({ ...before, touched: differing(before.touched, settling.sent), settling: null }));
  }, [settling, now.version]);
  return {
    fields: { ...saved, ...touched },
    /** The fields that differ from the record. */
    changes,
    dirty,
    /** What a save acts upon. */
    base: (dirty && base) || now,
    /** Saved, and not yet read again by the screen. */
    settling: settling !== null,
    change: (part: Partial<Fields>) =>
      setHeld((before) =>
        dirty
          ? { ...before, touched: { ...before.touched, ...part } }
          : { ...untouched, touched: part, base: now },
      ),
    clear: () => setHeld(untouched),
    /** It was saved as this version: what was typed is shown until the screen has read it. */
    saved: (version: number) =>
      setHeld((before) => ({
        ...before,
        base: { ...now, version },
        settling: { sent: touched, shown: now.version },
      })),
    /** The changes since were seen: go on from the thing as it is. */
    rebase: () => setHeld((before) => ({ ...before, base: now })),
  };
}

const untouched = { touched: {}, base: null, settling: null };

const differing = <Fields extends object>(part: Partial<Fields>, from: Partial<Fields>): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(part).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(from[field as keyof Fields]),
    ),
  ) as Partial<Fields>;
