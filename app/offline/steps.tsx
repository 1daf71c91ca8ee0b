import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { takeOver } from '../../machines/wire/screen-headers.ts';
import { noteSession } from './session.ts';
import { noSteps, type QueuedStep, StepQueue } from './step-queue.ts';
import { inTime } from './time-limit.ts';

const QueueContext = createContext<StepQueue | null>(null);

/** The queue of the technician who is signed in, for the screens below. */
export function StepsProvider({ userId, children }: { userId: number; children: ReactNode }) {
  const [queue] = useState(() => new StepQueue(userId));
  useEffect(() => queue.open(), [queue]);
  useEffect(() => {
    void inTime(noteSession(userId), 'writing')
      .catch(() => {})
      .then(() => navigator.serviceWorker?.register('/service-worker.js'))
      .catch(() => {});
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') void letNewerWorkerTakeOver();
    };
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [userId]);
  return <QueueContext.Provider value={queue}>{children}</QueueContext.Provider>;
}

/**
 * While the phone is put aside: a page that is navigated to at the moment in which one service worker takes the place
 * of another may wait for ever. Until then, or until the app is closed, the former goes on with the newer files.
 */
async function letNewerWorkerTakeOver(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.waiting?.postMessage(takeOver);
}

/** Null: the user is no technician. */
export const useStepQueue = (): StepQueue | null => useContext(QueueContext);

const never = () => () => {};
const readNone = () => noSteps;

/** What was pressed and is not answered yet, in order. */
export function useSteps(): readonly QueuedStep[] {
  const queue = useStepQueue();
  return useSyncExternalStore(queue?.subscribe ?? never, queue?.snapshot ?? readNone, readNone);
}
