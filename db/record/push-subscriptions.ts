import type { Db } from '../connection/open.ts';

type At = Pick<Db, 'sql'>;

/** A browser is sent no more: its push service knows it no longer, or not by our key, or does not answer. */
export async function dropSubscription({ sql }: At, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where endpoint = ${endpoint}`;
}

/** Counts a failure in a row; with the `most`th the subscription is dropped. */
export async function countFailedPush(
  { sql }: At,
  endpoint: string,
  most: number,
): Promise<{ dropped: boolean }> {
  const dropped = await sql`
    delete from push_subscriptions where endpoint = ${endpoint} and failures >= ${most - 1}`;
  if (dropped.count > 0) return { dropped: true };
  await sql`update push_subscriptions set failures = failures + 1 where endpoint = ${endpoint}`;
  return { dropped: false };
}

/** The address has answered: only failures in a row are counted. */
export async function forgetFailedPushes({ sql }: At, endpoint: string): Promise<void> {
  await sql`update push_subscriptions set failures = 0 where endpoint = ${endpoint} and failures > 0`;
}
