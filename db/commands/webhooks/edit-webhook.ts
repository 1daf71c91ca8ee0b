import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command, type Frame } from '../../record/transact.ts';
import { webhooks } from '../../schema/index.ts';
import { editWebhookInput } from './edit-webhook-input.ts';
import { cancelWaiting, type LockedWebhook, lockWebhook, recordChange } from './lock-webhook.ts';
import { makeSecret, type Sealed, showSecret } from './show-secret.ts';

type Input = z.output<typeof editWebhookInput>;

/**
 * Create a webhook (`id` null), or change one, for operations of the maker's own only. Answers `{ id, version, secret
 * }`; the secret of a new one only. Disabling it cancels what waits; enabling it begins with the next event.
 */
export const editWebhook = showSecret(
  command({
    name: 'editWebhook',
    input: editWebhookInput,
    permission: 'can_manage_webhooks',
    async run(frame, input) {
      const current = input.id === null ? null : await lockWebhook(frame, input.id, input.version);
      if (isRefusal(current)) return current;
      const refusal = refuseReach(frame, input) ?? refuseUrl(frame, input, current);
      if (refusal) return refusal;
      return current ? change(frame, current, input) : add(frame, input);
    },
  }),
);

function refuseReach({ actor }: Frame, { operations }: Input): Refusal | null {
  const reach = operationsOf(actor);
  if (operations.every((code) => reach.includes(code))) return null;
  const { text } = refuse('operation-not-assigned');
  return refuse('operation-not-assigned', { fields: { operations: text } });
}

/** A plain http address from before the setting changed can still be renamed or disabled; nothing is sent to it. */
function refuseUrl(frame: Frame, { url }: Input, current: LockedWebhook | null): Refusal | null {
  if (frame.privateWebhooks || url.startsWith('https:') || url === current?.url) return null;
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
  await typed(tx)
    .insert(webhooks)
    .values({ id, name, url, events, operations, enabled, secret, createdBy: actor.userId || null });
  const to = { name, url: originOf(url), events, operations, enabled };
  recordChange(frame, { id, name, operations }, { change: 'added', to });
  return { id, version: 1, sealed: secret.toString('base64') };
}

async function change(frame: Frame, current: LockedWebhook, input: Input): Promise<Sealed> {
  const { id, version, ...from } = current;
  const { name, url, events, operations, enabled } = input;
  const to = { name, url, events: events as string[], operations, enabled };
  if (same(from, to)) return { id, version, sealed: null };
  const anew = url !== current.url || (enabled && !current.enabled);
  await typed(frame.tx)
    .update(webhooks)
    .set({
      ...to,
      ...(enabled ? { gone: false } : {}),
      ...(anew ? { failingSince: null, failures: 0, quietUntil: null } : {}),
      version: sql`${webhooks.version} + 1`,
    })
    .where(eq(webhooks.id, id));
  if (!enabled) await cancelWaiting(frame, id);
  const reach = [...new Set([...current.operations, ...operations])].sort();
  const publicFacts = (facts: typeof to) => ({ ...facts, url: originOf(facts.url) });
  const data = {
    change: 'edited' as const,
    from: publicFacts(from),
    to: publicFacts(to),
    moved: url !== current.url,
  };
  recordChange(frame, { id, name: current.name, operations: reach }, data);
  return { id, version: version + 1, sealed: null };
}

const same = (from: Omit<LockedWebhook, 'id' | 'version'>, to: typeof from): boolean =>
  (Object.keys(to) as (keyof typeof to)[]).every((key) => String(from[key]) === String(to[key]));

/** The history names the host only: the rest of an address may be a secret. */
const originOf = (url: string) => new URL(url).origin;
