import type { IncomingHttpHeaders } from 'node:http';
import { admitKey } from '../../db/commands/idempotency-key.ts';
import type { Refusal } from '../../machines/words/refusals.ts';

/** The Idempotency-Key of a request; a repeated header is refused like a key that is too long. */
export function readKey(headers: IncomingHttpHeaders): string | null | Refusal {
  const key = headers['idempotency-key'];
  return admitKey(Array.isArray(key) ? '' : key);
}
