import { type Refusal, refuse } from '../../machines/words/refusals.ts';

const maxKeyLength = 200;

/** Validates an Idempotency-Key (contract §3); null: none. An empty or too long one is refused. */
export function admitKey(key: string | null | undefined): string | null | Refusal {
  if (key === undefined || key === null) return null;
  if (key !== '' && key.length <= maxKeyLength) return key;
  return refuse('check-the-data', { fields: { 'Idempotency-Key': 'De 1 a 200 caracteres.' } });
}
