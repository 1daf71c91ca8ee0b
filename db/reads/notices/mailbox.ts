import type { Actor } from '../../../machines/access/permissions.ts';
import { hasWords } from '../../../machines/search/fold.ts';
import type { Db } from '../../connection/open.ts';
import type { Keys } from '../../secrets/keys.ts';
import { listNotices, type NoticeLine } from '../visits/visit.ts';

/** Messages of a page. */
export const mailboxPage = 20;
/** So many of the newest are searched: the mailbox is of demos and developers. */
const searched = 2_000;

/**
 * The development mailbox (contract §6), newest first, within the actor's operations.
 *
 * @param question `before`: the id of a message, of which older ones follow; `search`: words of the recipient, the subject
 *   or the text as it is shown (what a reader may not see is not found either); '' for all
 * @returns `next`: what the next page is asked with; null: this is the last
 */
export async function listMailbox(
  db: Db,
  actor: Pick<Actor, 'operations' | 'permissions'>,
  keys: Pick<Keys, 'linkAddress'>,
  { before, search }: { before: number | null; search: string },
): Promise<{ notices: NoticeLine[]; next: number | null }> {
  const notices = await listNotices(db, actor, keys, {
    mailbox: { before },
    limit: search === '' ? mailboxPage + 1 : searched,
  });
  const matching = notices.filter(
    ({ recipient, subject, text, visitId }) =>
      search === '' || hasWords([visitId, recipient, subject, text].join(' '), search),
  );
  const page = matching.slice(0, mailboxPage);
  return { notices: page, next: matching.length > page.length ? page.at(-1)!.id : null };
}
