import type { CustomerAnswer } from '../visit/facts.ts';
import { stateOf, type VisitFacts, type VisitState } from '../visit/facts.ts';

/**
 * What a customer sees of a visit through a link that may be forwarded: its promise, its state and its order,
 * but not a dispatcher's reason for closing it, nor who the customer is. Where it is, until it is over.
 */
export type CustomerState =
  | 'scheduled'
  | 'onTheWay'
  | 'arrived'
  | 'delayed'
  | 'finished'
  | 'cancelled'
  | 'rescheduled';

export type CustomerView = {
  state: CustomerState;
  day: string;
  slotName: string;
  fromHour: number;
  toHour: number;
  orderTypeName: string;
  operationName: string;
  /** The operation's company; its own name where none is set. */
  company: string;
  /** The address of its logo; '': none is set. */
  logo: string;
  /** Whom to call: as it is read, and as it is called; null: not set. */
  telephone: CalledNumber | null;
  /** The further numbers of the field, in its order; absent: there are none. */
  moreTelephones?: CalledNumber[];
  /** Street and number, with the town, until the visit is over. */
  address: string;
  order: CustomerOrder;
  /** The first name, only while on the way. */
  technician: string | null;
  /** Whether the operation uses 'Voy en camino'. */
  departs: boolean;
  /** The link belongs to an earlier visit, which was rescheduled to this one. */
  moved: boolean;
  /** The day and slot shown: a reply names it, so that it is refused once they have changed. */
  seen: string;
  /** What the operation allows the customer now (machines/customer/conversation.ts). */
  conversation: CustomerConversation;
};

export type CalledNumber = { shown: string; tel: string };

/** The order behind the visit (S2 §2): number and subject; no name, address, telephone, document or note. */
export type CustomerOrder = {
  number: string;
  type: number;
  typeName: string;
  symptom: string | null;
  /** ISO 8601. */
  createdAt: string;
  services: { quantity: number; name: string }[];
};

/** Each step's refusal, or null; `replies` false: nothing is shown. */
export type CustomerConversation = {
  replies: boolean;
  confirmed: boolean;
  /** The customer has chosen this day and slot, and is not asked to confirm them yet. */
  chosen: boolean;
  /** 'Estoy en casa': not now, offered, or said already. */
  atHome: 'off' | 'offered' | 'said';
  change: string | null;
  cancel: string | null;
  /** The deadline for changes and cancellation; ISO 8601. */
  until: string | null;
  changesLeft: number;
  /** By how many minutes the technician has said to run late, 0: they will not make it; null: nothing is said. */
  late: number | null;
  /** The question afterwards: off, open, or its answer. */
  question: 'off' | 'open' | CustomerAnswer;
};

const states: Record<VisitState, CustomerState> = {
  unassigned: 'scheduled',
  assigned: 'scheduled',
  onTheWay: 'onTheWay',
  arrived: 'arrived',
  delayed: 'delayed',
  finished: 'finished',
  cancelled: 'cancelled',
  rescheduled: 'rescheduled',
};

export const customerState = (visit: VisitFacts): CustomerState => states[stateOf(visit)];

/** S1 §4 'Visit status labels', without the closure reasons' own texts. */
export const customerLabels: Record<CustomerState, string> = {
  scheduled: 'Pendiente',
  onTheWay: 'En camino',
  arrived: 'En el domicilio',
  delayed: 'Cierre demorado',
  finished: 'Concluida',
  cancelled: 'Cancelada',
  rescheduled: 'Reprogramada',
};
