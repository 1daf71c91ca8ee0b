import { useCallback, useEffect, useRef, useState } from 'react';
import { noteServerTime } from '../offline/server-clock.ts';

/** Well within the time after which an idle session ends. */
const aliveEveryMs = 4 * 60_000;
/** Once it has ended, until a user signs in on this device. */
const endedEveryMs = 10_000;
const timeoutMs = 15_000;
/** A server that is replaced process by process may answer with either build for a while. */
const reloadAgainMs = 60_000;
const reloadedAt = 'agenda.pizarra.recarga';

/**
 * Keeps the session of a screen alive that no user touches. Once it has ended the screen says so, and comes back by itself
 * when a user signs in on this device.
 * @param userId whom the screen was drawn for
 */
export function useKeptSession(userId: number) {
  const [ended, setEnded] = useState(false);
  const wasEnded = useRef(false);
  const end = useCallback(() => {
    wasEnded.current = true;
    setEnded(true);
  }, []);
  /** Whether the server answers, and in the session of this user. */
  const ask = useCallback(async (): Promise<boolean> => {
    const user = await askUser();
    if (user === undefined) return false;
    if (user === null) end();
    else if (wasEnded.current || user !== userId) reloadPage();
    return user === userId;
  }, [userId, end]);
  useEffect(() => {
    const timer = setInterval(() => void ask(), ended ? endedEveryMs : aliveEveryMs);
    return () => clearInterval(timer);
  }, [ask, ended]);
  useEffect(() => void ask(), [ask]);
  return { ended, end, ask };
}

/** Who is signed in on this device; null: no user; undefined: no answer. */
async function askUser(): Promise<number | null | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch('/pizarra/sesion', { cache: 'no-store', signal });
    const body = (await answer.json()) as { user: number | null };
    if (answer.status !== 200 && answer.status !== 401) return undefined;
    noteServerTime(answer.headers.get('date'));
    return body.user;
  } catch {
    return undefined;
  }
}

/** The screen could not be drawn: it is loaded again once the server answers in a session. */
export function useReloadWhenAnswered(): void {
  useEffect(() => {
    const timer = setInterval(async () => {
      if (typeof (await askUser()) === 'number') reloadPage();
    }, endedEveryMs);
    return () => clearInterval(timer);
  }, []);
}

/** Only after the server has answered: a page of the browser's own would stay for ever. */
export function reloadPage(): void {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
  if (Date.now() - last < reloadAgainMs) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  window.location.reload();
}
