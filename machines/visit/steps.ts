import type { NoticeState } from '../notice/notice.ts';
import type { ArrivalMode } from './arrival.ts';
import type { CustomerAnswer, VisitDetails } from './facts.ts';

/** The effect of a closure reason: data, not code (contract §4). */
export type Reason = {
  value: number;
  text: string;
  cancels: boolean;
  finalizes: boolean;
  finalizesOrder: boolean;
  derives: boolean;
  reschedules: boolean;
  /** The customer was not at home. */
  absence: boolean;
};

/** What a closing writes into the visit's row besides its state (S1 §5 'Finish visit'). */
export type Evidence = Pick<
  VisitDetails,
  | 'derivationType'
  | 'repairCode'
  | 'extraComments'
  | 'materialComments'
  | 'laborComments'
  | 'signature'
  | 'signatureName'
>;

/** A step of one visit, by a person, a customer, a timer or the provider's system. */
export type VisitStep =
  | { type: 'TAKE'; technicianId: number; isToday: boolean }
  /** `technicianId` null: by a dispatcher, who holds `can_assign_visit`. */
  | { type: 'RELEASE'; technicianId: number | null; comments: string }
  /** `comments`: why the technician who has the visit loses it (S2 §2); `rank`: where in the new round, else by its id. */
  | { type: 'ASSIGN'; technicianId: number | null; comments: string; rank?: number }
  /** `currentVisitId`: the visit for which the technician is on the way, if any; `allowed`: by the operation. */
  | {
      type: 'SET_ON_THE_WAY';
      technicianId: number;
      allowed: boolean;
      visitId: number;
      currentVisitId: number | null;
    }
  | { type: 'UNSET_ON_THE_WAY'; technicianId: number | null }
  /** `departs`: whether the technician's operation uses 'Voy en camino', which then comes first; `offered`: 'Llegué'. */
  | {
      type: 'ARRIVE';
      technicianId: number;
      offered: boolean;
      departs: boolean;
      visitId: number;
      currentVisitId: number | null;
    }
  /** `minutes` 0: the technician will not make it. */
  | { type: 'RUN_LATE'; technicianId: number; minutes: number }
  /** The technician has called the customer. */
  | { type: 'CALL'; technicianId: number }
  /** `count`: the photos that the visit has; `late`: it was closed too long ago. */
  | { type: 'ADD_PHOTO'; technicianId: number; count: number; late: boolean }
  /** `departs`: whether the technician's operation uses 'Voy en camino'; `arrival`: how the visit's uses 'Llegué'. */
  | {
      type: 'CLOSE';
      reason: Reason;
      technicianId: number | null;
      mayCloseAny: boolean;
      departs: boolean;
      arrival: ArrivalMode;
      evidence: Partial<Evidence>;
    }
  /** `nextId`: the visit that follows this one. */
  | { type: 'RESCHEDULE'; reasonId: number; nextId: number; comments: string }
  /** `late`: the slot is over already; `overbooked`: it is full, on purpose; `rank`: as of ASSIGN. */
  | { type: 'CHANGE_SLOT'; slotId: number; late: boolean; overbooked: boolean; rank?: number }
  /** Another place in the order of its technician's slot; it is no news to the customer. */
  | { type: 'REORDER'; rank: number }
  | { type: 'ADD_NOTE' }
  /** Restores what the visit was before the undone change. */
  | {
      type: 'UNDO';
      technicianId: number | null;
      slotId: number;
      lateSchedule: boolean;
      overbooked: boolean;
      rank: number | null;
    }
  /** The provider's system corrected the client or the order of an open visit. */
  | {
      type: 'CORRECT';
      facts: Pick<VisitDetails, 'clientId' | 'clientName' | 'clientAddress' | 'nodeName' | 'tag'>;
    }
  | { type: 'CONFIRM' }
  /** The customer is at home. */
  | { type: 'AT_HOME' }
  | { type: 'ANSWER'; answer: CustomerAnswer }
  | { type: 'REMIND' }
  /**
   * The outcome of a message is known; `customerNotice`: the state to show; undefined: not the customer's
   * last message.
   */
  | { type: 'SETTLE_NOTICE'; customerNotice: NoticeState | undefined }
  /** A user sends a message once more; whether it has a sense is decided by `machines/notice/resend.ts`. */
  | { type: 'RESEND_NOTICE' }
  /** Its slot has other hours than when it was put there, and its customer is notified. */
  | { type: 'NOTIFY_HOURS' }
  | { type: 'PASS_SLOT_END'; due: boolean }
  | { type: 'PASS_RELEASE_TIME'; due: boolean; comments: string };

export type StepType = VisitStep['type'];
export type StepOf<T extends StepType> = Extract<VisitStep, { type: T }>;
