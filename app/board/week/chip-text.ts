import type { BoardNames } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { isOpen, type VisitFacts } from '../../../machines/visit/facts.ts';
import { statusLabel } from '../../../machines/visit/labels.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { hasWord } from '../../words/has-word.ts';
import { noticeWords } from '../../words/shell/notices-words.ts';

/** What an operation's board names by id. */
export type Names = Record<'technicians' | 'reasons' | 'symptoms' | 'types', Map<number, string>>;

export const namesOf = (names: BoardNames): Names => ({
  technicians: new Map(names.technicians.map(({ id, name }) => [id, name])),
  reasons: new Map(names.reasons.map(({ value, text }) => [value, text])),
  symptoms: new Map([...names.symptoms, ...names.merged.symptoms].map(({ id, text }) => [id, text])),
  types: new Map([...names.orderTypes, ...names.merged.orderTypes].map(({ value, text }) => [value, text])),
});

/** What a visit is for: the symptom, else the kind of its order. */
export const purposeOf = (visit: CalendarVisit, names: Names): string =>
  (visit.symptomId === null ? undefined : names.symptoms.get(visit.symptomId)) ??
  names.types.get(visit.orderType) ??
  '';

export const technicianOf = (visit: CalendarVisit, names: Names): string | null =>
  visit.technicianId === null ? null : (names.technicians.get(visit.technicianId) ?? null);

type Remarkable = VisitFacts & Pick<CalendarVisit, 'confirmed' | 'atHome' | 'runningLate' | 'customerNotice'>;

// What was confirmed is a promise to come: of a closed visit it says nothing.
export const isConfirmed = (visit: Remarkable) => visit.confirmed && isOpen(visit);
// During an upgrade a process of the version before sends rows without it.
export const isLate = (visit: Remarkable) => visit.runningLate != null && isOpen(visit);
export const isAtHome = (visit: Remarkable) => visit.atHome && isOpen(visit);

export const reasonOf = (visit: CalendarVisit, names: Names): string | null =>
  visit.reasonId === null ? null : (names.reasons.get(visit.reasonId) ?? null);

/** What is known of a visit beside who and what: in the card as lines, of the chip in its name. */
export const remarksOf = (visit: Remarkable): string[] =>
  [
    isConfirmed(visit) && boardWords.confirmed,
    isAtHome(visit) && boardWords.atHome,
    isLate(visit) && boardWords.late(visit.runningLate!),
    visit.customerNotice && hasWord(noticeWords, visit.customerNotice)
      ? noticeWords[visit.customerNotice]
      : null,
  ].filter((remark): remark is string => Boolean(remark));

/** All that is known of a visit on the board, in a line. */
export const describe = (visit: CalendarVisit, names: Names): string =>
  [
    `${boardWords.visit(visit.id)}: ${statusLabel(visit, reasonOf(visit, names))}`,
    `OT ${visit.orderNumber}`,
    visit.clientName,
    visit.nodeName,
    technicianOf(visit, names) ?? boardWords.unassigned,
    ...remarksOf(visit),
  ]
    .filter(Boolean)
    .join(' · ');

export const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => part[0])
    .join('')
    .slice(0, 2)
    .toUpperCase();
