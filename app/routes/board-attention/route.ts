import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Attention, readAttention } from '../../../db/reads/attention/attention.ts';
import { operationsOf, refusedBy } from '../../../machines/access/permissions.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.server.ts';

/** What needs attention in all of the asker's operations (contract §12); null: the asker may not know it. */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  if (!context.session) return answer(null, refuseSession(context).status);
  const { actor } = context.session;
  const refused = refusedBy(actor, 'can_query_client');
  if (refused) return answer(null, refuse(refused).status);
  return answer(await readAttention(context.db, operationsOf(actor)));
}

const answer = (body: Attention | null, status = 200) => Response.json(body, { status });
