import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { id, name, operationCode, optional, seenVersion } from '../input.ts';

/** A node by its id, or as the zone form holds it (S2 §3 'Zone': `idzona`, `nombre`; the name is ignored). */
const node = z.union(
  [id, z.object({ idzona: id }).transform(({ idzona }) => idzona)],
  refuse('node-of-other-operation').text,
);

/**
 * The zone form (S2 §3 'Zone', §5). Without an id it is a new zone of the named operation. Apart from the
 * command, so that the form uses the same schema.
 */
export const editZoneInput = z
  .object({
    id: optional(id),
    name,
    subsidiary_id: operationCode.nullish(),
    selected_nodes: z
      .array(node, refuse('zone-without-nodes').text)
      .min(1, refuse('zone-without-nodes').text)
      .max(2_000, 'Se pueden elegir hasta 2000 nodos.')
      .transform((ids) => [...new Set(ids)]),
    version: seenVersion,
  })
  .refine((input) => input.id !== null || input.subsidiary_id != null, {
    path: ['subsidiary_id'],
    message: refuse('operation-required').text,
  });
