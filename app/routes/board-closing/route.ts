import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  type Capabilities,
  type ClosureReason,
  findCapabilities,
  listItems,
  listReasons,
  listRepairCodes,
} from '../../../db/reads/visits/closing.ts';
import { listPhotos } from '../../../db/reads/visits/photos.ts';
import { readRowId } from '../../../machines/wire/row-id.ts';
import type { ShownPhoto } from '../../photos/shown-photo.ts';
import { refuseSession } from '../../require-session.server.ts';

export type ClosingForm = {
  reasons: ClosureReason[];
  repairCodes: { code: string; text: string }[];
  materials: { code: string; name: string }[];
  labors: { code: string; name: string }[];
  capabilities: Pick<Capabilities, 'allowEnterItems' | 'haveLabor' | 'haveMaterials'>;
  /** Made on the device without a signal: whether the order has materials or labor is not known. */
  itemsUnknown?: true;
  /** Absent: kept on the device by a version before photos. */
  photos?: ShownPhoto[];
};

/** What the closing form of a visit offers (S1 §3 'Finish form', 'Subsidiary capabilities'); null: no such visit for the asker. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!context.session) return Response.json(null, { status: refuseSession(context).status });
  const { db } = context;
  const id = readRowId(params.id);
  if (id === null) return Response.json(null, { status: 404 });
  const [capabilities, reasons, repairCodes, materials, labors, photos] = await Promise.all([
    findCapabilities(db, context.session.actor, id),
    listReasons(db, { type: 'all', finish: false, cancel: false }),
    listRepairCodes(db),
    listItems(db, 'material'),
    listItems(db, 'labor'),
    listPhotos(db, context.session.actor, id),
  ]);
  if (!capabilities) return Response.json(null, { status: 404 });
  return Response.json({
    reasons,
    repairCodes,
    materials,
    labors,
    capabilities,
    photos,
  } satisfies ClosingForm);
}
