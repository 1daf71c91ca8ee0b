import { newVisit } from '../../../machines/visit/new-visit.ts';
import type { Order, Slot, Technician, User, Visit, World } from './world.ts';

export type NewVisit = {
  order: Order;
  offset: number;
  slot: Slot;
  at: number;
  creator: User;
  technician?: Technician | null;
  note?: string | null;
  lateSchedule?: boolean;
  previous?: Visit | null;
  /** Whether the customer was notified. */
  link?: boolean;
};

/** A visit as it is made: nothing has happened to it yet. */
export function freshVisit(world: World, input: NewVisit): Visit {
  const { order, slot, at, creator } = input;
  const technician = input.technician ?? null;
  const previous = input.previous ?? null;
  const life = newVisit(
    {
      technicianId: technician?.id ?? null,
      lateSchedule: input.lateSchedule ?? false,
      notifiesCustomer: false,
    },
    { at: new Date(at), by: creator.fullName },
  );
  return {
    id: 0,
    operation: order.operation,
    day: world.day(input.offset),
    slot,
    zone: order.client.node.zone,
    order,
    technician,
    assignedAt: life.assignedAt && at,
    statusId: life.statusId,
    reasonId: null,
    postponedAt: null,
    onTheWay: false,
    onTheWayAt: null,
    arrived: false,
    arrivedAt: null,
    runningLate: null,
    delayed: false,
    delayedWhileOnTheWay: false,
    detached: false,
    detachedBy: null,
    detachedComments: null,
    finished: false,
    cancelled: false,
    rescheduled: false,
    closedAt: null,
    customerNotice: null,
    lateSchedule: life.lateSchedule,
    previous,
    next: null,
    rescheduleComments: null,
    derivationType: null,
    repairCode: null,
    extraComments: null,
    materialComments: null,
    laborComments: null,
    signed: false,
    creator,
    createdAt: at,
    version: 1,
    items: [],
    notes: input.note ? [{ author: creator.fullName, at, text: input.note }] : [],
    notices: [],
    clock: at,
  };
}
