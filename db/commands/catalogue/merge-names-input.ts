import { z } from 'zod';
import { catalogueKinds } from '../../../machines/order/catalogue-merge.ts';
import { id } from '../input.ts';

/** A name by its kind and id: of an order type its value. */
export const mergeNamesInput = z.object({ kind: z.enum(catalogueKinds), from: id, into: id });
