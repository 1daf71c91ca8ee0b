import { type Icon, IconBuilding, IconCalendarEvent, IconClipboardText, IconUser } from '@tabler/icons-react';
import type { Found } from '../../db/reads/search/found.ts';
import { hasWords } from '../../machines/search/fold.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import type { Recent } from './recent-choices.ts';

/** A row of the list. */
export type Choice = {
  /** Unique in the list, and without spaces: the row's id ends in it. */
  id: string;
  Icon?: Icon;
  label: string;
  detail?: string;
  /** The operation's name, where the user has several. */
  operation?: string;
  open(): void;
};
export type Choices = { title: string; choices: Choice[] };

const icons: Record<Found['kind'], Icon> = {
  order: IconClipboardText,
  client: IconUser,
  visit: IconCalendarEvent,
};
export const operationIcon: Icon = IconBuilding;

type Opening = { open: (chosen: Recent) => void; operationName: (code: string) => string | undefined };

/** What was found, by kind: the kind of the best one first, each in the order of the answer. */
export function groupFound(rows: Found[], { open, operationName }: Opening): Choices[] {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    title: paletteWords.groups[kind],
    choices: rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        ...rowOf(row, operationName),
        label: row.title || paletteWords.named[kind](row.number),
        detail: [paletteWords.named[kind](row.number), row.detail].filter(Boolean).join(' · '),
        open: () => open(row),
      })),
  }));
}

export const recentChoices = (recent: Recent[], { open, operationName }: Opening): Choices => ({
  title: paletteWords.recent,
  choices: recent.map((chosen) => {
    const named = paletteWords.named[chosen.kind](chosen.number);
    return {
      ...rowOf(chosen, operationName),
      label: chosen.title ?? named,
      ...(chosen.title ? { detail: named } : {}),
      open: () => open(chosen),
    };
  }),
});

function rowOf({ kind, number, operation }: Recent, operationName: Opening['operationName']) {
  const name = operationName(operation);
  return { id: `${kind}-${number}`, Icon: icons[kind], ...(name ? { operation: name } : {}) };
}

/** Those whose label or code has every word of the text, accents and capitals aside. */
export function matching<Row extends { label: string; code?: string }>(rows: Row[], text: string): Row[] {
  return rows.filter(({ label, code = '' }) => hasWords(`${label} ${code}`, text));
}
