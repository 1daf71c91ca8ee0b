import { useEffect, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import type { FieldMoment, FieldSteps, fieldSteps } from './field-steps.ts';

const loadFieldSteps = () => import('./field-steps.ts');

/** Between two tries to load the machine. */
const loadAgainAfterMs = 2_000;

/**
 * What a technician can do with a visit. The server decides it for the visits that it draws, and the machine comes
 * when the page runs (ux.md U54): it decides for every visit that changes, also without a signal.
 * @param drawn the server's decisions, for the visits as it read them
 * @returns null for a visit that has changed before the machine was there
 */
export function useFieldSteps(
  drawn: ReadonlyMap<FieldVisit, FieldSteps>,
): (visit: FieldVisit, by: FieldMoment) => FieldSteps | null {
  const [decide, setDecide] = useState<typeof fieldSteps | null>(null);
  useEffect(() => {
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadFieldSteps().then(
        (machine) => left || setDecide(() => machine.fieldSteps),
        () => {
          if (!left) again = setTimeout(load, loadAgainAfterMs);
        },
      );
    void load();
    return () => {
      left = true;
      clearTimeout(again);
    };
  }, []);
  return decide ?? ((visit) => drawn.get(visit) ?? null);
}

/** Why a delay cannot be said: in words, which are fetched with the machine. */
export const readNothingToCome = (): Promise<string> =>
  loadFieldSteps().then(({ nothingToCome }) => nothingToCome);
