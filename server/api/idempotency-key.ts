import type { IncomingHttpHeaders } from 'node:http';
import { admitKey } from '../../db/commands/idempotency-key.ts';
import type { Refusal } from '../../machines/words/refusals.ts';

/** The Idempotency-Key of a request; sent twice it is refused as one that is too long is. */
export function readKey(headers: IncomingHttpHeaders): string | null | Refusal {
  const key = headers['idempotency-key'];
  return admitKey(Array.isArray(key) ? '' : key);
}
