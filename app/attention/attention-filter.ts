import { type AttentionReason, attentionReasons } from '../../machines/attention/attention.ts';
import type { Item } from './attention-list.ts';

/** What of the list is shown; null: all. */
export type AttentionFilter = { operation: string | null; reason: AttentionReason | null };

export const noFilter: AttentionFilter = { operation: null, reason: null };

const keptAs = 'attention.filter';

/** The filter as this browser remembers it. @param scope what the user has by now: another operation or kind is forgotten */
export function readFilter(scope: {
  operations: readonly string[];
  reasons: readonly AttentionReason[];
}): AttentionFilter {
  try {
    const { operation, reason } = JSON.parse(
      window.localStorage.getItem(keptAs) ?? '{}',
    ) as Partial<AttentionFilter>;
    return {
      operation: scope.operations.find((code) => code === operation) ?? null,
      reason: scope.reasons.find((name) => name === reason) ?? null,
    };
  } catch {
    return noFilter;
  }
}

export function writeFilter(filter: AttentionFilter): void {
  try {
    window.localStorage.setItem(keptAs, JSON.stringify(filter));
  } catch {
    // Storage is closed to this site: the filter lasts as long as the page.
  }
}

export const passes = (item: Item, { operation, reason }: AttentionFilter): boolean =>
  (operation === null || item.visit.operation === operation) && (reason === null || item.reason === reason);

export type Group = { reason: AttentionReason; items: Item[] };

/**
 * The items by reason: of today and what is to come, and apart from them those of visits whose day is over.
 *
 * @param today the local day
 */
export function grouped(items: readonly Item[], today: string): { present: Group[]; past: Group[] } {
  const groupsOf = (part: readonly Item[]) =>
    attentionReasons.flatMap((reason) => {
      const own = part.filter((item) => item.reason === reason);
      return own.length > 0 ? [{ reason, items: own }] : [];
    });
  return {
    present: groupsOf(items.filter(({ visit }) => visit.day >= today)),
    past: groupsOf(items.filter(({ visit }) => visit.day < today)),
  };
}
