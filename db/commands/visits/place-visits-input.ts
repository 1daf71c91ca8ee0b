import { z } from 'zod';
import { id, oneOrMany, seenVersions, technician, wholeBetween } from '../input.ts';
import { checkOverbook, overbookFields } from './overbook-input.ts';

/** From 1, in the order of a technician's slot; beyond the last: the last. */
export const position = wholeBetween(1, 10_000, 'La posición debe ser un número entero desde 1.');

/** Where visits of one day are put on the day board: what is absent stays; `tech_id` null is none. */
export const placeVisitsInput = z
  .object({
    visit_id: oneOrMany,
    tech_id: technician.nullish(),
    timestripe_id: id.nullish(),
    position: position.nullish(),
    ...overbookFields,
    versions: seenVersions,
  })
  .superRefine(checkOverbook);
