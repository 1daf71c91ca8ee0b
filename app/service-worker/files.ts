import { PrecacheController } from 'workbox-precaching';
import { listBuilds } from './kept-screens.ts';
import type { WorkerEvent } from './worker-scope.ts';

/** This build, and its files that work without a signal (`server/build-service-worker.mjs`). */
declare const BUILD: string;
declare const FILES: { url: string; revision: string | null }[];

/** One cache a build: a screen that an earlier build drew goes on with that build's files. */
const prefix = 'agenda.files.';
const cacheOf = (build: string) => `${prefix}${build}`;

const controller = new PrecacheController({ cacheName: cacheOf(BUILD) });
controller.addToCacheList(FILES);

export const keepFiles = (event: WorkerEvent): Promise<unknown> => controller.install(event as never);
export const hasFilesOf = (build: string): Promise<boolean> => caches.has(cacheOf(build));

/** Files of builds whose screens are no longer kept go. */
export async function dropUnusedFiles(): Promise<void> {
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
  const page = await caches
    .open(cacheOf(BUILD))
    .then((cache) => cache.match('/sin-conexion.html', { ignoreSearch: true }));
  return page ?? Response.error();
}
