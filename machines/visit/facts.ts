import type { NoticeState } from '../notice/notice.ts';

/** The states that are columns of the visit's row, by precedence: of several that are set, the first holds. */
export const marks = ['finished', 'cancelled', 'rescheduled', 'delayed', 'onTheWay'] as const;
export type Mark = (typeof marks)[number];

/** The states of a visit (S1 §4, S2 §4, contract §4). */
export const visitStates = ['unassigned', 'assigned', ...marks, 'arrived'] as const;
export type VisitState = (typeof visitStates)[number];

/** Whether a visit in this state is open. */
const openStates: Record<VisitState, boolean> = {
  unassigned: true,
  assigned: true,
  onTheWay: true,
  arrived: true,
  delayed: true,
  finished: false,
  cancelled: false,
  rescheduled: false,
};

/** The marks that close a visit; the SQL of 'open' is generated from them (db/record/open-visits.ts). */
export const closingMarks = marks.filter((mark) => !openStates[mark]);

/** Special status ids; every other id is a closure reason's value. */
export const statusIds = { pending: 1, postponed: 14, delayed: 17, concluded: 6 } as const;

/** The columns of a visit's row that its next step depends on. */
export type VisitFacts = Record<Mark, boolean> & {
  technicianId: number | null;
  statusId: number;
  reasonId: number | null;
  delayedWhileOnTheWay: boolean;
  /** The technician has come to the address: on the way it is a state of its own, a delayed visit keeps it. */
  arrived: boolean;
  detached: boolean;
  /** By how many minutes its technician has said to run late, 0: they will not make it; null: nothing was said. */
  runningLate: number | null;
};

/** Whether the problem was solved, by the customer. */
export type CustomerAnswer = 'yes' | 'no';

/** The other columns that steps write. Those of a closing are its evidence (S1 §5 'Finish visit'). */
export type VisitDetails = {
  slotId: number;
  lateSchedule: boolean;
  /** It stands above the capacity of its slot, on purpose. */
  overbooked: boolean;
  /** The order inside its technician's slot. */
  rank: number | null;
  assignedAt: Date | null;
  onTheWayAt: Date | null;
  arrivedAt: Date | null;
  postponedAt: Date | null;
  closedAt: Date | null;
  detachedBy: string | null;
  detachedComments: string | null;
  rescheduledNext: number | null;
  rescheduleComments: string | null;
  confirmedAt: Date | null;
  /** When the customer said that they are at home. */
  atHomeAt: Date | null;
  customerAnswer: CustomerAnswer | null;
  customerNotice: NoticeState | null;
  derivationType: number | null;
  repairCode: string | null;
  extraComments: string | null;
  materialComments: string | null;
  laborComments: string | null;
  signature: Uint8Array | null;
  signatureName: string | null;
  clientId: string;
  clientName: string;
  clientAddress: string;
  nodeName: string;
  tag: string;
};

/** What a step writes into a visit's row; absent columns stay as they are. */
export type VisitChange = Partial<VisitFacts & VisitDetails>;

export function stateOf(visit: VisitFacts): VisitState {
  const mark = marks.find((each) => visit[each]);
  if (mark === 'onTheWay' && visit.arrived) return 'arrived';
  return mark ?? (visit.technicianId === null ? 'unassigned' : 'assigned');
}

export const marksOf = (state: VisitState): Record<Mark, boolean> => ({
  rescheduled: state === 'rescheduled',
  finished: state === 'finished',
  cancelled: state === 'cancelled',
  delayed: state === 'delayed',
  // Until it is closed the technician is busy with it.
  onTheWay: state === 'onTheWay' || state === 'arrived',
});

/** Neither finished nor cancelled nor rescheduled. */
export const isOpen = (visit: Pick<VisitFacts, 'finished' | 'cancelled' | 'rescheduled'>): boolean =>
  !closingMarks.some((mark) => visit[mark as keyof typeof visit]);
