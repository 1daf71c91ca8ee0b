import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { noteSession } from './session.ts';
import { type QueuedStep, StepQueue } from './step-queue.ts';

const QueueContext = createContext<StepQueue | null>(null);

/** The queue of the technician who is signed in, for the screens below. */
export function StepsProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const [queue] = useState(() => new StepQueue(userId));
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    void noteSession(userId)
      .then(registerServiceWorker)
      .catch(() => {});
  }, [userId]);
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

/** Registers it, and looks for a newer one at each load: the browser itself puts that off while pages keep it busy. */
async function registerServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.register('/service-worker.js');
  if (registration?.active) await registration.update();
}

/** Null: the user is no technician. */
export const useStepQueue = (): StepQueue | null => useContext(QueueContext);

const none: readonly QueuedStep[] = [];
const never = () => () => {};

/** What was pressed and is not answered yet, in order. */
export function useSteps(): readonly QueuedStep[] {
  const queue = useStepQueue();
  return useSyncExternalStore(queue?.subscribe ?? never, queue?.snapshot ?? (() => none), () => none);
}
