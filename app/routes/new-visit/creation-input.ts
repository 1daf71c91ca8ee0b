import type { OrderDetail } from '../../../db/reads/orders/order.ts';

/** What is typed; ids as the fields hold them. */
export type Typed = {
  day: string | null;
  slotId: string | null;
  zone: string | null;
  technician: string | null;
  notes: string;
  /** Why the slot's capacity is exceeded. */
  overbook: string;
  checked: string[];
};

/** The command's names of the fields. */
export const nameOf: Record<keyof Typed, string> = {
  day: 'possibleDate',
  slotId: 'timestripe',
  zone: 'zone',
  technician: 'assigned_to',
  notes: 'tech_comments',
  overbook: 'overbook_reason',
  checked: 'checked',
};

/**
 * The command's input.
 * @param confirmed the order's open visits were seen, and one more is wanted
 * @param full the slot has no place: the reason is sent, and required
 */
export const inputOf = (
  order: Pick<OrderDetail, 'type' | 'number'>,
  { day, slotId, zone, technician, notes, overbook, checked }: Typed,
  { confirmed, full }: { confirmed: boolean; full: boolean },
) => ({
  ot_type: order.type,
  ot_number: order.number,
  possibleDate: day,
  timestripe: slotId === null ? null : Number(slotId),
  zone: zone === null ? null : Number(zone),
  assigned_to: technician === null ? null : Number(technician),
  tech_comments: notes,
  notify_tech: checked.includes('notify_tech'),
  checked: checked.filter((name) => name !== 'notify_tech'),
  confirm_pending: confirmed,
  undoable: true,
  ...(full ? { overbook: true, overbook_reason: overbook } : {}),
});
