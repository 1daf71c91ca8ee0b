import type { CustomerAnswer } from '../visit/facts.ts';
import { stateOf, type VisitFacts, type VisitState } from '../visit/facts.ts';

/**
 * What a customer sees of a visit through a link that may be forwarded: its
 * promise, its state and the order that it is for, never why a dispatcher closed it, nor who the customer is.
 */
export type CustomerState = 'scheduled' | 'onTheWay' | 'delayed' | 'finished' | 'cancelled' | 'rescheduled';

export type CustomerView = {
  state: CustomerState;
  day: string;
  slotName: string;
  fromHour: number;
  toHour: number;
  orderTypeName: string;
  operationName: string;
  order: CustomerOrder;
  /** The technician's first name, only while on the way. */
  technician: string | null;
  /** Whether the operation uses 'Voy en camino' at all. */
  departs: boolean;
  /** The link was of an earlier visit, which was rescheduled to this one. */
  moved: boolean;
  /** What was shown: a reply names it, so that nobody answers about a day that has changed meanwhile. */
  seen: string;
  /** What the operation lets the customer do now (machines/customer/conversation.ts). */
  conversation: CustomerConversation;
};

/** The order behind the visit (S2 §2): which one and what for; no name, address, telephone, document or note. */
export type CustomerOrder = {
  number: string;
  type: number;
  typeName: string;
  symptom: string | null;
  /** When it was made; ISO 8601. */
  createdAt: string;
  services: { quantity: number; name: string }[];
};

/** Each step with the reason why it is not possible, or null; `replies` false: there is nothing to show. */
export type CustomerConversation = {
  replies: boolean;
  confirmed: boolean;
  change: string | null;
  cancel: string | null;
  /** Until when the visit may be changed or cancelled; ISO 8601. */
  until: string | null;
  changesLeft: number;
  /** The question afterwards: asked or not, and what was answered. */
  question: 'off' | 'open' | CustomerAnswer;
};

const states: Record<VisitState, CustomerState> = {
  unassigned: 'scheduled',
  assigned: 'scheduled',
  onTheWay: 'onTheWay',
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
  delayed: 'Cierre demorado',
  finished: 'Concluida',
  cancelled: 'Cancelada',
  rescheduled: 'Reprogramada',
};
