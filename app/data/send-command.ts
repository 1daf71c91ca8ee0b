import type { ScreenCommandName as CommandName } from '../../db/commands/registry.ts';
import { userHeader } from '../../machines/wire/screen-headers.ts';
import { noteServerTime } from '../offline/server-clock.ts';

export type { CommandName };

export type CommandAnswer =
  | { ok: true; data: Record<string, unknown> }
  | {
      ok: false;
      status: number;
      code: string;
      text: string;
      fields: Record<string, string>;
      /** The visit that stopped it, where one did. */
      visitId?: number | undefined;
    };

export type CommandOutcome =
  | CommandAnswer
  | {
      ok: false;
      status: 0;
      /** 'unreadable': an answer, but not a command's: its outcome is unknown too. */
      code: 'timeout' | 'offline' | 'unreadable';
      text: '';
      fields: Record<string, never>;
      visitId?: undefined;
    };

/** S1 §9: 'Voy en camino' waits 30 s for its answer; so does every other command. */
export const commandTimeoutMs = 30_000;

/** A key for one intent of the user: sent again with every retry of it, never with another. */
export const newKey = (): string => crypto.randomUUID();

/**
 * Send a command; it never throws. A lost connection and a timeout are answers of their own.
 * @param userId it is this user's: in the session of another, who has signed in since, it is refused
 */
export const sendCommand = (
  name: CommandName,
  input: unknown,
  key: string,
  userId?: number,
): Promise<CommandOutcome> =>
  sendRequest(
    `/do/${name}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(input),
    },
    userId,
  );

/** The same for any request that is answered as commands are. */
export async function sendRequest(
  address: string,
  { headers, ...request }: RequestInit & { headers?: Record<string, string> },
  userId?: number,
): Promise<CommandOutcome> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), commandTimeoutMs);
  try {
    const response = await fetch(address, {
      ...request,
      headers: { ...headers, ...(userId === undefined ? {} : { [userHeader]: String(userId) }) },
      signal: timeout.signal,
    });
    noteServerTime(response.headers.get('date'));
    if (response.status === 401) goTo('/login');
    const answer = readAnswer(await response.text());
    if (!answer) return noAnswer('unreadable');
    if (!answer.ok && answer.code === 'password-change-required') goTo('/password');
    return answer;
  } catch {
    return noAnswer(timeout.signal.aborted ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
  }
}

/** The service worker, which sends too, has no page to leave. */
function goTo(address: string): void {
  if ('window' in globalThis) window.location.assign(address);
}

function readAnswer(text: string): CommandAnswer | null {
  try {
    const answer = JSON.parse(text) as CommandAnswer | null;
    return typeof answer?.ok === 'boolean' ? answer : null;
  } catch {
    return null;
  }
}

const noAnswer = (code: 'timeout' | 'offline' | 'unreadable'): CommandOutcome => ({
  ok: false,
  status: 0,
  code,
  text: '',
  fields: {},
});
