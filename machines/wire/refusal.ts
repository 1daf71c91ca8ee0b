import type { Refusal, RefusalCode } from '../words/refusals.ts';

// The three shapes in which a refusal goes over the wire. Its status is the status of HTTP in each.

/** What `/v1` answers for a refusal, and what is sent to it beside JSON (contract §3). */
export type RefusedEnvelope = { code: number; error: 1; diagnostic: string; data: object | null };

/** What a screen receives for a refusal, of a command and of a reading alike. */
export type RefusedAnswer = {
  ok: false;
  status: number;
  code: RefusalCode;
  text: string;
  fields: Record<string, string>;
  /** The visit that stopped it, where one did. */
  visitId?: number;
};

/**
 * For clients of the API.
 *
 * @param current what the refusal is about as it is now, or why another action is required first
 */
export function asEnvelope(
  { status, text, fields, left }: Refusal,
  current: object | null = null,
): RefusedEnvelope {
  const data = fields ? { ...current, fields, ...(left === undefined ? {} : { left }) } : current;
  return { code: status, error: 1, diagnostic: text, data };
}

/** For the screens. */
export const asAnswer = ({ status, code, text, fields, visitId }: Refusal): RefusedAnswer => ({
  ok: false,
  status,
  code,
  text,
  fields: fields ?? {},
  ...(visitId === undefined ? {} : { visitId }),
});

/** For what a browser shows as it is, in place of a file: the text, and a line for each field. */
export const asText = ({ text, fields }: Refusal): string =>
  [text, ...Object.values(fields ?? {})].join('\n');

/** When to ask again, where the refusal says it: headers beside each of the shapes. */
export const retryHeaders = ({ retryAfterSeconds }: Refusal): Record<string, string> =>
  retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {};
