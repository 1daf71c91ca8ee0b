// Where the service worker keeps a build's files, for the worker and for pages that ask whether they are there.

/** A technician's day, a visit's page, and the day's sheet. */
export type ScreenName = 'day' | 'visit' | 'sheet';
/** What files are for: `day` is what it is drawn with, `dialogs` what a person asks for there. */
export type FilesName = ScreenName | 'dialogs';

/** A page's message to the service worker: these files are next. Answered by whether they are there. */
export type FilesWanted = { keepFiles: FilesName };

/** One cache a build: a screen that an earlier build drew goes on with that build's files. */
export const cachePrefix = 'agenda.files.';
export const cacheOf = (build: string): string => `${cachePrefix}${build}`;

/** In a build's cache: the files for this are all there. The day's is the page for a screen that is not kept. */
export const markOf = (name: FilesName): string => `/files-of/${name}`;

/** In a build's cache: all files are there. */
const page = '/sin-conexion.html';

/** Whether a build's files for this are all there. */
export async function hasFilesOf(build: string, name: FilesName): Promise<boolean> {
  const cacheName = cacheOf(build);
  const mark = await caches.match(markOf(name), { cacheName });
  return (mark ?? (await caches.match(page, { cacheName, ignoreSearch: true }))) !== undefined;
}
