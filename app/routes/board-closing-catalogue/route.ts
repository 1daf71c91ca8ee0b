import type { LoaderFunctionArgs } from '@remix-run/node';
import { listReasons, listRepairCodes } from '../../../db/reads/visits/closing.ts';
import { refuseSession } from '../../require-session.server.ts';
import type { ClosingForm } from '../board-closing/route.ts';

export type ClosingCatalogue = Pick<ClosingForm, 'reasons' | 'repairCodes'>;

/** What the closing forms of all visits offer alike (S1 §3 'Finish form'): a technician's phone keeps it once. */
export async function loader({ context }: LoaderFunctionArgs) {
  if (!context.session) return Response.json(null, { status: refuseSession(context).status });
  const [reasons, repairCodes] = await Promise.all([
    listReasons(context.db, { type: 'all', finish: false, cancel: false }),
    listRepairCodes(context.db),
  ]);
  return Response.json({ reasons, repairCodes } satisfies ClosingCatalogue);
}
