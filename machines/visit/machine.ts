import { type AnyActorScope, assign, createActor, setup } from 'xstate';
import type { EventName } from '../events.ts';
import type { RefusalCode } from '../words/refusals.ts';
import {
  marksOf,
  stateOf,
  statusIds,
  type VisitChange,
  type VisitFacts,
  type VisitState,
  visitStates,
} from './facts.ts';
import { type Rule, rules } from './rules.ts';
import type { StepType, VisitStep } from './steps.ts';

/** When a step is taken, and its author's name for the visit's row. */
export type Moment = { at: Date; by: string };

/** Another way, or another technician: the arrival before it stays in the visit's history. */
const notArrived = { arrived: false, arrivedAt: null };
/** What was said of the time holds no longer. */
const onTime = { runningLate: null };

const visitSetup = setup({
  types: {
    context: {} as VisitFacts & VisitChange,
    events: {} as VisitStep & Moment,
    input: {} as VisitFacts & VisitChange,
  },
  guards: {
    breaks: ({ context, event }, { rule }: { rule: Rule }) => rules[rule](context, event) !== null,
    cancels: ({ event }) => event.type === 'CLOSE' && event.reason.cancels,
    finalizes: ({ event }) => event.type === 'CLOSE' && event.reason.finalizes,
    unassigns: ({ event }) =>
      (event.type === 'ASSIGN' || event.type === 'UNDO') && event.technicianId === null,
    isUnassigned: ({ context }) => context.technicianId === null,
  },
  actions: {
    /** The visit stays as it is. */
    refuse: (_, _params: { code: RefusalCode }) => {},
    /** The same, with the rule's reason. */
    refuseBy: (_, _params: { rule: Rule }) => {},
    record: (_, _params: { event: EventName }) => {},
    giveToTechnician: assign(({ context, event }) => {
      if (event.type !== 'TAKE' && event.type !== 'ASSIGN') return {};
      const { technicianId, at, by } = event;
      const loses = event.type === 'ASSIGN' && context.technicianId !== null;
      return {
        technicianId,
        rank: event.type === 'ASSIGN' ? (event.rank ?? null) : null,
        assignedAt: technicianId === null ? null : at,
        ...(context.arrived ? notArrived : {}),
        ...onTime,
        detached: false,
        ...(loses ? { detachedBy: by, detachedComments: event.comments } : {}),
      };
    }),
    detach: assign(({ event }) =>
      event.type === 'RELEASE' || event.type === 'PASS_RELEASE_TIME'
        ? {
            technicianId: null,
            assignedAt: null,
            ...onTime,
            detachedBy: event.by,
            detachedComments: event.comments,
          }
        : {},
    ),
    markDetached: assign({ detached: true }),
    depart: assign(({ context, event }) => ({
      onTheWayAt: event.at,
      ...(context.arrived ? notArrived : {}),
    })),
    arrive: assign(({ event }) => ({ arrived: true, arrivedAt: event.at, ...onTime })),
    runLate: assign(({ event }) => (event.type === 'RUN_LATE' ? { runningLate: event.minutes } : {})),
    delay: assign(({ context }) => ({ statusId: statusIds.delayed, delayedWhileOnTheWay: context.onTheWay })),
    close: assign(({ event }) =>
      event.type === 'CLOSE'
        ? {
            statusId: event.reason.value,
            reasonId: event.reason.value,
            closedAt: event.at,
            ...event.evidence,
          }
        : {},
    ),
    postpone: assign(({ event }) =>
      event.type === 'CLOSE'
        ? {
            statusId: statusIds.postponed,
            reasonId: event.reason.value,
            postponedAt: event.at,
            ...event.evidence,
          }
        : {},
    ),
    reschedule: assign(({ event }) =>
      event.type === 'RESCHEDULE'
        ? {
            statusId: event.reasonId,
            reasonId: event.reasonId,
            closedAt: event.at,
            rescheduledNext: event.nextId,
            rescheduleComments: event.comments,
          }
        : {},
    ),
    /** The slot change restarts the assignment's timers. */
    changeSlot: assign(({ context, event }) =>
      event.type === 'CHANGE_SLOT'
        ? {
            slotId: event.slotId,
            lateSchedule: event.late,
            overbooked: event.overbooked,
            rank: event.rank ?? null,
            ...onTime,
            confirmedAt: null,
            atHomeAt: null,
            assignedAt: context.technicianId === null ? null : event.at,
          }
        : {},
    ),
    undo: assign(({ context, event }) => {
      if (event.type !== 'UNDO') return {};
      const { technicianId, slotId, lateSchedule, overbooked, rank, at } = event;
      const returns = technicianId !== context.technicianId;
      return {
        technicianId,
        slotId,
        lateSchedule,
        overbooked,
        rank,
        ...(returns ? { assignedAt: technicianId === null ? null : at } : {}),
        ...(returns || technicianId === null ? { detachedBy: null, detachedComments: null } : {}),
      };
    }),
    reorder: assign(({ event }) => (event.type === 'REORDER' ? { rank: event.rank } : {})),
    correct: assign(({ event }) => (event.type === 'CORRECT' ? event.facts : {})),
    noteAtHome: assign(({ event }) => ({ atHomeAt: event.at })),
    confirm: assign(({ event }) => ({ confirmedAt: event.at })),
    answer: assign(({ event }) => (event.type === 'ANSWER' ? { customerAnswer: event.answer } : {})),
    showNotice: assign(({ event }) =>
      event.type === 'SETTLE_NOTICE' && event.customerNotice !== undefined
        ? { customerNotice: event.customerNotice }
        : {},
    ),
  },
});

type Steps = NonNullable<Parameters<typeof visitSetup.createMachine>[0]['on']>;
/** Exhaustive: every state has an arrow or a refusal for every step, or it does not compile. */
type EveryStep = { [T in StepType]: NonNullable<Steps[T]> };

const record = (event: EventName) => ({ type: 'record', params: { event } }) as const;
const refuse = (code: RefusalCode) => ({ actions: { type: 'refuse', params: { code } } }) as const;
/** Refuses if the rule does not hold; otherwise the next arrows are tried. */
const unless = (rule: Rule) =>
  ({
    guard: { type: 'breaks', params: { rule } },
    actions: { type: 'refuseBy', params: { rule } },
  }) as const;

/** A closure cancels, finalizes, or leaves the visit pending with the reason's name. */
const close = [
  unless('mayClose'),
  unless('provedArrival'),
  { guard: 'cancels', target: '#visit.cancelled', actions: ['close', record('visit.cancelled')] },
  { guard: 'finalizes', target: '#visit.finished', actions: ['close', record('visit.finished')] },
  { target: '#visit.assigned', actions: ['postpone', record('visit.postponed')] },
] as const;
const assignTo = [
  {
    guard: 'unassigns',
    target: '#visit.unassigned',
    actions: ['giveToTechnician', record('visit.unassigned')],
  },
  { target: '#visit.assigned', actions: ['giveToTechnician', record('visit.assigned')] },
] as const;
const undo = [
  { guard: 'unassigns', target: '#visit.unassigned', actions: ['undo', record('visit.undone')] },
  { target: '#visit.assigned', actions: ['undo', record('visit.undone')] },
] as const;
const reschedule = {
  target: '#visit.rescheduled',
  actions: ['reschedule', record('visit.rescheduled')],
} as const;
const changeSlot = { actions: ['changeSlot', record('visit.edited')] } as const;
const delay = [
  unless('isDue'),
  { target: '#visit.delayed', actions: ['delay', record('visit.delayed')] },
] as const;
const runLate = [unless('isMine'), { actions: ['runLate', record('visit.running_late')] }] as const;
const call = [unless('isMine'), { actions: record('visit.called') }] as const;
const addPhoto = [unless('isMine'), unless('hasRoom'), { actions: record('visit.photographed') }] as const;
/** Steps that every open state accepts without changing state. */
const whileOpen = {
  ADD_NOTE: { actions: record('visit.noted') },
  CORRECT: { actions: ['correct', record('visit.edited')] },
  REORDER: { actions: ['reorder', record('visit.reordered')] },
  REMIND: { actions: record('visit.reminded') },
  AT_HOME: { actions: ['noteAtHome', record('visit.at_home')] },
  ADD_PHOTO: addPhoto,
  SETTLE_NOTICE: { actions: ['showNotice', record('notice.recorded')] },
  RESEND_NOTICE: { actions: record('visit.notice_resent') },
  NOTIFY_HOURS: { actions: record('visit.hours_notified') },
} as const;
const whenClosed = {
  TAKE: refuse('visit-closed'),
  RELEASE: refuse('visit-closed'),
  ASSIGN: refuse('visit-closed'),
  SET_ON_THE_WAY: refuse('visit-closed'),
  UNSET_ON_THE_WAY: refuse('visit-closed'),
  ARRIVE: refuse('visit-closed'),
  RUN_LATE: refuse('visit-closed'),
  CALL: refuse('visit-closed'),
  // Photos are sent after the steps, so that none waits for them.
  ADD_PHOTO: [unless('isRecent'), ...addPhoto],
  CLOSE: refuse('visit-closed'),
  RESCHEDULE: refuse('visit-closed'),
  CHANGE_SLOT: refuse('visit-closed'),
  ADD_NOTE: refuse('visit-closed'),
  UNDO: refuse('undo-too-late'),
  CORRECT: refuse('visit-closed'),
  REORDER: refuse('visit-closed'),
  CONFIRM: refuse('visit-closed'),
  AT_HOME: refuse('visit-closed'),
  ANSWER: refuse('question-too-early'),
  REMIND: refuse('visit-closed'),
  SETTLE_NOTICE: whileOpen.SETTLE_NOTICE,
  // The question comes after the visit.
  RESEND_NOTICE: whileOpen.RESEND_NOTICE,
  NOTIFY_HOURS: refuse('visit-closed'),
  PASS_SLOT_END: refuse('visit-closed'),
  PASS_RELEASE_TIME: refuse('visit-closed'),
} as const;

/** The life of a visit (S1 §4, S2 §4, contract §4): each state's answer to each step. */
export const visitMachine = visitSetup.createMachine({
  id: 'visit',
  context: ({ input }) => input,
  initial: 'unassigned',
  states: {
    unassigned: {
      on: {
        ...whileOpen,
        TAKE: [
          unless('isToday'),
          { target: 'assigned', actions: ['giveToTechnician', record('visit.taken')] },
        ],
        RELEASE: refuse('not-assigned'),
        ASSIGN: assignTo,
        SET_ON_THE_WAY: refuse('not-assigned'),
        UNSET_ON_THE_WAY: refuse('not-on-the-way'),
        ARRIVE: refuse('not-assigned'),
        RUN_LATE: refuse('not-assigned'),
        CALL: refuse('not-assigned'),
        CLOSE: close,
        RESCHEDULE: reschedule,
        CHANGE_SLOT: changeSlot,
        UNDO: undo,
        CONFIRM: { actions: ['confirm', record('visit.confirmed')] },
        ANSWER: refuse('question-too-early'),
        PASS_SLOT_END: refuse('not-due'),
        PASS_RELEASE_TIME: refuse('not-due'),
      } satisfies EveryStep,
    },
    assigned: {
      // A dispatcher may close as pending a visit that never had a technician.
      always: { guard: 'isUnassigned' as const, target: 'unassigned' as const },
      on: {
        ...whileOpen,
        TAKE: [unless('isNotYours'), refuse('already-taken')],
        RELEASE: [unless('isMine'), { target: 'unassigned', actions: ['detach', record('visit.released')] }],
        ASSIGN: assignTo,
        SET_ON_THE_WAY: [
          unless('isMine'),
          unless('mayDepart'),
          unless('isFree'),
          { target: 'onTheWay', actions: ['depart', record('visit.on_the_way')] },
        ],
        UNSET_ON_THE_WAY: refuse('not-on-the-way'),
        ARRIVE: [
          unless('isMine'),
          unless('isOffered'),
          unless('arrivesAtOnce'),
          unless('isFree'),
          { target: 'arrived', actions: ['arrive', record('visit.arrived')] },
        ],
        RUN_LATE: runLate,
        CALL: call,
        CLOSE: [close[0], unless('wentOnTheWay'), ...close.slice(1)],
        RESCHEDULE: reschedule,
        CHANGE_SLOT: changeSlot,
        UNDO: undo,
        CONFIRM: { actions: ['confirm', record('visit.confirmed')] },
        ANSWER: refuse('question-too-early'),
        PASS_SLOT_END: delay,
        PASS_RELEASE_TIME: [
          unless('isDue'),
          { target: 'unassigned', actions: ['detach', 'markDetached', record('visit.auto_released')] },
        ],
      } satisfies EveryStep,
    },
    onTheWay: {
      on: {
        ...whileOpen,
        TAKE: refuse('already-taken'),
        RELEASE: refuse('release-on-the-way'),
        ASSIGN: refuse('reassign-on-the-way'),
        SET_ON_THE_WAY: refuse('already-on-the-way'),
        UNSET_ON_THE_WAY: [unless('isMine'), { target: 'assigned', actions: record('visit.off_the_way') }],
        ARRIVE: [
          unless('isMine'),
          unless('isOffered'),
          { target: 'arrived', actions: ['arrive', record('visit.arrived')] },
        ],
        RUN_LATE: runLate,
        CALL: call,
        CLOSE: close,
        RESCHEDULE: refuse('reschedule-on-the-way'),
        CHANGE_SLOT: changeSlot,
        UNDO: [unless('keepsTechnician'), { actions: ['undo', record('visit.undone')] }],
        CONFIRM: refuse('reply-on-the-way'),
        ANSWER: refuse('question-too-early'),
        PASS_SLOT_END: delay,
        PASS_RELEASE_TIME: refuse('not-due'),
      } satisfies EveryStep,
    },
    arrived: {
      on: {
        ...whileOpen,
        TAKE: refuse('already-taken'),
        RELEASE: refuse('release-on-the-way'),
        ASSIGN: refuse('reassign-on-the-way'),
        SET_ON_THE_WAY: refuse('already-arrived'),
        UNSET_ON_THE_WAY: refuse('already-arrived'),
        ARRIVE: [unless('isMine'), refuse('already-arrived')],
        RUN_LATE: refuse('already-arrived'),
        CALL: call,
        CLOSE: close,
        RESCHEDULE: refuse('reschedule-on-the-way'),
        CHANGE_SLOT: changeSlot,
        UNDO: [unless('keepsTechnician'), { actions: ['undo', record('visit.undone')] }],
        CONFIRM: refuse('reply-on-the-way'),
        ANSWER: refuse('question-too-early'),
        PASS_SLOT_END: delay,
        PASS_RELEASE_TIME: refuse('not-due'),
      } satisfies EveryStep,
    },
    delayed: {
      on: {
        ...whileOpen,
        TAKE: refuse('already-taken'),
        RELEASE: refuse('release-delayed'),
        ASSIGN: refuse('reassign-delayed'),
        SET_ON_THE_WAY: refuse('delayed-only-closes'),
        UNSET_ON_THE_WAY: refuse('delayed-only-closes'),
        // Late or not, it is the proof of the visit.
        ARRIVE: [
          unless('isMine'),
          unless('isOffered'),
          unless('hasNotArrived'),
          { actions: ['arrive', record('visit.arrived')] },
        ],
        RUN_LATE: refuse('delayed-only-closes'),
        CALL: call,
        CLOSE: close,
        RESCHEDULE: refuse('reschedule-delayed'),
        CHANGE_SLOT: refuse('delayed-only-closes'),
        UNDO: refuse('undo-too-late'),
        CONFIRM: refuse('reply-too-late'),
        ANSWER: refuse('question-too-early'),
        PASS_SLOT_END: refuse('not-due'),
        PASS_RELEASE_TIME: refuse('not-due'),
      } satisfies EveryStep,
    },
    finished: {
      on: {
        ...whenClosed,
        ANSWER: { actions: ['answer', record('visit.answered')] },
      } satisfies EveryStep,
    },
    cancelled: { on: whenClosed satisfies EveryStep },
    rescheduled: { on: whenClosed satisfies EveryStep },
  } satisfies Record<VisitState, object>,
});

export type Decision =
  | {
      ok: true;
      state: VisitState;
      visit: VisitFacts;
      /** The changed columns of its row. */
      change: VisitChange;
      event: EventName;
    }
  | { ok: false; refusal: RefusalCode };

// Created once: xstate's `transition` creates an actor per call, which takes most of its time.
const performed: { type: string; params: unknown }[] = [];
const actor = createActor(visitMachine, { input: {} as VisitFacts });
const scope: AnyActorScope = {
  self: actor,
  id: '',
  sessionId: '',
  system: actor.system,
  logger: () => {},
  defer: () => {},
  emit: () => {},
  stopChild: () => {},
  actionExecutor: (action) => void performed.push(action),
};

/** Each state's snapshot, resolved once: it does not depend on a visit. */
const snapshots = Object.fromEntries(
  visitStates.map((value) => [value, visitMachine.resolveState({ value, context: {} as VisitFacts })]),
) as Record<VisitState, ReturnType<typeof visitMachine.resolveState>>;

/**
 * A step's result: the visit's state, the whole change of its row and the event to record, or the refusal. Pure.
 * @param visit as its row says
 */
export function decideVisit(visit: VisitFacts & VisitChange, step: VisitStep, moment: Moment): Decision {
  const from = { ...snapshots[stateOf(visit)], context: visit };
  performed.length = 0;
  const to = visitMachine.transition(from, { ...step, ...moment }, scope);
  let event: EventName | undefined;
  for (const { type, params } of performed) {
    if (type === 'refuse') return { ok: false, refusal: (params as { code: RefusalCode }).code };
    if (type === 'refuseBy')
      return { ok: false, refusal: rules[(params as { rule: Rule }).rule](visit, step) ?? 'not-due' };
    if (type === 'record') event = (params as { event: EventName }).event;
  }
  const state = to.value as VisitState;
  const next = { ...to.context, ...marksOf(state) };
  const change: Record<string, unknown> = {};
  for (const column of Object.keys(next) as (keyof VisitChange)[])
    if (next[column] !== visit[column]) change[column] = next[column];
  return { ok: true, state, visit: next, change, event: event! };
}
