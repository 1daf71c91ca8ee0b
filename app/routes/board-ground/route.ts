import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Ground, readGround } from '../../../db/reads/visits/map.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { refuseSession } from '../../require-session.ts';

export type GroundAnswer = Ground & {
  /** A style of another server, the installation's own tiles, or neither. */
  base: { kind: 'style'; url: string } | { kind: 'tiles' } | { kind: 'plain' };
};

/** What an operation's map is drawn on; null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (!context.session) return answer(null, refuseSession(context).status);
  const operation = new URL(request.url).searchParams.get('operation') ?? '';
  if (!context.session.actor.operations.includes(operation))
    return answer(null, refuse('operation-not-assigned').status);
  const { styleUrl, pmtiles } = context.map;
  const base: GroundAnswer['base'] =
    styleUrl !== null ? { kind: 'style', url: styleUrl } : { kind: pmtiles ? 'tiles' : 'plain' };
  return answer({ ...(await readGround(context.db, operation)), base });
}

const answer = (body: GroundAnswer | null, status = 200) => Response.json(body, { status });
