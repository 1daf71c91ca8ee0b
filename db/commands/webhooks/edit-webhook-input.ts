import { z } from 'zod';
import { webhookEvents } from '../../../machines/events.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { flag, id, listedOperation, name, optional, seenVersion, text } from '../input.ts';

const badUrl = refuse('webhook-url').text;

/** The delivery address: http or https, normalised, without credentials, which must not be logged. */
const url = text(2_000, undefined, badUrl)
  .transform((value) => value.trim())
  .refine(isUsable, badUrl)
  .transform((value) => new URL(value).href);

function isUsable(value: string): boolean {
  const parsed = parse(value);
  return (
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.hostname !== '' &&
    parsed.username === '' &&
    parsed.password === '' &&
    parsed.hash === ''
  );
}

function parse(value: string): URL | null {
  try {
    return new URL(value);
  } catch {
    return null;
  }
}

/**
 * The webhook's form. Without an id it is a new one. Apart from the command, so that the form uses the same schema.
 */
export const editWebhookInput = z.object({
  id: optional(id),
  name,
  url,
  events: z
    .array(z.enum(webhookEvents), refuse('webhook-without-events').text)
    .min(1, refuse('webhook-without-events').text)
    .max(100)
    .transform((list) => webhookEvents.filter((event) => list.includes(event))),
  operations: z
    .array(listedOperation, refuse('webhook-without-operations').text)
    .min(1, refuse('webhook-without-operations').text)
    .max(999)
    .transform((list) => [...new Set(list)].sort()),
  enabled: flag.nullish().transform((on) => on ?? true),
  version: seenVersion,
});
