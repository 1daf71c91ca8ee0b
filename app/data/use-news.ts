import type { Changes } from '../../db/feed/changes.ts';
import { useChanges } from './use-changes.ts';

type LookedUp = {
  /** The operation whose news it is; null: nothing is shown. */
  operation: string | null;
  /** The operation's version that what is shown was read at; null: not there yet. */
  version: number | null;
  /** Whether these changes touch what is shown. */
  concerns(changes: Changes): boolean;
  refresh(): void;
};

/** Keep what a dialog looked up right: when something of it changed, it is asked for again. */
export function useNews({ operation, version, concerns, refresh }: LookedUp): void {
  useChanges(operation === null ? [] : [{ operation, version }], {
    apply: (changes) => concerns(changes) && refresh(),
    reload: refresh,
  });
}
