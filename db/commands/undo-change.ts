import { z } from 'zod';
import type { EventData, EventName } from '../../machines/events.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/refusals.ts';
import { harmlessBeforeUndo, undoable, undoSeconds } from '../../machines/undo.ts';
import { decideVisit } from '../../machines/visit.ts';
import type { VisitRow } from '../reads/visit-row.ts';
import { listOf, oneOrMany, text } from './input.ts';
import { decideAll, lockSeenVisits } from './lock-visits.ts';
import { command, type Frame } from './transact.ts';

const keyRequired = 'Falta la clave del cambio.';

/** `key`: the Idempotency-Key of the command that is taken back, which only whoever sent it knows. */
export const undoInput = z.object({
  visit_id: oneOrMany,
  key: text(200, undefined, keyRequired).refine((key) => key !== '', keyRequired),
});

type Done = {
  visitId: number;
  name: EventName;
  version: number;
  mine: boolean;
  inTime: boolean;
  data: EventData & { slotId?: { from: number; to: number }; lateSchedule?: { from: boolean } };
};

/**
 * Take back one's own release, slot change or change of technician, of one
 * visit or of all that the same command changed (ux.md U8). Refused when
 * anybody changed a visit since: then none is taken back.
 */
export const undoChange = command({
  name: 'undoChange',
  input: undoInput,
  async run(frame, input) {
    const visits = await lockSeenVisits(frame, listOf(input.visit_id));
    if (isRefusal(visits)) return visits;
    const done = await listLatest(frame, input.key, visits);
    const backs = decideAll(visits, (visit) =>
      decide(
        visit,
        done.filter((event) => event.visitId === visit.id),
      ),
    );
    if (isRefusal(backs)) return backs;
    await save(frame, backs);
    for (const { visit, technicianId, slotId } of backs)
      frame.record({
        operation: visit.operation,
        name: 'visit.undone',
        visitId: visit.id,
        orderNumber: visit.orderNumber,
        technicianId: technicianId ?? visit.technicianId,
        data: {
          from: { technicianId: visit.technicianId, statusId: visit.statusId },
          to: { technicianId, statusId: visit.statusId },
          ...(slotId === visit.slotId ? {} : { slotId: { from: visit.slotId, to: slotId } }),
        },
      });
    return { visit_id: visits.map((visit) => visit.id) };
  },
});

/** Of each visit the events of that command, and whatever came after the first of them. */
async function listLatest({ tx, actor, now }: Frame, key: string, visits: VisitRow[]): Promise<Done[]> {
  return [
    ...(await tx<Done[]>`
      select e.visit_id, e.name, e.version, coalesce(e.key = ${key} and e.actor_id = ${actor.userId}, false) as mine,
        e.at > ${now}::timestamptz - make_interval(secs => ${undoSeconds}) as in_time, e.data
      from events e
      join lateral (select min(x.version) as version from events x where x.visit_id = e.visit_id
        and x.key = ${key} and x.actor_id = ${actor.userId}) f on e.version >= f.version
      where e.visit_id = any(${visits.map((visit) => visit.id)}::int[]) order by e.version`),
  ];
}

type Back = { visit: VisitRow; technicianId: number | null; slotId: number; lateSchedule: boolean };

function decide(visit: VisitRow, events: Done[]): Back | Refusal {
  const mine = events.filter((event) => event.mine && undoable.includes(event.name));
  if (mine.length === 0) return refuse('nothing-to-undo');
  if (events.some((event) => !event.mine && !harmlessBeforeUndo.includes(event.name)))
    return refuse('undo-too-late');
  if (!mine[0]!.inTime) return refuse('undo-expired');
  const technicianId = (mine[0]!.data.from?.technicianId ?? null) as number | null;
  const edited = mine.find(({ name }) => name === 'visit.edited')?.data;
  const slotId = edited?.slotId?.from ?? visit.slotId;
  const lateSchedule = edited?.lateSchedule?.from ?? (visit.lateSchedule && slotId === visit.slotId);
  const decision = decideVisit(visit, { type: 'UNDO', technicianId });
  return decision.ok ? { visit, technicianId, slotId, lateSchedule } : refuse(decision.refusal);
}

async function save({ tx, now }: Frame, backs: Back[]) {
  const late = backs.filter((one) => one.lateSchedule).map(({ visit }) => visit.id);
  await tx`
    update visits v set version = version + 1, technician_id = b.technician_id, slot_id = b.slot_id,
      late_schedule = v.id = any(${late}::int[]),
      assigned_at = case when b.technician_id is not null then coalesce(
        case when b.technician_id = v.technician_id then v.assigned_at end, ${now}::timestamptz) end,
      detached_by = case when b.technician_id <> v.technician_id or v.technician_id is null then null else v.detached_by end,
      detached_comments = case when b.technician_id <> v.technician_id or v.technician_id is null then null else v.detached_comments end
    from unnest(${backs.map(({ visit }) => visit.id)}::int[], ${backs.map((one) => one.technicianId)}::int[],
      ${backs.map((one) => one.slotId)}::int[])
      b (id, technician_id, slot_id) where v.id = b.id`;
}
