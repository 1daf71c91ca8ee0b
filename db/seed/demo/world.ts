import { addDays, type Day, instantOf, today } from '../../../machines/calendar/slots.ts';
import type { EventData, EventName } from '../../../machines/events.ts';
import type { Point } from '../../../machines/order/point.ts';
import { newRandom, type Random } from '../random.ts';
import { type OperationPlan, type Reason, reasons } from './catalogue.ts';

/** The demo while it is being made; ids of visits and numbers of orders are assigned at the end. */
export type World = {
  random: Random;
  /** The load moment, milliseconds. */
  now: number;
  /** A day relative to today, and the instant at which it begins. */
  day(offset: number): Day;
  startOf(offset: number): number;
  users: User[];
  technicians: Technician[];
  operations: Operation[];
  clients: Client[];
  orders: Order[];
  visits: Visit[];
  /** Of the first operation, with an absence of today and therefore without visits of today. */
  absent: Technician | null;
};

export type User = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  fullName: string;
  profile: string;
  defaultView: 'index_jefetec' | 'index_calendario' | 'index_tecnico';
  operations: string[];
  permissions: readonly string[];
  telegramChatId: string | null;
  subscribedToTechs: boolean;
  lastSeenAt: number | null;
};

export type Technician = {
  id: number;
  user: User;
  name: string;
  /** When the day's last visit is over; the day is an offset from today. */
  busyDay: number;
  freeAt: number;
};

export type Slot = { id: number; name: string; from: number; to: number };
export type Zone = { id: number; name: string };
export type Node = { id: number; name: string; zone: Zone | null };

export type Operation = {
  plan: OperationPlan;
  slots: Slot[];
  zones: Zone[];
  nodes: Node[];
  /** Technicians whose first operation it is, or who also work here. */
  technicians: Technician[];
  /** May assign, close and reschedule. */
  dispatchers: User[];
  /** May create visits. */
  creators: User[];
  clients: Client[];
  priorities: Map<number, number>;
  events: EventRow[];
};

export type Client = {
  id: string;
  operation: Operation;
  name: string;
  status: string;
  address: string;
  location: string;
  /** Null: the provider's system does not know it. */
  point: Point | null;
  telephone: string | null;
  email: string | null;
  waNumber: string | null;
  telegramChatId: string | null;
  node: Node;
  orders: Order[];
};

export type Order = {
  number: string;
  operation: Operation;
  type: number;
  symptomId: number;
  statusId: number;
  client: Client;
  contractor: boolean;
  createdAt: number;
  closedAt: number | null;
  closedBy: Technician | null;
  repairCode: string | null;
  hasItems: boolean;
};

export type Visit = {
  id: number;
  operation: Operation;
  day: Day;
  slot: Slot;
  zone: Zone | null;
  order: Order;
  technician: Technician | null;
  assignedAt: number | null;
  statusId: number;
  reasonId: number | null;
  postponedAt: number | null;
  onTheWay: boolean;
  onTheWayAt: number | null;
  arrived: boolean;
  arrivedAt: number | null;
  /** Minutes; 'Voy atrasado'. */
  runningLate: number | null;
  delayed: boolean;
  delayedWhileOnTheWay: boolean;
  detached: boolean;
  detachedBy: string | null;
  detachedComments: string | null;
  finished: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  closedAt: number | null;
  customerNotice: string | null;
  lateSchedule: boolean;
  previous: Visit | null;
  next: Visit | null;
  rescheduleComments: string | null;
  derivationType: number | null;
  repairCode: string | null;
  extraComments: string | null;
  materialComments: string | null;
  laborComments: string | null;
  signed: boolean;
  creator: User;
  createdAt: number;
  version: number;
  items: { kind: 'material' | 'labor'; code: string; name: string; amount: number }[];
  notes: { author: string; at: number; text: string }[];
  /** Messages to the customer; the version at which each was decided is part of its key. */
  notices: { template: 'visit-created' | 'visit-rescheduled' | 'on-the-way'; at: number; version: number }[];
  /** The instant of the last event: the next one is later. */
  clock: number;
};

export type EventRow = {
  at: number;
  name: EventName;
  visit: Visit | null;
  order: Order;
  technicianId: number | null;
  actor: User | null;
  data: EventData;
};

export const minute = 60_000;
export const hour = 60 * minute;

/** An instant as COPY takes it. */
export const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** @param seed of its random draws; equal seeds give equal draws */
export function newWorld(now: Date, seed?: string): World {
  const day = today(now);
  const days = new Map<number, Day>();
  const starts = new Map<number, number>();
  const dayAt = (offset: number) => remember(days, offset, () => addDays(day, offset));
  return {
    random: newRandom(`agenda-demo ${seed ?? day}`),
    now: now.getTime(),
    day: dayAt,
    startOf: (offset) => remember(starts, offset, () => instantOf(dayAt(offset), 0).getTime()),
    users: [],
    technicians: [],
    operations: [],
    clients: [],
    orders: [],
    visits: [],
    absent: null,
  };
}

function remember<T>(made: Map<number, T>, key: number, make: () => T): T {
  const cached = made.get(key);
  if (cached !== undefined) return cached;
  const value = make();
  made.set(key, value);
  return value;
}

const byValue = new Map(reasons.map((reason) => [reason.value, reason]));
export const reasonOf = (value: number): Reason => byValue.get(value)!;

/** A random instant between two, the first when they are reversed. */
export const between = (random: Random, from: number, to: number): number =>
  to <= from ? from : Math.round(from + random.next() * (to - from));
