import { useEffect, useState } from 'react';
import { keepHeader } from '../../machines/wire/screen-headers.ts';
import { catalogueAddress, closingAddress } from '../closing/closing-address.ts';
import { loadFinishDialog } from '../closing/lazy-finish-dialog.tsx';
import { DayKeeper, type Wanted } from './day-keeper.ts';
import { isKept, keepAnswer } from './kept-answers.ts';
import { type FilesName, type FilesWanted, hasFilesOf, type ScreenName } from './kept-files.ts';

type Visit = { id: number; version: number };

/**
 * Keeps what a technician's day may need without a signal, and again what has changed. First what a day cannot do
 * without: the day itself, what all closing forms offer, the dialogs' files and each visit's own form; then, by the service
 * worker, the other screens' files, the day's sheet and each visit's page.
 * @param visits null: another technician's day, to look at
 * @param today the screens' day, with which they change
 * @param name of the technician, for the address of the sheet
 * @returns what knows how far it is
 */
export function useNoSignal(
  userId: number,
  visits: readonly Visit[] | null,
  today: string,
  name: string,
): DayKeeper {
  const [keeper] = useState(() => new DayKeeper());
  const looks = visits === null;
  useEffect(() => {
    if (looks) return;
    const stop = keeper.open();
    const follow = (event: MouseEvent) => followByDocument(event, keeper);
    window.addEventListener('click', follow, { capture: true });
    navigator.serviceWorker?.addEventListener('controllerchange', keeper.startAnew);
    return () => {
      stop();
      window.removeEventListener('click', follow, { capture: true });
      navigator.serviceWorker?.removeEventListener('controllerchange', keeper.startAnew);
    };
  }, [keeper, looks]);
  const day = visits
    ?.map(({ id, version }) => `${id}:${version}`)
    .sort()
    .join(' ');
  useEffect(() => {
    if (day === undefined) return;
    const answer = (address: string, version: string, needed: 'closing' | 'items'): Wanted => ({
      address,
      version,
      isKept: () => isKept('answers', userId, address, version),
      keep: () => keepAnswer(userId, address, version),
      needed: { for: needed, isThere: () => isKept('answers', userId, address) },
    });
    const screen = (of: ScreenName, page: string, version: string): Wanted[] =>
      [page, `${page}.data`].map((address) => ({
        address,
        version,
        canBeKept: () => hasFiles(of),
        isKept: () => isKept('screens', userId, address, version),
        keep: () => pass(address, version),
      }));
    const [document, data] = screen('day', '/tecnico', `${today} ${day}`) as [Wanted, Wanted];
    const ofVisits = day.split(' ').filter(Boolean);
    const idOf = (visit: string) => Number.parseInt(visit, 10);
    const sheet = `/tecnico/${encodeURIComponent(name)}/hoja`;
    keeper.want([
      { ...document, needed: { for: 'day', isThere: () => comes(() => isDayThere(userId)) } },
      answer(catalogueAddress, today, 'closing'),
      { ...files('dialogs'), needed: { for: 'closing', isThere: () => hasFiles('dialogs') } },
      ...ofVisits.map((visit) => answer(closingAddress(idOf(visit)), visit, 'items')),
      data,
      closingDialog,
      files('visit'),
      files('sheet'),
      ...screen('sheet', sheet, `${today} ${day}`),
      ...ofVisits.flatMap((visit) => screen('visit', `/visit/view/${idOf(visit)}/default`, visit)),
    ]);
  }, [keeper, userId, day, today, name]);
  return keeper;
}

const build = () => window.__remixManifest.version;

/** Whether the service worker has these files: it keeps a screen that passes through it once it has that screen's. */
const hasFiles = async (name: FilesName): Promise<boolean> =>
  Boolean(navigator.serviceWorker?.controller) && hasFilesOf(build(), name);

const isDayThere = async (userId: number): Promise<boolean> =>
  (await hasFiles('day')) && isKept('screens', userId, '/tecnico');

/** The service worker keeps a screen a moment after its page was answered. */
async function comes(isThere: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 10; tries++) {
    if (await isThere()) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}

const closingDialog: Wanted = {
  address: 'closing dialog',
  version: '',
  // The service worker has its files; running them now would only take time.
  isKept: async () => Boolean(navigator.serviceWorker?.controller),
  keep: async () => void (await loadFinishDialog()),
};

/** A service worker that was ended in the middle does not answer. */
const workerAnswersMs = 60_000;

/** Files that the service worker fetches when it is asked to: the day's it has from the beginning. */
const files = (name: FilesName): Wanted => ({
  address: `files: ${name}`,
  version: '',
  canBeKept: () => hasFiles('day'),
  isKept: () => hasFiles(name),
  async keep() {
    const registration = await navigator.serviceWorker.getRegistration();
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<boolean>((done) => {
      port1.onmessage = ({ data }) => done(data as boolean);
      setTimeout(() => done(false), workerAnswersMs);
    });
    const request: FilesWanted = { keepFiles: name };
    (registration?.waiting ?? registration?.active)?.postMessage(request, [port2]);
    const succeeded = await answered;
    port1.close();
    if (!succeeded) throw new Error(`files not kept: ${name}`);
  },
});

/** Read to its end, so that the request is over. */
async function pass(address: string, version: string): Promise<void> {
  const answer = await fetch(address, { headers: { [keepHeader]: version } });
  await answer.text();
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
}

/** Without a signal, a link to a screen that is not kept is left to the browser: the service worker says what it needs. */
function followByDocument(event: MouseEvent, keeper: DayKeeper): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || navigator.onLine || link.origin !== location.origin) return;
  if (link.pathname !== location.pathname && !keeper.has(`${link.pathname}.data`)) event.stopPropagation();
}
