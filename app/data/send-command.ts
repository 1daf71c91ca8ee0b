import type { ScreenCommandName as CommandName } from '../../db/commands/registry.ts';

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

/** Send a command; it never throws. A lost connection and a timeout are answers of their own. */
export async function sendCommand(name: CommandName, input: unknown, key: string): Promise<CommandOutcome> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), commandTimeoutMs);
  try {
    const response = await fetch(`/do/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(input),
      signal: timeout.signal,
    });
    if (response.status === 401) window.location.assign('/login');
    const answer = readAnswer(await response.text());
    if (!answer) return noAnswer('unreadable');
    if (!answer.ok && answer.code === 'password-change-required') window.location.assign('/password');
    return answer;
  } catch {
    return noAnswer(timeout.signal.aborted ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
  }
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
