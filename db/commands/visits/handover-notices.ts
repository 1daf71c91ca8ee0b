import type { Frame } from '../../record/transact.ts';
import type { VisitRow } from '../../record/visit-row.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { usersOfTechnicians } from './choose.ts';

/**
 * The messages to technicians who get or lose visits (contract §6).
 * @returns the messages of one of these visits
 */
export async function handoverNotices(
  frame: Frame,
  visits: VisitRow[],
  technicianId: number | null,
): Promise<(visit: VisitRow) => NewNotice[]> {
  const ids = [technicianId, ...visits.map((visit) => visit.technicianId)].filter((id) => id !== null);
  const users = await usersOfTechnicians(frame, [...new Set(ids)]);
  const userOf = (id: number) => users.get(id) ?? null;
  return ({ technicianId: before }) => {
    if (before === technicianId) return [];
    const lost: NewNotice[] =
      before === null ? [] : [{ template: 'technician-removed', userId: userOf(before) }];
    if (technicianId === null) return lost;
    const template = before === null ? 'technician-assigned' : 'technician-changed';
    return [...lost, { template, userId: userOf(technicianId) }];
  };
}
