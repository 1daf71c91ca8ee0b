import postgres from 'postgres';
import type { Keys } from '../../secrets/keys.ts';
import { hiddenLink, linkPattern } from '../../secrets/links.ts';
import { unsealWebhookSecret } from '../../secrets/webhook-secret.ts';

export type Rotated = {
  /** Customers' links that are still valid; with `endLinks` those that end. */
  links: number;
  webhooks: number;
  /** Kept messages that had a link in clear. */
  messages: number;
};

type Change = {
  from: Pick<Keys, 'unseal'>;
  to: Pick<Keys, 'newLink' | 'seal'>;
  newPassword: string;
  /** Whether existing customers' links end at once, instead of at their date. */
  endLinks: boolean;
};

/**
 * Replaces a record's LINK_SECRET and its role's password, in one transaction: webhooks' secrets are sealed
 * again, every valid link gets a successor for later messages, kept messages lose their links, and answers
 * kept under an Idempotency-Key, some sealed with the old secret, are deleted.
 *
 * @throws Error in one line: the product is running, or a secret cannot be unsealed with the given secret
 */
export async function rotateSecrets(url: string, change: Change): Promise<Rotated> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { application_name: 'agenda-tecnica-rotate' },
  });
  try {
    return (await sql.begin(async (tx) => {
      await refuseInUse(tx);
      const webhooks = await sealAnew(tx, change);
      const links = await succeedLinks(tx, change);
      const messages = await hideKeptLinks(tx);
      await tx`delete from idempotency_keys`;
      const [role] = await tx<{ text: string }[]>`
        select format('alter role %I password %L', current_user, ${change.newPassword}::text) as text`;
      await tx.unsafe(role!.text);
      return { links, webhooks, messages };
    })) as Rotated;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Whether the database accepts this address's password. */
export async function stillOpens(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

type Tx = postgres.TransactionSql;

async function refuseInUse(tx: Tx): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'agenda-tecnica'`;
  if (row!.count > 0)
    throw new Error('The product is running on this database: stop every web and worker process first.');
}

async function sealAnew(tx: Tx, { from, to }: Change): Promise<number> {
  const rows = await tx<{ id: number; secret: Uint8Array; old_secret: Uint8Array | null }[]>`
    select id, secret, old_secret from webhooks where secret is not null order by id for update`;
  for (const { id, secret, old_secret: old } of rows) {
    const open = unsealWebhookSecret(from, id, secret);
    if (open === null)
      throw new Error(
        `The secret of webhook ${id} does not open with this LINK_SECRET: is it the right one?`,
      );
    const before = old && unsealWebhookSecret(from, id, old);
    await tx`
      update webhooks set secret = ${to.seal(`webhook.${id}`, open)},
        old_secret = ${before ? to.seal(`webhook.${id}`, before) : null} where id = ${id}`;
  }
  return rows.length;
}

async function succeedLinks(tx: Tx, { to, endLinks }: Change): Promise<number> {
  const open = await tx<{ visit_id: number; expires_at: Date }[]>`
    select visit_id, max(expires_at) as expires_at from visit_links where revoked_at is null and expires_at > now()
    group by visit_id order by visit_id`;
  if (endLinks) await tx`update visit_links set revoked_at = now() where revoked_at is null`;
  for (let at = 0; at < open.length; at += 1_000) {
    const rows = open.slice(at, at + 1_000).map(({ visit_id, expires_at }) => {
      const { nonce, tokenHash } = to.newLink();
      return { token_hash: tokenHash, nonce, visit_id, expires_at };
    });
    await tx`insert into visit_links ${tx(rows)}`;
  }
  return open.length;
}

async function hideKeptLinks(tx: Tx): Promise<number> {
  const changed = await tx`
    update notices set text = regexp_replace(text, ${linkPattern}, ${hiddenLink}, 'g') where text ~ ${linkPattern}`;
  return changed.count;
}
