import type { LoaderFunctionArgs } from '@remix-run/node';
import { type Ground, readGround } from '../../../db/reads/visits/map.ts';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { admitOperation } from '../../admit-operation.server.ts';

export type GroundAnswer = Ground & {
  /** A style of another server, the installation's own tiles, or neither. */
  base: { kind: 'style'; url: string } | { kind: 'tiles' } | { kind: 'plain' };
};

/** What an operation's map is drawn on; null: the asker may not know it. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  const operation = admitOperation(request, context);
  if (isRefusal(operation)) return answer(null, operation.status);
  const { styleUrl, pmtiles } = context.map;
  const base: GroundAnswer['base'] =
    styleUrl !== null ? { kind: 'style', url: styleUrl } : { kind: pmtiles ? 'tiles' : 'plain' };
  return answer({ ...(await readGround(context.db, operation)), base });
}

const answer = (body: GroundAnswer | null, status = 200) => Response.json(body, { status });
