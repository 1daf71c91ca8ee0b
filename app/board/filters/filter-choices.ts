import type { VisitFilter } from './visit-filter.ts';

/** What can be chosen. */
export type FilterChoices = {
  filter: VisitFilter;
  technicians: readonly { id: number; name: string }[];
  kinds: readonly { value: number; text: string }[];
  symptoms: readonly { id: number; text: string }[];
  /** How the rows of a day are grouped and ordered; a week has none. */
  rows?: { byZone: boolean; order: string | null };
};
