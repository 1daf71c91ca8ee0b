import { useEffect, useState } from 'react';

/** What the dispatcher touched; undefined: as the visit has it. */
export type EditDraft = { technicianId?: number | null; slotId?: number; note: string };

/** The visit as it was when the first thing was touched: that one is acted upon. */
export type Base = { version: number; seen: number };

type Held = EditDraft & { base: Base | null };

const blank: Held = { note: '', base: null };
const nameOf = (visitId: number) => `agenda.nota.${visitId}`;

/**
 * What is being edited of a visit. Until something is touched it follows the
 * visit live; from then on it keeps the version that was looked at. The note
 * is kept on the device until it is saved or discarded.
 */
export function useEditDraft(visitId: number, now: Base) {
  const [edited, setEdited] = useState<Held>(blank);
  const [recovered, setRecovered] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once a visit, whatever its version
  useEffect(() => {
    const note = localStorage.getItem(nameOf(visitId)) ?? '';
    setEdited(note ? { note, base: now } : blank);
    setRecovered(note !== '');
  }, [visitId]);

  const { base, ...draft } = edited;
  const dirty = draft.note.trim() !== '' || draft.technicianId !== undefined || draft.slotId !== undefined;
  const change = (part: Partial<EditDraft>) => {
    if (part.note !== undefined) keep(visitId, part.note);
    setEdited((before) => ({ ...before, ...part, base: before.base ?? now }));
  };
  const forget = () => {
    keep(visitId, '');
    setEdited(blank);
    setRecovered(false);
  };
  return {
    draft,
    dirty,
    recovered,
    /** What a save acts upon. */
    base: base ?? now,
    change,
    forget,
    /** The changes since were seen: go on from the visit as it is. */
    rebase: () => setEdited((before) => ({ ...before, base: now })),
  };
}

function keep(visitId: number, note: string) {
  try {
    if (note.trim()) localStorage.setItem(nameOf(visitId), note);
    else localStorage.removeItem(nameOf(visitId));
  } catch {
    // A full or forbidden storage only loses the recovery, not the note.
  }
}
