import { assign, setup, transition } from 'xstate';
import type { EventName } from './events.ts';
import type { RefusalCode } from './refusals.ts';
import { refuseDeparture } from './technician.ts';

/**
 * The life of a visit (S1 §4, S2 §4, contract §4). Pure: it is asked with the
 * visit as its row says and a step that a person or the clock asks for; it
 * answers the visit afterwards and the event to record, or the reason to say no.
 */
export type VisitState =
  | 'unassigned'
  | 'assigned'
  | 'onTheWay'
  | 'delayed'
  | 'finished'
  | 'cancelled'
  | 'rescheduled';

/** The special status ids; every other id is a closure reason's value. */
export const statusIds = { pending: 1, postponed: 14, delayed: 17, concluded: 6 } as const;

/** What a closure reason does: data, not code (contract §4). */
export type Reason = {
  value: number;
  text: string;
  cancels: boolean;
  finalizes: boolean;
  finalizesOrder: boolean;
  derives: boolean;
  reschedules: boolean;
};

/** The columns of a visit's row that its life depends on. */
export type VisitFacts = {
  technicianId: number | null;
  statusId: number;
  reasonId: number | null;
  onTheWay: boolean;
  delayed: boolean;
  delayedWhileOnTheWay: boolean;
  finished: boolean;
  cancelled: boolean;
  rescheduled: boolean;
  detached: boolean;
};

export type VisitStep =
  /** `currentVisitId`: the visit that the technician is on the way for, if any. */
  | { type: 'TAKE'; technicianId: number; isToday: boolean }
  /** `technicianId` null: a dispatcher, who holds `can_assign_visit`. */
  | { type: 'RELEASE'; technicianId: number | null }
  | { type: 'ASSIGN'; technicianId: number | null }
  | {
      type: 'SET_ON_THE_WAY';
      technicianId: number;
      allowed: boolean;
      visitId: number;
      currentVisitId: number | null;
    }
  | { type: 'UNSET_ON_THE_WAY'; technicianId: number | null }
  /** `departs`: whether the technician's operation uses 'Voy en camino' at all. */
  | { type: 'CLOSE'; reason: Reason; technicianId: number | null; mayCloseAny: boolean; departs: boolean }
  | { type: 'RESCHEDULE'; reasonId: number }
  | { type: 'CHANGE_SLOT' }
  | { type: 'ADD_NOTE' }
  /** Back to the technician it had before the change that is taken back. */
  | { type: 'UNDO'; technicianId: number | null }
  | { type: 'PASS_SLOT_END'; due: boolean }
  | { type: 'PASS_RELEASE_TIME'; due: boolean };

type StepOf<T extends VisitStep['type']> = Extract<VisitStep, { type: T }>;

/** Each rule answers null when it holds, else the reason to say no. */
const rules = {
  isToday: (_: VisitFacts, step: VisitStep) => ((step as StepOf<'TAKE'>).isToday ? null : 'not-today'),
  isMine: (visit: VisitFacts, step: VisitStep) => {
    const by = (step as StepOf<'RELEASE'>).technicianId;
    return by === null || by === visit.technicianId ? null : 'assigned-to-other';
  },
  mayClose: (visit: VisitFacts, step: VisitStep) => {
    const { technicianId, mayCloseAny } = step as StepOf<'CLOSE'>;
    if (mayCloseAny || (technicianId !== null && technicianId === visit.technicianId)) return null;
    return visit.technicianId === null ? 'not-assigned' : 'assigned-to-other';
  },
  wentOnTheWay: (_: VisitFacts, step: VisitStep) => {
    const { mayCloseAny, departs } = step as StepOf<'CLOSE'>;
    return mayCloseAny || !departs ? null : 'close-before-on-the-way';
  },
  mayDepart: (_: VisitFacts, step: VisitStep) =>
    (step as StepOf<'SET_ON_THE_WAY'>).allowed ? null : 'on-the-way-not-allowed',
  isFree: (_: VisitFacts, step: VisitStep) => {
    const { currentVisitId, visitId } = step as StepOf<'SET_ON_THE_WAY'>;
    return refuseDeparture(currentVisitId, visitId);
  },
  keepsTechnician: (visit: VisitFacts, step: VisitStep) =>
    (step as StepOf<'UNDO'>).technicianId === visit.technicianId ? null : 'undo-too-late',
  isDue: (_: VisitFacts, step: VisitStep) => ((step as StepOf<'PASS_SLOT_END'>).due ? null : 'not-due'),
} satisfies Record<string, (visit: VisitFacts, step: VisitStep) => RefusalCode | null>;

type Rule = keyof typeof rules;

const held = (...r: Rule[]) => ({ type: 'rulesHold' as const, params: { rules: r } });
const record = (event: EventName) => ({ type: 'record' as const, params: { event } });
const cancels = ({ event }: { event: VisitStep }) => event.type === 'CLOSE' && event.reason.cancels;
const finalizes = ({ event }: { event: VisitStep }) => event.type === 'CLOSE' && event.reason.finalizes;

/** A closure has three ends: it cancels, it finalizes, or it leaves the visit pending with the reason's name. */
const closing = (...r: Rule[]) =>
  [
    {
      guard: { type: 'cancelsAnd' as const, params: { rules: r } },
      target: '#visit.cancelled',
      actions: ['closeWithReason', record('visit.cancelled')],
    },
    {
      guard: { type: 'finalizesAnd' as const, params: { rules: r } },
      target: '#visit.finished',
      actions: ['closeWithReason', record('visit.finished')],
    },
    {
      guard: { type: 'postponesAnd' as const, params: { rules: r } },
      target: '#visit.assigned',
      actions: ['postpone', record('visit.postponed')],
    },
  ] as const;

const undoing = {
  UNDO: [
    {
      guard: 'unassigns' as const,
      target: '#visit.unassigned' as const,
      actions: ['setTechnician' as const, record('visit.undone')],
    },
    { target: '#visit.assigned' as const, actions: ['setTechnician' as const, record('visit.undone')] },
  ],
};

const assigning = {
  ASSIGN: [
    {
      guard: 'unassigns' as const,
      target: '#visit.unassigned' as const,
      actions: ['setTechnician' as const, record('visit.unassigned')],
    },
    { target: '#visit.assigned' as const, actions: ['setTechnician' as const, record('visit.assigned')] },
  ],
};

export const visitMachine = setup({
  types: { context: {} as VisitFacts, events: {} as VisitStep, input: {} as VisitFacts },
  guards: {
    rulesHold: ({ context, event }, params: { rules: Rule[] }) =>
      params.rules.every((r) => !rules[r](context, event)),
    cancelsAnd: ({ context, event }, params: { rules: Rule[] }) =>
      cancels({ event }) && params.rules.every((r) => !rules[r](context, event)),
    finalizesAnd: ({ context, event }, params: { rules: Rule[] }) =>
      finalizes({ event }) && params.rules.every((r) => !rules[r](context, event)),
    postponesAnd: ({ context, event }, params: { rules: Rule[] }) =>
      !cancels({ event }) && !finalizes({ event }) && params.rules.every((r) => !rules[r](context, event)),
    unassigns: ({ event }) =>
      (event.type === 'ASSIGN' || event.type === 'UNDO') && event.technicianId === null,
    neverAssigned: ({ context }) => context.technicianId === null,
  },
  actions: {
    record: (_, _params: { event: EventName }) => {},
    setTechnician: assign(({ event }) =>
      event.type === 'TAKE' || event.type === 'ASSIGN' || event.type === 'UNDO'
        ? { technicianId: event.technicianId, detached: false }
        : {},
    ),
    clearTechnician: assign({ technicianId: null }),
    autoRelease: assign({ technicianId: null, detached: true }),
    delay: assign(({ context }) => ({ statusId: statusIds.delayed, delayedWhileOnTheWay: context.onTheWay })),
    closeWithReason: assign(({ event }) =>
      event.type === 'CLOSE' ? { statusId: event.reason.value, reasonId: event.reason.value } : {},
    ),
    postpone: assign(({ event }) =>
      event.type === 'CLOSE' ? { statusId: statusIds.postponed, reasonId: event.reason.value } : {},
    ),
    reschedule: assign(({ event }) =>
      event.type === 'RESCHEDULE' ? { statusId: event.reasonId, reasonId: event.reasonId } : {},
    ),
  },
}).createMachine({
  id: 'visit',
  context: ({ input }) => input,
  initial: 'unassigned',
  states: {
    unassigned: {
      on: {
        TAKE: {
          guard: held('isToday'),
          target: 'assigned',
          actions: ['setTechnician', record('visit.taken')],
        },
        ...assigning,
        ...undoing,
        CLOSE: closing('mayClose') as never,
        RESCHEDULE: { target: 'rescheduled', actions: ['reschedule', record('visit.rescheduled')] },
        CHANGE_SLOT: { actions: record('visit.edited') },
        ADD_NOTE: { actions: record('visit.noted') },
      },
    },
    assigned: {
      // A closure by a dispatcher may leave a visit pending that nobody ever had.
      always: { guard: 'neverAssigned', target: 'unassigned' },
      on: {
        RELEASE: {
          guard: held('isMine'),
          target: 'unassigned',
          actions: ['clearTechnician', record('visit.released')],
        },
        ...assigning,
        ...undoing,
        SET_ON_THE_WAY: {
          guard: held('isMine', 'mayDepart', 'isFree'),
          target: 'onTheWay',
          actions: record('visit.on_the_way'),
        },
        CLOSE: closing('mayClose', 'wentOnTheWay') as never,
        RESCHEDULE: { target: 'rescheduled', actions: ['reschedule', record('visit.rescheduled')] },
        CHANGE_SLOT: { actions: record('visit.edited') },
        ADD_NOTE: { actions: record('visit.noted') },
        PASS_SLOT_END: {
          guard: held('isDue'),
          target: 'delayed',
          actions: ['delay', record('visit.delayed')],
        },
        PASS_RELEASE_TIME: {
          guard: held('isDue'),
          target: 'unassigned',
          actions: ['autoRelease', record('visit.auto_released')],
        },
      },
    },
    onTheWay: {
      on: {
        UNSET_ON_THE_WAY: { guard: held('isMine'), target: 'assigned', actions: record('visit.off_the_way') },
        CLOSE: closing('mayClose') as never,
        CHANGE_SLOT: { actions: record('visit.edited') },
        ADD_NOTE: { actions: record('visit.noted') },
        UNDO: { guard: held('keepsTechnician'), actions: record('visit.undone') },
        PASS_SLOT_END: {
          guard: held('isDue'),
          target: 'delayed',
          actions: ['delay', record('visit.delayed')],
        },
      },
    },
    delayed: {
      on: { CLOSE: closing('mayClose') as never, ADD_NOTE: { actions: record('visit.noted') } },
    },
    finished: { type: 'final' },
    cancelled: { type: 'final' },
    rescheduled: { type: 'final' },
  },
});

/** The state that a row's columns mean. */
export function stateOf(visit: VisitFacts): VisitState {
  if (visit.rescheduled) return 'rescheduled';
  if (visit.finished) return 'finished';
  if (visit.cancelled) return 'cancelled';
  if (visit.delayed) return 'delayed';
  if (visit.onTheWay) return 'onTheWay';
  return visit.technicianId === null ? 'unassigned' : 'assigned';
}

/** The reason to say no where a state has no such step at all. */
const refusedBy: Record<VisitState, Partial<Record<VisitStep['type'], RefusalCode>>> = {
  unassigned: { RELEASE: 'not-assigned', SET_ON_THE_WAY: 'not-assigned', UNSET_ON_THE_WAY: 'not-on-the-way' },
  assigned: { TAKE: 'already-taken', UNSET_ON_THE_WAY: 'not-on-the-way' },
  onTheWay: {
    TAKE: 'already-taken',
    RELEASE: 'release-on-the-way',
    ASSIGN: 'reassign-on-the-way',
    SET_ON_THE_WAY: 'already-on-the-way',
    RESCHEDULE: 'reschedule-on-the-way',
    UNDO: 'undo-too-late',
  },
  delayed: {
    TAKE: 'already-taken',
    RELEASE: 'release-delayed',
    ASSIGN: 'reassign-delayed',
    SET_ON_THE_WAY: 'delayed-only-closes',
    UNSET_ON_THE_WAY: 'delayed-only-closes',
    RESCHEDULE: 'reschedule-delayed',
    CHANGE_SLOT: 'delayed-only-closes',
    UNDO: 'undo-too-late',
  },
  finished: {},
  cancelled: {},
  rescheduled: {},
};

export type Decision =
  | { ok: true; state: VisitState; visit: VisitFacts; event: EventName }
  | { ok: false; refusal: RefusalCode };

const closed = new Set<VisitState>(['finished', 'cancelled', 'rescheduled']);

/** Ask the machine: what does this step leave behind, or why not? */
export function decideVisit(visit: VisitFacts, step: VisitStep): Decision {
  const state = stateOf(visit);
  const from = visitMachine.resolveState({ value: state, context: visit });
  if (!from.can(step)) return { ok: false, refusal: reasonNot(state, visit, step) };
  const [to, actions] = transition(visitMachine, from, step);
  const next = to.value as VisitState;
  const recorded = actions.find((action) => action.type === 'record') as { params: { event: EventName } };
  return {
    ok: true,
    state: next,
    event: recorded.params.event,
    visit: {
      ...to.context,
      onTheWay: next === 'onTheWay',
      delayed: next === 'delayed',
      finished: next === 'finished',
      cancelled: next === 'cancelled',
      rescheduled: next === 'rescheduled',
    },
  };
}

function reasonNot(state: VisitState, visit: VisitFacts, step: VisitStep): RefusalCode {
  if (closed.has(state)) return step.type === 'UNDO' ? 'undo-too-late' : 'visit-closed';
  if (state === 'assigned' && step.type === 'TAKE' && step.technicianId === visit.technicianId)
    return 'already-yours';
  const refusal = refusedBy[state][step.type];
  if (refusal) return refusal;
  const asked: Partial<Record<VisitStep['type'], Rule[]>> = {
    TAKE: ['isToday'],
    RELEASE: ['isMine'],
    SET_ON_THE_WAY: ['isMine', 'mayDepart', 'isFree'],
    UNSET_ON_THE_WAY: ['isMine'],
    CLOSE: ['mayClose', 'wentOnTheWay'],
    PASS_SLOT_END: ['isDue'],
    PASS_RELEASE_TIME: ['isDue'],
  };
  for (const rule of asked[step.type] ?? []) {
    const no = rules[rule](visit, step);
    if (no) return no;
  }
  return 'not-due';
}

/** What a dispatcher may do with a visit: for each action null, or the reason why not (S2 §2, §4). */
export type DispatcherSteps = Record<'assign' | 'changeSlot' | 'note' | 'reschedule', RefusalCode | null>;

/** Asked by the screens, so that a field, a checkbox or a button and the server never disagree. */
export function dispatcherSteps(visit: VisitFacts): DispatcherSteps {
  const refusalOf = (step: VisitStep): RefusalCode | null => {
    const decision = decideVisit(visit, step);
    return decision.ok ? null : decision.refusal;
  };
  return {
    assign: refusalOf({ type: 'ASSIGN', technicianId: null }),
    changeSlot: refusalOf({ type: 'CHANGE_SLOT' }),
    note: refusalOf({ type: 'ADD_NOTE' }),
    reschedule: refusalOf({ type: 'RESCHEDULE', reasonId: 0 }),
  };
}

/** What a person sees of a visit: its label, and the tone that colour, icon and legend share. */
export type StatusTone =
  | 'pending'
  | 'assigned'
  | 'onTheWay'
  | 'delayed'
  | 'finished'
  | 'cancelled'
  | 'rescheduled';

export function toneOf(visit: VisitFacts): StatusTone {
  const state = stateOf(visit);
  return state === 'unassigned' ? 'pending' : state;
}

/** S1 §4 'Visit status labels'; `reasonText` is the text of the visit's closure reason, if any. */
export function statusLabel(visit: VisitFacts, reasonText: string | null): string {
  const state = stateOf(visit);
  if (state === 'onTheWay') return 'En camino';
  if (state === 'delayed') return 'Cierre demorado';
  if (visit.statusId === statusIds.pending) return 'Pendiente';
  if (visit.statusId === statusIds.postponed) return reasonText ? `Pendiente: ${reasonText}` : 'Pendiente';
  return reasonText ?? 'Concluida';
}

/** What a technician may do with a visit: for each of the four actions null, or the reason why not (S1 §4). */
export type TechnicianSteps = Record<'take' | 'release' | 'onTheWay' | 'close', RefusalCode | null>;

/** Asked by the screens, so that a button and the server never disagree. */
export function technicianSteps(
  visit: VisitFacts & { id: number },
  by: { technicianId: number; currentVisitId: number | null; departs: boolean; isToday: boolean },
): TechnicianSteps {
  const { technicianId, currentVisitId, departs, isToday } = by;
  const refusalOf = (step: VisitStep): RefusalCode | null => {
    const decision = decideVisit(visit, step);
    return decision.ok ? null : decision.refusal;
  };
  return {
    take: refusalOf({ type: 'TAKE', technicianId, isToday }),
    release: refusalOf({ type: 'RELEASE', technicianId }),
    onTheWay: refusalOf({
      type: 'SET_ON_THE_WAY',
      technicianId,
      allowed: departs,
      visitId: visit.id,
      currentVisitId,
    }),
    close: refusalOf({ type: 'CLOSE', reason: anyReason, technicianId, mayCloseAny: false, departs }),
  };
}

const anyReason: Reason = {
  value: statusIds.concluded,
  text: '',
  cancels: false,
  finalizes: true,
  finalizesOrder: false,
  derives: false,
  reschedules: false,
};
