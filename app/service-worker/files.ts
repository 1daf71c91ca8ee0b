import { cacheOf, cachePrefix, type FilesName, markOf } from '../offline/kept-files.ts';
import { listBuilds } from './kept-screens.ts';
import type { WorkerScope } from './worker-scope.ts';

/** This build, and its files that are wanted without a signal (`server/build-service-worker.mjs`). */
declare const BUILD: string;
declare const FILES: Record<FilesName, string[]>;
/** The page for a screen that is not kept. */
declare const PAGE: string;
declare const self: WorkerScope;

/** Files asked for side by side: the screen that is open needs connections too. */
const sideBySide = 4;

/** What is kept after the day's. */
const others = ['dialogs', 'visit', 'sheet'] as const;

/**
 * Keeps what the day is drawn with: from then on it opens without a signal. A phone that has an earlier build waits for
 * all the others too: until then it works with that one.
 * @throws when one cannot be had; the next try goes on from there
 */
export async function keepFirstFiles(): Promise<void> {
  const names = await caches.keys();
  await keepFilesOf('day');
  const hasEarlier = names.some((name) => name.startsWith(cachePrefix) && name !== cacheOf(BUILD));
  if (hasEarlier) for (const name of others) await keepFilesOf(name);
}

/**
 * Keeps this build's files for this; those that are kept for something else, or for an earlier build, are copied.
 * @throws when one cannot be had; the next try goes on from there
 */
export async function keepFilesOf(name: FilesName): Promise<void> {
  const cache = await caches.open(cacheOf(BUILD));
  if (await cache.match(markOf(name))) return;
  const missing: string[] = [];
  for (const file of FILES[name]) {
    if (await cache.match(file, { ignoreVary: true })) continue;
    const cached = await caches.match(file, { ignoreVary: true });
    if (cached) await cache.put(file, cached);
    else missing.push(file);
  }
  const fetchOn = async () => {
    for (let file = missing.shift(); file; file = missing.shift()) await cache.add(file);
  };
  await Promise.all(Array.from({ length: sideBySide }, fetchOn));
  await cache.put(markOf(name), name === 'day' ? await fetchPage() : new Response(''));
  // By this a worker of a version before knows that they are all there.
  const marks = await Promise.all(others.map((other) => cache.match(markOf(other))));
  if (marks.every(Boolean)) await cache.put(PAGE, (await cache.match(markOf('day'))) ?? (await fetchPage()));
}

async function fetchPage(): Promise<Response> {
  const page = await fetch(PAGE);
  if (!page.ok) throw new Error(`${PAGE}: ${page.status}`);
  return page;
}

/** Files of builds whose screens are no longer kept go, but for those that a newer worker is fetching. */
export async function dropUnusedFiles(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return;
  const used = new Set([BUILD, ...(await listBuilds())].map(cacheOf));
  for (const name of await caches.keys())
    if (name.startsWith(cachePrefix) && !used.has(name)) await caches.delete(name);
}

/** A file's name changes with what it holds, so any build's copy of it is right. */
export const isFile = ({ url }: Request): boolean => {
  const { origin, pathname } = new URL(url);
  return origin === location.origin && pathname.startsWith('/assets/');
};

export const answerFile = async (request: Request): Promise<Response> =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);

/** A page of one sentence, for a screen that is not kept. */
export async function needsConnection(): Promise<Response> {
  const page = await caches.match(markOf('day'), { cacheName: cacheOf(BUILD) });
  return page ?? Response.error();
}
