import { listBuilds } from './kept-screens.ts';
import type { WorkerScope } from './worker-scope.ts';

/** This build, and its files that work without a signal (`server/build-service-worker.mjs`). */
declare const BUILD: string;
declare const FILES: string[];
/** The page for a screen that is not kept. */
declare const PAGE: string;
declare const self: WorkerScope;

/** One cache a build: a screen that an earlier build drew goes on with that build's files. */
const prefix = 'agenda.files.';
const cacheOf = (build: string) => `${prefix}${build}`;

/** Files asked for side by side: the screen that is open needs connections too. */
const sideBySide = 4;

/**
 * Keeps this build's files; those of an earlier build that are the same are copied. The page comes last, by which they
 * are known to be all there.
 * @throws when one cannot be had; the next try goes on from there
 */
export async function keepFiles(): Promise<void> {
  const cache = await caches.open(cacheOf(BUILD));
  const wanted: string[] = [];
  for (const file of FILES) {
    const kept = await caches.match(file, { ignoreVary: true });
    if (kept) await cache.put(file, kept);
    else wanted.push(file);
  }
  for (let at = 0; at < wanted.length; at += sideBySide)
    await cache.addAll(wanted.slice(at, at + sideBySide));
  await cache.add(PAGE);
}

/** Whether they are all there. */
export async function hasFilesOf(build: string): Promise<boolean> {
  const page = await caches.match(PAGE, { cacheName: cacheOf(build), ignoreSearch: true });
  return page !== undefined;
}

/** Files of builds whose screens are no longer kept go, but for those that a newer worker is fetching. */
export async function dropUnusedFiles(): Promise<void> {
  if (self.registration.installing || self.registration.waiting) return;
  const used = new Set([BUILD, ...(await listBuilds())].map(cacheOf));
  for (const name of await caches.keys())
    if (name.startsWith(prefix) && !used.has(name)) await caches.delete(name);
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
  const page = await caches.match(PAGE, { cacheName: cacheOf(BUILD) });
  return page ?? Response.error();
}
