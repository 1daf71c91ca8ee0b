import { useEffect, useReducer, useRef } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { fetchPart } from '../../ui/parts/fetch-part.ts';
import type { FieldMoment, FieldSteps, fieldSteps } from './field-steps.ts';

const loadMachine = () => import('./field-steps.ts');
const loadFieldSteps = () => fetchPart(loadMachine);

// Asked for before the screen is drawn: a signal that is lost a moment later must find it here.
if (typeof document !== 'undefined') loadFieldSteps().catch(() => {});

/** Between two tries to load the machine. */
const loadAgainAfterMs = 2_000;

/** What the server decided, of the visits as it read them. */
export type DrawnSteps = { by: FieldMoment; of: ReadonlyMap<FieldVisit, FieldSteps> };

/**
 * What a technician can do with a visit. The server decides it for what it draws; the machine comes when the page runs
 * (ux.md U54), and decides for what has changed since, also without a signal.
 * @returns null for what has changed before the machine was there
 */
export function useFieldSteps(drawn: DrawnSteps): (visit: FieldVisit, by: FieldMoment) => FieldSteps | null {
  const machine = useRef<typeof fieldSteps | null>(null);
  /** Whether something was drawn without it: only then is it drawn again. */
  const missed = useRef(false);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      loadFieldSteps().then(
        (loaded) => {
          machine.current = loaded.fieldSteps;
          if (!left && missed.current) drawAgain();
        },
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
  return (visit, by) => {
    const drawnSteps = isSame(by, drawn.by) ? drawn.of.get(visit) : undefined;
    if (drawnSteps) return drawnSteps;
    if (machine.current === null) missed.current = true;
    return machine.current?.(visit, by) ?? null;
  };
}

const isSame = (a: FieldMoment, b: FieldMoment): boolean =>
  a.technicianId === b.technicianId &&
  a.currentVisitId === b.currentVisitId &&
  a.departs === b.departs &&
  a.today === b.today;

/** Why a delay cannot be said: in words, which are fetched with the machine. */
export const readNothingToCome = (): Promise<string> =>
  loadFieldSteps().then(({ nothingToCome }) => nothingToCome);
