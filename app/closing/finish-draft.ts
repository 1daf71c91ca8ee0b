import { useCallback, useEffect, useState } from 'react';
import { statusIds } from '../../machines/visit/facts.ts';

export type DraftItem = { code: string; name: string; amount: string };

/** What is typed into the closing form, as text. */
export type Draft = {
  status: string;
  repairCode: string;
  derivation: string;
  note: string;
  materials: DraftItem[];
  labors: DraftItem[];
  materialComments: string;
  laborComments: string;
  signature: string | null;
  signatureName: string;
};

/** S1 §4, §9: the default reason is 6, the default derivation Contratista. */
const blank: Draft = {
  status: String(statusIds.concluded),
  repairCode: '',
  derivation: '2',
  note: '',
  materials: [],
  labors: [],
  materialComments: '',
  laborComments: '',
  signature: null,
  signatureName: '',
};

const nameOf = (visitId: number) => `agenda.cierre.${visitId}`;

/** The visit is closed. */
export const forgetDraft = (visitId: number): void => localStorage.removeItem(nameOf(visitId));

/** The form survives a reload and a lost connection: every change is kept on the device until the visit is closed. */
export function useDraft(visitId: number) {
  const [draft, setDraft] = useState<Draft>(blank);
  const [recovered, setRecovered] = useState(false);
  useEffect(() => {
    const stored = readDraft(visitId);
    if (!stored) return;
    setDraft(stored);
    setRecovered(true);
  }, [visitId]);
  const change = useCallback(
    (part: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...part };
        try {
          localStorage.setItem(nameOf(visitId), JSON.stringify(next));
        } catch {
          // A full or forbidden storage only loses the recovery, not the form.
        }
        return next;
      }),
    [visitId],
  );
  const forget = useCallback(() => forgetDraft(visitId), [visitId]);
  return { draft, change, forget, recovered };
}

function readDraft(visitId: number): Draft | null {
  try {
    const text = localStorage.getItem(nameOf(visitId));
    return text ? { ...blank, ...(JSON.parse(text) as Partial<Draft>) } : null;
  } catch {
    return null;
  }
}
