import { type Api, GrammyError, HttpError } from 'grammy';
import { jsonOf, PostError, post } from './post.ts';
import type { Outcome } from './sender.ts';

type ClientOptions = NonNullable<ConstructorParameters<typeof Api>[1]>;

/** The options of every call to the Bot API. */
export const clientOptions = (apiRoot: string): ClientOptions => ({
  apiRoot: apiRoot.replace(/\/+$/, ''),
  fetch: fetchByPost as unknown as NonNullable<ClientOptions['fetch']>,
});

/** The outcome of a failed call. @throws other errors */
export function outcomeOf(error: unknown): Exclude<Outcome, { kind: 'sent' }> {
  if (error instanceof HttpError && error.error instanceof PostError) {
    const { reached, message: reason } = error.error;
    return reached ? { kind: 'unknown', reason } : { kind: 'retry', afterSeconds: null, reason };
  }
  if (!(error instanceof GrammyError)) throw error;
  const { error_code: code, description, parameters } = error;
  const reason = `${code} ${description}`;
  if (code === 429) return { kind: 'retry', afterSeconds: parameters.retry_after ?? null, reason };
  if (code === 403 || isChatNotFound(error)) return { kind: 'gone', reason };
  // a wrong token (401, or 404 when malformed) is a configuration error: the message waits until it is corrected
  if (code === 401 || code === 404) return { kind: 'retry', afterSeconds: null, reason };
  // a gateway timeout: the request may have succeeded
  if (code === 504) return { kind: 'unknown', reason };
  if (code >= 500) return { kind: 'retry', afterSeconds: null, reason };
  if (code >= 400) return { kind: 'rejected', reason };
  return { kind: 'unknown', reason };
}

export function isChatNotFound(error: GrammyError): boolean {
  return error.error_code === 400 && /chat not found/i.test(error.description);
}

/** grammY parses every answer as JSON; a proxy's HTML page becomes an API error with its status. */
async function fetchByPost(
  url: string,
  init: { headers: Record<string, string>; body: string; signal: AbortSignal },
) {
  const answer = await post(url, init);
  const json = jsonOf(answer.body) ?? {
    ok: false,
    error_code: answer.status,
    description: 'not a JSON answer',
  };
  return { json: async () => json };
}
