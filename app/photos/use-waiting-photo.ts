import { useEffect, useState } from 'react';
import type { QueuedStep } from '../offline/step-queue.ts';
import { useStepQueue } from '../offline/steps.tsx';

/** The address of a photo that is on this device, for as long as it is shown; null: it is being read, or is gone. */
export function useWaitingPhoto(step: QueuedStep): string | null {
  const queue = useStepQueue();
  const [address, setAddress] = useState<string | null>(null);
  const firstStep = useState(step)[0];
  useEffect(() => {
    let made: string | null = null;
    let left = false;
    const read = queue?.photoOf(firstStep).catch(() => undefined);
    void read?.then((photo) => {
      if (!photo || left) return;
      made = URL.createObjectURL(photo);
      setAddress(made);
    });
    return () => {
      left = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [queue, firstStep]);
  return address;
}
