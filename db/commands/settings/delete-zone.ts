import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { nodes, zones } from '../../schema/index.ts';
import { id, seenVersion } from '../input.ts';
import { lockZone } from './lock-zone.ts';

export const deleteZoneInput = z.object({ id, version: seenVersion });

/**
 * Delete a zone (S2 §2 'Zone editor'): its nodes are unassigned and its open visits have none. Its row stays
 * for its closed visits.
 */
export const deleteZone = command({
  name: 'deleteZone',
  input: deleteZoneInput,
  permission: 'can_edit_zones',
  async run(frame, input) {
    const zone = await lockZone(frame, input.id, input.version);
    if (isRefusal(zone)) return zone;
    const freed = await typed(frame.tx)
      .update(nodes)
      .set({ zoneId: null })
      .where(eq(nodes.zoneId, zone.id))
      .returning({ name: nodes.name });
    await typed(frame.tx)
      .update(zones)
      .set({ deletedAt: frame.now, version: sql`${zones.version} + 1` })
      .where(eq(zones.id, zone.id));
    frame.record({
      operation: zone.operation,
      name: 'zones.changed',
      data: {
        change: 'deleted',
        zoneId: zone.id,
        name: zone.name,
        removed: freed.map(({ name }) => name).sort(),
      },
    });
    return {};
  },
});
