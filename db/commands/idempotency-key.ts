import { type Refusal, refuse } from '../../machines/words/refusals.ts';

const maxKeyLength = 200;

/** An Idempotency-Key as it was given (contract §3); null: none was. One that is empty or too long is refused. */
export function admitKey(key: string | null | undefined): string | null | Refusal {
  if (key === undefined || key === null) return null;
  if (key !== '' && key.length <= maxKeyLength) return key;
  return refuse('check-the-data', { fields: { 'Idempotency-Key': 'De 1 a 200 caracteres.' } });
}
