import { buildHeader, keepHeader, userHeader } from '../../machines/wire/screen-headers.ts';
import type { KeptScreen } from '../offline/database.ts';
import { hasFilesOf, type ScreenName } from '../offline/kept-files.ts';
import { readSession } from '../offline/session.ts';
import { dropUnusedFiles, needsConnection } from './files.ts';
import { findScreen, keepScreen } from './kept-screens.ts';
import type { FetchEvent } from './worker-scope.ts';

/** Without an answer for so long what was kept is shown, if anything is. */
const slowAfterMs = 4_000;

/** The screens of the day, as documents and as data. */
const screens: [ScreenName, RegExp][] = [
  ['day', /^\/tecnico(\.data)?$/],
  ['sheet', /^\/tecnico\/[^/]+\/hoja(\.data)?$/],
  ['visit', /^\/visit\/view\/\d+\/default(\.data)?$/],
];
const screenOf = (pathname: string): ScreenName | null =>
  screens.find(([, address]) => address.test(pathname))?.[0] ?? null;

/** What a page needs to be shown again. Without `Date`: the device does not learn the time from it. */
const keptHeaders = ['content-type', 'content-security-policy', 'x-remix-response'];

export const isScreenOfTheDay = ({ url }: Request): boolean => {
  const { pathname, origin } = new URL(url);
  return origin === location.origin && screenOf(pathname) !== null;
};

/** The build of the server's last answer; null: none came since this worker began. */
let serverBuild: string | null = null;

/** The server's answer, kept for the user who is signed in; without one, what was kept. */
export async function answerScreen(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const userId = await readSession();
  const answering = fetch(request);
  // Copied before the page reads it.
  const copied = answering.then((answer) => {
    serverBuild = answer.headers.get(buildHeader) ?? serverBuild;
    return keep(request, answer.clone());
  });
  event.waitUntil(copied.catch(() => {}));
  const { pathname } = new URL(request.url);
  const stored = userId === null ? undefined : await findScreen(userId, pathname);
  const usable = stored && (await hasFilesOf(stored.build, screenOf(pathname)!)) ? stored : undefined;
  if (!usable)
    return answering.catch((error) =>
      request.mode === 'navigate' ? needsConnection() : Promise.reject(error),
    );
  // A server that is slow but newer is waited for: its page and its answers belong together.
  if (serverBuild !== null && serverBuild !== usable.build) return answering.catch(() => shown(usable));
  const late = new Promise<Response>((done) => setTimeout(() => done(shown(usable)), slowAfterMs));
  return Promise.race([answering.catch(() => shown(usable)), late]);
}

/** Only a whole screen, of a build whose files are here, and drawn for the user who is signed in. */
async function keep(request: Request, answer: Response): Promise<void> {
  const { pathname, searchParams } = new URL(request.url);
  const build = answer.headers.get(buildHeader);
  if (!answer.ok || answer.redirected || searchParams.size > 0 || build === null) return;
  if (!(await hasFilesOf(build, screenOf(pathname)!))) return;
  const body = await answer.text();
  // Read last: the user may have signed out since.
  const userId = await readSession();
  if (userId === null || String(userId) !== answer.headers.get(userHeader)) return;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const version = request.headers.get(keepHeader);
  await keepScreen({ userId, address: pathname, build, version, body, headers }).catch(() => {});
  await dropUnusedFiles();
}

const shown = ({ body, headers }: KeptScreen): Response => new Response(body, { headers });
