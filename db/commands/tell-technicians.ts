import { holdSeconds } from '../../machines/undo.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { usersOfTechnicians } from './choose.ts';
import type { Frame } from './transact.ts';

/** A visit that a dispatcher gave to a technician, took from one, or both; `version`: as the change left it. */
export type Handover = Pick<VisitRow, 'id' | 'operation'> & {
  version: number;
  from: number | null;
  to: number | null;
};

/**
 * Tell the technicians of a dispatcher's change (contract §6): who gets a visit, and who loses one.
 * The messages wait as long as the change can be taken back.
 */
export async function tellTechnicians(frame: Frame, handovers: Handover[]): Promise<void> {
  const ids = handovers.flatMap(({ from, to }) => [from, to]).filter((id): id is number => id !== null);
  const users = await usersOfTechnicians(frame, [...new Set(ids)]);
  for (const { id, operation, version, from, to } of handovers) {
    if (from === to) continue;
    const about = { visitId: id, operation, audience: 'technician' as const, holdSeconds };
    if (from !== null)
      frame.notify({
        ...about,
        key: `technician-removed.${id}.${version}`,
        userId: users.get(from) ?? null,
        template: 'technician-removed',
      });
    if (to === null) continue;
    const template = from === null ? 'technician-assigned' : 'technician-changed';
    frame.notify({ ...about, key: `${template}.${id}.${version}`, userId: users.get(to) ?? null, template });
  }
}
