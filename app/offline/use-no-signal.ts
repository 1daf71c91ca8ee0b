import { useEffect, useRef } from 'react';
import { keepHeader } from '../../machines/wire/screen-headers.ts';
import { closingAddress } from '../closing/closing-address.ts';
import { loadFinishDialog } from '../closing/lazy-finish-dialog.tsx';
import { isKept, keepAnswer } from './kept-answers.ts';

/** After the screen is useful, and before it is left. */
const idleMs = 3_000;

type Visit = { id: number; version: number };

/**
 * Fetches what a technician's day may need without a signal, and again what has changed: the closing dialog and each
 * visit's form, and by the service worker the day itself, its sheet and each visit's page.
 * @param visits null: another technician's day, to look at
 * @param today the screens' day, with which they change
 * @param name of the technician, for the address of the sheet
 */
export function useNoSignal(
  userId: number,
  visits: readonly Visit[] | null,
  today: string,
  name: string,
): void {
  /** What this tab has fetched: addresses, and for which version of what they show. */
  const fetched = useRef(new Map<string, string>());
  const day = visits
    ?.map(({ id, version }) => `${id}:${version}`)
    .sort()
    .join(' ');
  useEffect(() => {
    if (day === undefined) return;
    let left = false;
    const isNew = (address: string, version: string) => {
      if (left || fetched.current.get(address) === version) return false;
      fetched.current.set(address, version);
      return true;
    };
    const ofVisits = day.split(' ').filter(Boolean);
    const keepForms = async () => {
      // The service worker has its files; running them now would only take time.
      if (!navigator.serviceWorker?.controller) loadFinishDialog().catch(() => {});
      for (const visit of ofVisits) {
        const address = closingAddress(Number.parseInt(visit, 10));
        if (isNew(address, visit) && !(await isKept('answers', userId, address, visit)))
          await keepAnswer(userId, address, visit);
      }
    };
    const keepScreens = async () => {
      // It keeps what passes through it, so the pages are asked for once it is there, and their build's files are.
      if (!navigator.serviceWorker?.controller || (await isInstalling(again))) return;
      const sheet = `/tecnico/${encodeURIComponent(name)}/hoja`;
      const pages = [
        ['/tecnico', `${today} ${day}`],
        [sheet, `${today} ${day}`],
        ...ofVisits.map((visit) => [`/visit/view/${Number.parseInt(visit, 10)}/default`, visit]),
      ] as [string, string][];
      for (const [page, version] of pages)
        for (const address of [page, `${page}.data`])
          if (isNew(address, version) && !(await isKept('screens', userId, address, version)))
            await pass(address, version).catch(() => fetched.current.delete(address));
    };
    const keep = () => void keepForms().then(keepScreens);
    let timer = setTimeout(keep, idleMs);
    const again = () => {
      fetched.current.clear();
      clearTimeout(timer);
      timer = setTimeout(keep, idleMs);
    };
    navigator.serviceWorker?.addEventListener('controllerchange', again);
    return () => {
      left = true;
      clearTimeout(timer);
      navigator.serviceWorker?.removeEventListener('controllerchange', again);
    };
  }, [userId, day, today, name]);
}

/** Whether a newer service worker is fetching its build's files. @param ended called when it is not any more */
async function isInstalling(ended: () => void): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.installing?.addEventListener('statechange', ended, { once: true });
  return Boolean(registration?.installing);
}

/** Read to its end, so that the request is over. */
async function pass(address: string, version: string): Promise<void> {
  const answer = await fetch(address, { headers: { [keepHeader]: version } });
  await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
}
