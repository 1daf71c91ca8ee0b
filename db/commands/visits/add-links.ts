import { addDays } from '../../../machines/calendar/slots.ts';
import { businessZone } from '../../../machines/calendar/zone.ts';
import type { Frame } from '../../record/transact.ts';

/** Days after its visit's day during which an external link is valid. */
export const linkDays = 7;

/**
 * An external link for each of these visits, all of one day, valid for a week after it.
 * @returns their addresses in the same order; none where the context makes no links
 */
export async function addLinks(
  { tx, keys, now }: Frame,
  visitIds: number[],
  visitDay: string,
): Promise<string[]> {
  if (!keys || visitIds.length === 0) return [];
  const made = visitIds.map(() => keys.newLink());
  await tx`
    insert into visit_links (token_hash, nonce, visit_id, created_at, expires_at)
    select decode(l.hash, 'hex'), decode(l.nonce, 'hex'), l.visit_id, ${now},
      (${addDays(visitDay, linkDays)}::date + 1)::timestamp at time zone ${businessZone()}
    from unnest(${made.map((link) => link.tokenHash.toString('hex'))}::text[], ${made.map((link) => link.nonce.toString('hex'))}::text[],
      ${visitIds}::int[]) l (hash, nonce, visit_id)`;
  return made.map(({ address }) => address);
}

/** A link for a visit without a valid one: a message is about to name it. */
export async function addMissingLink(frame: Frame, visit: { id: number; day: string }): Promise<void> {
  const open = await frame.tx`
    select 1 from visit_links where visit_id = ${visit.id} and revoked_at is null and expires_at > ${frame.now} limit 1`;
  if (open.count === 0) await addLinks(frame, [visit.id], visit.day);
}
