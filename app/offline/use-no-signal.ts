import { useEffect, useState } from 'react';
import { keepHeader } from '../../machines/wire/screen-headers.ts';
import { catalogueAddress, closingAddress } from '../closing/closing-address.ts';
import { loadFinishDialog } from '../closing/lazy-finish-dialog.tsx';
import { DayKeeper, type Wanted } from './day-keeper.ts';
import { isKept, keepAnswer } from './kept-answers.ts';

type Visit = { id: number; version: number };

/**
 * Keeps what a technician's day may need without a signal, and again what has changed: the closing dialog, what all
 * closing forms offer and each visit's own, and by the service worker the day itself, its sheet and each visit's page.
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
  const [keeper] = useState(() => new DayKeeper());
  const looks = visits === null;
  useEffect(() => {
    if (looks) return;
    const stop = keeper.open();
    navigator.serviceWorker?.addEventListener('controllerchange', keeper.startAnew);
    return () => {
      stop();
      navigator.serviceWorker?.removeEventListener('controllerchange', keeper.startAnew);
    };
  }, [keeper, looks]);
  const day = visits
    ?.map(({ id, version }) => `${id}:${version}`)
    .sort()
    .join(' ');
  useEffect(() => {
    if (day === undefined) return;
    const answer = (address: string, version: string): Wanted => ({
      address,
      version,
      isKept: () => isKept('answers', userId, address, version),
      keep: () => keepAnswer(userId, address, version),
    });
    const screen = (page: string, version: string): Wanted[] =>
      [page, `${page}.data`].map((address) => ({
        address,
        version,
        // It keeps what passes through it, so pages are asked for once it is there, and their build's files are.
        isKept: async () =>
          !navigator.serviceWorker?.controller ||
          (await isInstalling(keeper.startAnew)) ||
          (await isKept('screens', userId, address, version)),
        keep: () => pass(address, version),
      }));
    const ofVisits = day.split(' ').filter(Boolean);
    const idOf = (visit: string) => Number.parseInt(visit, 10);
    keeper.want([
      {
        address: 'closing dialog',
        version: '',
        // The service worker has its files; running them now would only take time.
        isKept: async () => Boolean(navigator.serviceWorker?.controller),
        keep: async () => void (await loadFinishDialog()),
      },
      answer(catalogueAddress, today),
      ...ofVisits.map((visit) => answer(closingAddress(idOf(visit)), visit)),
      ...screen('/tecnico', `${today} ${day}`),
      ...screen(`/tecnico/${encodeURIComponent(name)}/hoja`, `${today} ${day}`),
      ...ofVisits.flatMap((visit) => screen(`/visit/view/${idOf(visit)}/default`, visit)),
    ]);
  }, [keeper, userId, day, today, name]);
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
