import { useEffect, useState } from 'react';
import type { PhotoInput } from '../offline/kept-step.ts';
import type { QueuedStep } from '../offline/step-queue.ts';
import { useStepQueue, useSteps } from '../offline/steps.tsx';
import type { ShownPhoto } from './shown-photo.ts';

/** What a photo that is taken is known by, before and after it has arrived. */
export const uploadOf = ({ input }: QueuedStep): string => (input as PhotoInput).upload;

/**
 * A visit's photos from this device: those that wait, and those that were sent while this is shown until `photos` has
 * them, so that none vanishes between the two.
 */
export function useOwnPhotos(visitId: number, photos: readonly ShownPhoto[]): QueuedStep[] {
  const queue = useStepQueue();
  /** By upload; `id` is the one that the server gave it. */
  const [sent, setSent] = useState<ReadonlyMap<string, { step: QueuedStep; id: number }>>(new Map());
  useEffect(
    () =>
      queue?.onOutcome(({ step, outcome }) => {
        if (step.step !== 'photo' || step.visitId !== visitId || !outcome.ok) return;
        const arrived = { step: { ...step, state: 'sent' as const }, id: Number(outcome.data.photo_id) };
        setSent((before) => new Map(before).set(uploadOf(step), arrived));
      }),
    [queue, visitId],
  );
  const waiting = useSteps().filter(
    (step) => step.step === 'photo' && step.visitId === visitId && !sent.has(uploadOf(step)),
  );
  const missing = [...sent.values()].filter(({ id }) => !photos.some((photo) => photo.id === id));
  return [...missing.map(({ step }) => step), ...waiting];
}

/** Called each time that a photo of this visit is no longer waiting on this device. */
export function useOnPhotoSent(visitId: number, read: () => void): void {
  const count = useSteps().filter(
    ({ step, visitId: of, state }) => step === 'photo' && of === visitId && state !== 'sent',
  ).length;
  const [before, setBefore] = useState(count);
  useEffect(() => {
    if (count < before) read();
    setBefore(count);
  }, [count, before, read]);
}
