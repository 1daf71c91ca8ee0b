import type { AppLoadContext } from '@remix-run/node';
import { refusedBy } from '../../machines/access/permissions.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { requireSession } from '../require-session.server.ts';

/** Who administers the accounts of the installation; anybody else is refused as in every editor (S2 §6). */
export function requireAdministrator(context: AppLoadContext) {
  const { actor } = requireSession(context);
  const refused = refusedBy(actor, 'can_manage_users');
  if (refused) throw new Response(refuse(refused).text, { status: 403 });
  return actor;
}

/** What was typed into a search, as far as a question to the record can hold it. */
export const cleanText = (typed: string | null): string =>
  [...(typed ?? '').replaceAll('\u0000', '').trim()]
    .slice(0, 100)
    .filter((character) => character.isWellFormed())
    .join('');
