import { slotHasEnded } from '../../../machines/calendar/slots.ts';
import type { EventData } from '../../../machines/events.ts';
import { reassignedComments } from '../../../machines/visit/detached-comments.ts';
import { type Ranked, ranksAnew, ranksAt } from '../../../machines/visit/round.ts';
import type { VisitStep } from '../../../machines/visit/steps.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { lockPlaces } from '../../record/places.ts';
import type { Frame } from '../../record/transact.ts';
import { lockVisits, type VisitRow } from '../../record/visit-row.ts';
import type { NewNotice } from '../../record/write-events.ts';
import { chooseSlot, findTechnicianOf } from './choose.ts';
import { handoverNotices } from './handover-notices.ts';
import { holdPlaces } from './hold-places.ts';
import { listRanked } from './ranks.ts';
import { refuseTechnician } from './refuse-technician.ts';

/** Where locked visits of one operation and day are put; null or undefined: as it is, but for `technicianId` null, none. */
export type Placing = {
  slotId: number | null;
  technicianId: number | null | undefined;
  /** From 1, in the technician's slot. */
  position: number | null;
  overbook: boolean;
};

export type PlannedStep = { step: VisitStep; data?: EventData; notices?: NewNotice[] };
/** The steps of each visit, and the last ones of them that stand above the slot's capacity. */
export type Plan = { steps: Map<VisitRow, PlannedStep[]>; over: VisitRow[] };

/**
 * The steps that put visits into a slot, to a technician, and at a position there. Equal values are no step.
 * Refuses what the slot or the technician does not allow; the visits' states are the machine's to decide.
 */
export async function planPlacing(
  frame: Frame,
  visits: VisitRow[],
  placing: Placing,
): Promise<Plan | Refusal> {
  const plan: Plan = { steps: new Map(visits.map((visit) => [visit, []])), over: [] };
  return (
    (await planSlot(frame, visits, placing, plan)) ??
    (await planTechnician(frame, visits, placing, plan)) ??
    (await refuseGiven(frame, visits, placing)) ??
    (await planPosition(frame, visits, placing, plan)) ??
    plan
  );
}

async function planSlot(
  frame: Frame,
  visits: VisitRow[],
  { slotId, overbook }: Placing,
  { steps, over }: Plan,
): Promise<Refusal | null> {
  const moving = slotId === null ? [] : visits.filter((visit) => visit.slotId !== slotId);
  if (slotId === null || moving.length === 0) return null;
  const { operation, day } = moving[0]!;
  const slot = await chooseSlot(frame, operation, slotId, 'timestripe_id');
  if (isRefusal(slot)) return slot;
  const fields = ['timestripe', 'timestripe_id'];
  const request = { count: moving.length, fields, overbook, leave: moving };
  const reservation = await holdPlaces(frame, { operation, day, slotId }, request);
  if (isRefusal(reservation)) return reservation;
  const late = slotHasEnded(day, slot.toHour, frame.now);
  for (const [index, visit] of moving.entries()) {
    const overbooked = index >= moving.length - reservation.over;
    if (overbooked) over.push(visit);
    steps.get(visit)!.push({
      step: { type: 'CHANGE_SLOT', slotId, late, overbooked },
      data: {
        slotId: { from: visit.slotId, to: slotId },
        lateSchedule: { from: visit.lateSchedule, to: late },
        ...(visit.overbooked || overbooked ? { overbooked: { from: visit.overbooked, to: overbooked } } : {}),
        ...rankLost(visit),
      },
    });
  }
  return null;
}

async function planTechnician(
  frame: Frame,
  visits: VisitRow[],
  { technicianId }: Placing,
  { steps }: Plan,
): Promise<Refusal | null> {
  const handed = visits.filter((visit) => technicianId !== undefined && visit.technicianId !== technicianId);
  if (technicianId === undefined || handed.length === 0) return null;
  const next =
    technicianId === null ? null : await findTechnicianOf(frame, handed[0]!.operation, technicianId);
  if (next === undefined)
    return refuse('technician-of-other-operation', {
      fields: { tech_id: refuse('technician-of-other-operation').text },
    });
  const noticesOf = await handoverNotices(frame, handed, technicianId);
  for (const visit of handed)
    steps.get(visit)!.push({
      step: { type: 'ASSIGN', technicianId, comments: reassignedComments(next?.name ?? null) },
      data: rankLost(visit),
      notices: noticesOf(visit),
    });
  return null;
}

/** Visits that change hands, and those that follow their technician into another slot. */
async function refuseGiven(
  frame: Frame,
  visits: VisitRow[],
  { slotId, technicianId }: Placing,
): Promise<Refusal | null> {
  const after = visits.map((visit) => ({
    ...visit,
    slotId: slotId ?? visit.slotId,
    technicianId: technicianId === undefined ? visit.technicianId : technicianId,
    given: technicianId !== undefined && technicianId !== visit.technicianId,
    moved: slotId !== null && slotId !== visit.slotId,
  }));
  const given = after.filter((visit) => visit.given);
  const moved = after.filter((visit) => visit.moved && !visit.given);
  return (
    (await refuseTechnician(frame, given, { field: 'tech_id' })) ??
    (await refuseTechnician(frame, moved, { field: 'timestripe_id', keeps: true }))
  );
}

/** Another slot and another technician take a visit's place in the order; kept for an undo. */
export const rankLost = (visit: VisitRow): EventData =>
  visit.rank === null ? {} : { rank: { from: visit.rank, to: null } };

async function planPosition(
  frame: Frame,
  visits: VisitRow[],
  { position, slotId, technicianId }: Placing,
  { steps }: Plan,
): Promise<Refusal | null> {
  if (position === null) return null;
  const [first] = visits;
  const cell = {
    operation: first!.operation,
    day: first!.day,
    slotId: slotId ?? first!.slotId,
    technicianId: technicianId === undefined ? first!.technicianId : technicianId,
  };
  await lockPlaces(frame.tx, [cell]);
  const others = await listRanked(frame, cell, visits);
  const ranks = ranksAt(others, position, visits.length);
  if (ranks === null) return numberAnew(frame, visits, { ...cell, position }, others, steps);
  for (const [index, visit] of visits.entries()) {
    const planned = steps.get(visit)!;
    if (planned.length > 0) rankLast(planned, visit, ranks[index]!);
    else if (!stands(visit, others, position + index)) planned.push(reorder(visit, ranks[index]!));
  }
  return null;
}

/** A visit that changes its slot or its technician has its place there by the same step: one version is one change. */
function rankLast(planned: PlannedStep[], visit: VisitRow, rank: number): void {
  const last = planned.at(-1)!;
  if (last.step.type === 'CHANGE_SLOT' || last.step.type === 'ASSIGN') last.step.rank = rank;
  last.data = { ...last.data, rank: { from: visit.rank, to: rank } };
}

const reorder = (visit: VisitRow, rank: number): PlannedStep => ({
  step: { type: 'REORDER', rank },
  data: { rank: { from: visit.rank, to: rank } },
});

/** After some fifty moves into the same gap no number fits between two neighbours: the whole slot is numbered again. */
async function numberAnew(
  { tx }: Frame,
  visits: VisitRow[],
  { position, operation }: { position: number; operation: string },
  others: Ranked[],
  steps: Plan['steps'],
): Promise<null> {
  const locked = await lockVisits(
    tx,
    others.map(({ id }) => id),
    [operation],
  );
  const ranks = ranksAnew(others, position, visits);
  for (const visit of locked) steps.set(visit, [reorder(visit, ranks.get(visit.id)!)]);
  for (const visit of visits) {
    const planned = steps.get(visit)!;
    if (planned.length > 0) rankLast(planned, visit, ranks.get(visit.id)!);
    else planned.push(reorder(visit, ranks.get(visit.id)!));
  }
  return null;
}

/** Whether a visit of the same slot and technician stands at this position already. */
const stands = (visit: VisitRow, others: Ranked[], position: number): boolean => {
  const rank = visit.rank ?? visit.id;
  return (
    others.filter((other) => other.rank < rank || (other.rank === rank && other.id < visit.id)).length ===
    position - 1
  );
};
