import { useAddress } from '../board/use-address.ts';
import { useLostConnection } from '../data/use-lost-connection.ts';
import { useOnline } from '../ui/hooks/use-online.ts';
import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { PlainButton, PlainNotice } from '../ui/plain/plain.tsx';
import { showRefused } from '../ui/toasts/toast.ts';
import { pendingWords as words } from '../words/board/pending-words.ts';
import { connectionWords, shellWords } from '../words/shell/shell-words.ts';
import styles from './pending-steps.module.css';
import { isPending, type QueuedStep } from './step-queue.ts';
import { useStepQueue, useSteps } from './steps.tsx';

const loadPendingList = () => import('./pending-list.tsx').then((part) => part.PendingList);

/** What was done without a signal: how much waits, and each of it with what can be done; `?pendientes` in the address. */
export function PendingSteps() {
  const queue = useStepQueue();
  const all = useSteps();
  // The list has each until it is answered. The notice does not flash for the first try of a step, except of what only
  // this page has: it is lost with the page.
  const unanswered = all.filter(({ state }) => state !== 'sent');
  const steps = unanswered.filter((step) => isPending(step) || step.unsaved);
  const sendsPhotos = all.some(({ state, step }) => state === 'sending' && step === 'photo');
  const online = useOnline();
  const lostMinutes = useLostConnection();
  const { search, set, shut } = useAddress();
  const opened = new URLSearchParams(search).has('pendientes');
  const close = () => shut({ pendientes: null });
  const failed = () => {
    showRefused(shellWords.noNetwork);
    close();
  };
  const { Part, ready } = useLazyPart(opened, loadPendingList, failed, true);
  const alarms = steps.some(({ state, unsaved }) => state === 'refused' || unsaved);
  const saysLost = noticeOf(steps, online, sendsPhotos) === words.waits;
  if (!queue || (steps.length === 0 && !opened)) return null;
  return (
    <>
      {steps.length > 0 && (
        <PlainNotice tone={alarms ? 'red' : 'yellow'} role="status" className={`${styles.notice} no-print`}>
          <span data-says-lost={saysLost || undefined}>
            {noticeOf(steps, online, sendsPhotos)}
            {saysLost && lostMinutes !== null && ` (${connectionWords.age(lostMinutes)})`}
          </span>
          <PlainButton look="default" size="finger" onClick={() => set({ pendientes: '1' }, { step: true })}>
            {words.title(steps.length)}
          </PlainButton>
        </PlainNotice>
      )}
      {Part && <Part opened={ready && opened} steps={unanswered} close={close} />}
    </>
  );
}

/** The gravest first: a page that is closed loses what the device did not keep. */
function noticeOf(steps: QueuedStep[], online: boolean, sendsPhotos: boolean): string {
  const refused = steps.filter(({ state }) => state === 'refused').length;
  if (steps.some(({ noRoom }) => noRoom)) return words.noRoom;
  if (steps.some(({ unsaved }) => unsaved)) return words.unsaved;
  if (refused > 0) return words.refusedCount(refused);
  if (sendsPhotos) return words.sendsPhotos;
  return online ? words.sends : words.waits;
}
