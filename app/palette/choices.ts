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

type Opening = { open: (one: Recent) => void; operationName: (code: string) => string | undefined };

/** What was found, by kind: the kind of the best one first, each in the order of the answer. */
export function groupFound(found: Found[], { open, operationName }: Opening): Choices[] {
  const kinds = [...new Set(found.map(({ kind }) => kind))];
  return kinds.map((kind) => ({
    title: paletteWords.groups[kind],
    choices: found
      .filter((one) => one.kind === kind)
      .map((one) => ({
        ...rowOf(one, operationName),
        label: one.title || paletteWords.named[kind](one.number),
        detail: [paletteWords.named[kind](one.number), one.detail].filter(Boolean).join(' · '),
        open: () => open(one),
      })),
  }));
}

export const recentChoices = (recent: Recent[], { open, operationName }: Opening): Choices => ({
  title: paletteWords.recent,
  choices: recent.map((one) => {
    const named = paletteWords.named[one.kind](one.number);
    return {
      ...rowOf(one, operationName),
      label: one.title ?? named,
      ...(one.title ? { detail: named } : {}),
      open: () => open(one),
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
