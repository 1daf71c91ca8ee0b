import type { IncomingHttpHeaders } from 'node:http';
import { type Refusal, refuse } from '../../machines/refusals.ts';

const maxKeyLength = 200;

/** The Idempotency-Key of a request (contract §3); null: it has none. One that is too long or sent twice is refused. */
export function readKey(headers: IncomingHttpHeaders): string | null | Refusal {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key !== '' && key.length <= maxKeyLength) return key;
  return refuse('check-the-data', { fields: { 'Idempotency-Key': 'De 1 a 200 caracteres.' } });
}
