import { findKept } from '../offline/kept-answers.ts';
import type { ClosingForm } from '../routes/board-closing/route.ts';
import type { ClosingCatalogue } from '../routes/board-closing-catalogue/route.ts';
import { catalogueAddress, closingAddress } from './closing-address.ts';

/**
 * The closing form that the device has without a signal: the visit's own, else one made of the catalogue, which cannot
 * know whether the order has materials or labor; undefined: neither is kept.
 */
export async function findKeptForm(userId: number, visitId: number): Promise<ClosingForm | undefined> {
  const own = await findKept<ClosingForm>(userId, closingAddress(visitId));
  if (own) return own;
  const catalogue = await findKept<ClosingCatalogue>(userId, catalogueAddress);
  return (
    catalogue && {
      ...catalogue,
      materials: [],
      labors: [],
      photos: [],
      capabilities: { allowEnterItems: false, haveLabor: false, haveMaterials: false },
      itemsUnknown: true,
    }
  );
}
