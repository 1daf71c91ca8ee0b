import { expectDocumented } from '../support/house/documented.ts';

/** One command as the test meant it, and what became of it. */
export type Intent = {
  key: string;
  token: string;
  path: string;
  body: Record<string, unknown>;
  sentAt: number;
  answeredAt: number;
  /** Null: never answered, although it was asked again and again. */
  status: number | null;
  text: string;
  tries: number;
  /** It was sent, and no answer came: it may have been done. */
  lost: number;
};

/** One try at one web process. `status` 0: no answer; -1: its port was closed, nothing was sent. */
export type Try = {
  at: number;
  ms: number;
  status: number;
  path: string;
  text: string;
  /** Seconds, where the answer says after how many to come back. */
  retryAfter: number | null;
};

export type Journal = {
  intents: Intent[];
  tries: Try[];
  /** Send once, to this address, whatever comes. */
  once(address: string, path: string, body: object, options?: Options): Promise<Try & { data: Data }>;
  /** Send until it is answered with something that is not 'later', always under the same key. */
  act(token: string, path: string, body: Record<string, unknown>, firstAt?: number): Promise<Intent>;
  /** The same command again, now that all is over: it has to be answered as it was. */
  repeat(intent: Intent): Promise<string>;
};

// biome-ignore lint/suspicious/noExplicitAny: an outside client has no types of ours
type Data = any;
type Options = { token?: string; key?: string; timeoutMs?: number };

/** An offline client gives up after this; so long no fault lasts. */
const deadlineMs = 120_000;
let keys = 0;

/**
 * The test's own account of what it asked for: written before a command is sent, completed when it is answered.
 * @param addresses the addresses of the web processes; a caller that finds one closed asks the next
 */
export function openJournal(addresses: string[], name: string): Journal {
  const intents: Intent[] = [];
  const tries: Try[] = [];

  const once: Journal['once'] = async (address, path, body, { token, key, timeoutMs = 30_000 } = {}) => {
    const at = Date.now();
    const begun = performance.now();
    let status = 0;
    let text = '';
    let retryAfter: number | null = null;
    try {
      const response = await fetch(`${address}/v1${path && `/${path}`}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'idempotency-key': key } : {}),
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
      text = await response.text();
      status = response.status;
      const wait = response.headers.get('retry-after');
      retryAfter = wait === null ? null : Number(wait);
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') status = -1;
    }
    const one = { at, ms: performance.now() - begun, status, path, text, retryAfter };
    tries.push(one);
    let data: Data;
    // A proxy that finds no process answers with a page of its own.
    if (status > 0 && !text.startsWith('<')) {
      const answer = JSON.parse(text);
      expectDocumented(`/v1${path && `/${path}`}`, status, answer);
      data = answer.data;
    }
    return { ...one, data };
  };

  const act: Journal['act'] = async (token, path, body, firstAt = intents.length) => {
    const intent: Intent = {
      key: `${name}-${++keys}`,
      token,
      path,
      body,
      sentAt: Date.now(),
      answeredAt: 0,
      status: null,
      text: '',
      tries: 0,
      lost: 0,
    };
    intents.push(intent);
    for (let at = firstAt; Date.now() - intent.sentAt < deadlineMs; at++) {
      intent.tries++;
      const { status, text } = await once(addresses[at % addresses.length]!, path, body, {
        token,
        key: intent.key,
      });
      if (status === 0) intent.lost++;
      if (status > 0 && status !== 503)
        return Object.assign(intent, { status, text, answeredAt: Date.now() });
      await new Promise((next) => setTimeout(next, status === -1 ? 10 : 60));
    }
    return intent;
  };

  return {
    intents,
    tries,
    once,
    act,
    async repeat({ token, path, body, key }) {
      for (let at = 0; ; at++) {
        const { status, text } = await once(addresses[at % addresses.length]!, path, body, { token, key });
        if ((status > 0 && status !== 503) || at > 50) return text;
        await new Promise((next) => setTimeout(next, 100));
      }
    },
  };
}

function codeOf(error: unknown): string | undefined {
  const { code, cause } = error as { code?: string; cause?: unknown };
  return code ?? (cause ? codeOf(cause) : undefined);
}
