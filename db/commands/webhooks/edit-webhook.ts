import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { command, type Frame } from '../../record/transact.ts';
import { editWebhookInput } from './edit-webhook-input.ts';
import { cancelWaiting, type LockedWebhook, lockWebhook, recordChange } from './lock-webhook.ts';
import { makeSecret, type Sealed, showSecret } from './show-secret.ts';

type Input = z.output<typeof editWebhookInput>;

/**
 * Create a webhook (`id` null), or change one. It reaches operations of the
 * maker's own only. Answers `{ id, version, secret }`; the secret of a new one
 * only. Switching it off cancels what waits; switching it on begins with the
 * next event.
 */
export const editWebhook = showSecret(
  command({
    name: 'editWebhook',
    input: editWebhookInput,
    permission: 'can_manage_webhooks',
    async run(frame, input) {
      const held = input.id === null ? null : await lockWebhook(frame, input.id, input.version);
      if (isRefusal(held)) return held;
      const trouble = refuseReach(frame, input) ?? refuseUrl(frame, input, held);
      if (trouble) return trouble;
      return held ? change(frame, held, input) : add(frame, input);
    },
  }),
);

function refuseReach({ actor }: Frame, { operations }: Input): Refusal | null {
  const reach = operationsOf(actor);
  if (operations.every((code) => reach.includes(code))) return null;
  const { text } = refuse('operation-not-assigned');
  return refuse('operation-not-assigned', { fields: { operations: text } });
}

/** One that is plain http since before the setting was changed can still be renamed or switched off; it is not sent to. */
function refuseUrl(frame: Frame, { url }: Input, held: LockedWebhook | null): Refusal | null {
  if (frame.privateWebhooks || url.startsWith('https:') || url === held?.url) return null;
  const { text } = refuse('webhook-https-required');
  return refuse('webhook-https-required', { fields: { url: text } });
}

async function add(frame: Frame, input: Input): Promise<Sealed> {
  const { tx, actor } = frame;
  const { name, url, events, operations, enabled } = input;
  const [{ id }] =
    (await tx`select nextval(pg_get_serial_sequence('webhooks', 'id'))::int as id`) as unknown as [
      { id: number },
    ];
  const secret = makeSecret(frame, id);
  await tx`
    insert into webhooks (id, name, url, events, operations, enabled, secret, created_by)
    values (${id}, ${name}, ${url}, ${events}::text[], ${operations}::text[], ${enabled}, ${secret}, ${actor.userId || null})`;
  const to = { name, url: originOf(url), events, operations, enabled };
  recordChange(frame, { id, name, operations }, { change: 'added', to });
  return { id, version: 1, sealed: secret.toString('base64') };
}

async function change(frame: Frame, held: LockedWebhook, input: Input): Promise<Sealed> {
  const { id, version, ...from } = held;
  const { name, url, events, operations, enabled } = input;
  const to = { name, url, events: events as string[], operations, enabled };
  if (same(from, to)) return { id, version, sealed: null };
  // Another address, or on again: what was known of the receiver is over.
  const anew = url !== held.url || (enabled && !held.enabled);
  await frame.tx`
    update webhooks set name = ${name}, url = ${url}, events = ${events}::text[], operations = ${operations}::text[],
      enabled = ${enabled}, gone = gone and not ${enabled}, version = version + 1
      ${anew ? frame.tx`, failing_since = null, failures = 0, quiet_until = null` : frame.tx``}
    where id = ${id}`;
  if (!enabled) await cancelWaiting(frame, id);
  const reach = [...new Set([...held.operations, ...operations])].sort();
  const tell = (facts: typeof to) => ({ ...facts, url: originOf(facts.url) });
  const data = { change: 'edited' as const, from: tell(from), to: tell(to), moved: url !== held.url };
  recordChange(frame, { id, name: held.name, operations: reach }, data);
  return { id, version: version + 1, sealed: null };
}

const same = (from: Omit<LockedWebhook, 'id' | 'version'>, to: typeof from): boolean =>
  (Object.keys(to) as (keyof typeof to)[]).every((key) => String(from[key]) === String(to[key]));

/** The history says which system; the rest of an address may be a key to it. */
const originOf = (url: string) => new URL(url).origin;
