import { z } from 'zod';
import type { Ability, Permission } from '../../machines/access/permissions.ts';
import type { Refusal } from '../../machines/words/refusals.ts';
import type { Context } from '../record/transact.ts';
import { editUser } from './accounts/edit-user.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { acknowledgeEvents } from './attention/acknowledge-events.ts';
import { createLinkCode } from './bot/create-link-code.ts';
import { linkChat, unlinkChat } from './bot/link-chat.ts';
import { mergeNames } from './catalogue/merge-names.ts';
import { undoMerge } from './catalogue/undo-merge.ts';
import { answerQuestion } from './conversation/answer-question.ts';
import { cancelCustomerVisit } from './conversation/cancel-customer-visit.ts';
import { confirmVisit } from './conversation/confirm-visit.ts';
import { editConversation } from './conversation/edit-conversation.ts';
import { moveCustomerVisit } from './conversation/move-customer-visit.ts';
import { noteLinkOpened } from './conversation/note-link-opened.ts';
import { sayAtHome } from './conversation/say-at-home.ts';
import { deleteAbsence } from './crew/delete-absence.ts';
import { editAbsence } from './crew/edit-absence.ts';
import { editSkills } from './crew/edit-skills.ts';
import { arriveVisit } from './field/arrive-visit.ts';
import { autoRelease } from './field/auto-release.ts';
import { finishVisit } from './field/finish-visit.ts';
import { markDelayed } from './field/mark-delayed.ts';
import { recordCall } from './field/record-call.ts';
import { releaseVisit } from './field/release-visit.ts';
import { sayRunningLate } from './field/say-running-late.ts';
import { setOnTheWay } from './field/set-on-the-way.ts';
import { takeVisit } from './field/take-visit.ts';
import { intakeClients, intakeOrders, intakeTickets } from './intake/intake.ts';
import { resendNotice } from './notices/resend-notice.ts';
import { endSession } from './profile/end-session.ts';
import { savePreferences } from './profile/save-preferences.ts';
import { removePicture } from './profile/set-picture.ts';
import { subscribeToPush, unsubscribeFromPush } from './profile/subscribe-to-push.ts';
import { subscribeToTechnicians, unsubscribeFromTechnicians } from './profile/subscribe-to-technicians.ts';
import { setRetention } from './retention/set-retention.ts';
import { deleteView } from './saved-views/delete-view.ts';
import { editView } from './saved-views/edit-view.ts';
import { deleteSlot } from './settings/delete-slot.ts';
import { deleteZone } from './settings/delete-zone.ts';
import { editPriority } from './settings/edit-priority.ts';
import { editSlot } from './settings/edit-slot.ts';
import { editSlotDay } from './settings/edit-slot-day.ts';
import { editZone } from './settings/edit-zone.ts';
import { notifySlotHours } from './settings/notify-slot-hours.ts';
import { undoZoneDeletion } from './settings/undo-zone-deletion.ts';
import { changeTechnician } from './visits/change-technician.ts';
import { createVisit } from './visits/create-visit.ts';
import { editVisit } from './visits/edit-visit.ts';
import { placeVisits } from './visits/place-visits.ts';
import { rescheduleVisits } from './visits/reschedule-visits.ts';
import { undoChange } from './visits/undo-change.ts';
import { deleteWebhook } from './webhooks/delete-webhook.ts';
import { editWebhook } from './webhooks/edit-webhook.ts';
import { resendDeliveries } from './webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/test-webhook.ts';

/** A command as an entry point sees it. It answers a refusal, or what it did. */
export type AnyCommand<Answer = unknown> = ((
  context: Context,
  input: unknown,
) => Promise<Answer | Refusal>) & {
  schema: z.ZodType;
  /** Needed in any case; a command may ask for more once it knows the row. */
  permission: Permission | Ability | null;
};

type Row = {
  run: AnyCommand;
  /** From a screen, at `/do/<name>`: what the browser receives of the answer, and nothing else. */
  screen?: z.ZodType;
  /** By a call of `/v1`, which the API's table documents. */
  api?: true;
  /** By the chat bot. */
  bot?: true;
  /** By the customer, from the link of a visit, without a session. */
  link?: true;
  /** By a timer of the workers (`workers/timed-jobs.ts`), when a visit's deadline passes. */
  timer?: true;
  /** The field of its input that holds a picture: with one it is costly work (`isCostly`). */
  picture?: string;
};

type Answered<Run extends AnyCommand> = Exclude<Awaited<ReturnType<Run>>, Refusal>;
/** The screen's schema has to accept what the command answers. */
type Accepted<Run extends AnyCommand, By> = By extends { screen: infer Screen extends z.ZodType }
  ? Answered<Run> extends z.input<Screen>
    ? unknown
    : { screen: z.ZodType<unknown, Answered<Run>> }
  : unknown;

const row = <Run extends AnyCommand, const By extends Omit<Row, 'run'>>(
  run: Run,
  by: By & Accepted<Run, By>,
): By & { run: Run } => ({ ...by, run });

/** That it was done is all. */
const done = z.unknown().transform(() => ({}));
const visit = z.object({ visit_id: z.int() });
const visits = z.object({ visit_id: z.array(z.int()) });
const versioned = z.object({ id: z.int(), version: z.int() });
const withSecret = versioned.extend({ secret: z.string().nullable() });
const temporaryPassword = z.string().nullable();

/**
 * Every command that changes a visit, a setting or an account, and who asks for it. The screens' address, the table of
 * the API, the bot, the customer's page and the timers are made of it. What the timers do to the record as a whole
 * (pruning, months, sums of segments) has no input, no actor and no refusal: it is in `workers/timed-jobs.ts`.
 */
export const commands = {
  takeVisit: row(takeVisit, { screen: visit, api: true, bot: true }),
  releaseVisit: row(releaseVisit, { screen: visit, api: true, bot: true }),
  setOnTheWay: row(setOnTheWay, { screen: visit, api: true, bot: true }),
  arriveVisit: row(arriveVisit, { screen: visit, api: true, bot: true }),
  sayRunningLate: row(sayRunningLate, { screen: visits, api: true }),
  recordCall: row(recordCall, { screen: visit, api: true }),
  finishVisit: row(finishVisit, { screen: visit, api: true, picture: 'signature' }),
  createVisit: row(createVisit, { screen: visit, api: true }),
  editVisit: row(editVisit, { screen: visit, api: true }),
  rescheduleVisits: row(rescheduleVisits, {
    screen: z.object({ new_id: z.union([z.int(), z.array(z.int())]) }),
    api: true,
  }),
  changeTechnician: row(changeTechnician, { screen: visits.extend({ changed: z.int() }), api: true }),
  placeVisits: row(placeVisits, { screen: visits.extend({ changed: z.int() }), api: true }),
  undoChange: row(undoChange, { screen: visits, api: true }),

  acknowledgeEvents: row(acknowledgeEvents, {
    screen: z.object({ subsidiary: z.string(), events: z.array(z.int()) }),
    api: true,
  }),

  resendNotice: row(resendNotice, { screen: visit, api: true }),
  noteLinkOpened: row(noteLinkOpened, { link: true }),

  markDelayed: row(markDelayed, { timer: true }),
  autoRelease: row(autoRelease, { timer: true }),

  confirmVisit: row(confirmVisit, { link: true }),
  moveCustomerVisit: row(moveCustomerVisit, { link: true }),
  cancelCustomerVisit: row(cancelCustomerVisit, { link: true }),
  answerQuestion: row(answerQuestion, { link: true }),
  sayAtHome: row(sayAtHome, { link: true }),

  editSlot: row(editSlot, { screen: versioned.extend({ open_visits: z.int() }), api: true }),
  notifySlotHours: row(notifySlotHours, { screen: z.object({ id: z.int(), notified: z.int() }), api: true }),
  editSlotDay: row(editSlotDay, { screen: versioned, api: true }),
  deleteSlot: row(deleteSlot, { screen: done, api: true }),
  editPriority: row(editPriority, { screen: versioned, api: true }),
  editZone: row(editZone, { screen: versioned, api: true }),
  deleteZone: row(deleteZone, { screen: done, api: true }),
  undoZoneDeletion: row(undoZoneDeletion, { screen: versioned, api: true }),
  mergeNames: row(mergeNames, {
    screen: z.object({ id: z.int(), orders: z.int(), pending: z.int(), visits: z.int() }),
    api: true,
  }),
  undoMerge: row(undoMerge, {
    screen: z.object({ id: z.int(), orders: z.int(), visits: z.int() }),
    api: true,
  }),
  editConversation: row(editConversation, {
    screen: z.object({ subsidiary_id: z.string(), version: z.int() }),
    api: true,
    picture: 'logo',
  }),
  editAbsence: row(editAbsence, { screen: versioned.extend({ assigned_visits: z.int() }), api: true }),
  deleteAbsence: row(deleteAbsence, { screen: done, api: true }),
  editSkills: row(editSkills, {
    screen: z.object({ subsidiary_id: z.string(), version: z.int() }),
    api: true,
  }),
  setRetention: row(setRetention, {
    screen: z.object({ subsidiary_id: z.string(), months: z.int().nullable() }),
    api: true,
  }),

  editWebhook: row(editWebhook, { screen: withSecret, api: true }),
  deleteWebhook: row(deleteWebhook, { screen: done, api: true }),
  rotateWebhookSecret: row(rotateWebhookSecret, { screen: withSecret, api: true }),
  testWebhook: row(testWebhook, { screen: z.object({ id: z.int(), delivery_id: z.int() }), api: true }),
  resendDeliveries: row(resendDeliveries, {
    screen: z.object({ id: z.int(), resent: z.int(), left: z.int() }),
    api: true,
  }),

  editUser: row(editUser, {
    screen: versioned.extend({ temporary_password: temporaryPassword }),
    api: true,
  }),
  resetPassword: row(resetPassword, {
    screen: z.object({ id: z.int(), temporary_password: temporaryPassword, ended: z.int() }),
    api: true,
  }),
  savePreferences: row(savePreferences, { screen: done, api: true }),
  editView: row(editView, {
    screen: z.object({ id: z.string(), name: z.string() }),
    api: true,
  }),
  deleteView: row(deleteView, { screen: done, api: true }),
  endSession: row(endSession, { screen: done, api: true }),
  subscribeToPush: row(subscribeToPush, { screen: done, api: true }),
  unsubscribeFromPush: row(unsubscribeFromPush, { screen: done, api: true }),
  removePicture: row(removePicture, { screen: done, api: true }),
  linkChat: row(linkChat, { api: true }),
  createLinkCode: row(createLinkCode, { api: true }),
  unlinkChat: row(unlinkChat, { screen: done, api: true }),
  subscribeToTechnicians: row(subscribeToTechnicians, { screen: done, api: true }),
  unsubscribeFromTechnicians: row(unsubscribeFromTechnicians, { screen: done, api: true }),

  intakeOrders: row(intakeOrders, { api: true }),
  intakeClients: row(intakeClients, { api: true }),
  intakeTickets: row(intakeTickets, { api: true }),
} satisfies Record<string, Row>;

type Commands = typeof commands;
export type CommandName = keyof Commands;

type AskedBy<Who extends keyof Row> = {
  [Name in CommandName]: Commands[Name] extends Record<Who, unknown> ? Name : never;
}[CommandName];

export type ScreenCommandName = AskedBy<'screen'>;
export type ApiCommandName = AskedBy<'api'>;
/** What a command answers when it is not refused. */
export type AnswerOf<Name extends CommandName> = Answered<Commands[Name]['run']>;

type RunBy<Who extends keyof Row> = { [Name in AskedBy<Who>]: Commands[Name]['run'] };

const askedBy = <Who extends keyof Row>(who: Who) =>
  Object.fromEntries(
    Object.entries<Row>(commands).flatMap(([name, command]) =>
      command[who] === undefined ? [] : [[name, command.run]],
    ),
  ) as RunBy<Who>;

export const botCommands = askedBy('bot');
export const linkCommands = askedBy('link');
export const timerCommands = askedBy('timer');

/** Whether it counts towards the user's limit of costly work a minute: it has a picture to decode. */
export function isCostly(name: CommandName, input: unknown): boolean {
  const { picture }: Row = commands[name];
  return picture !== undefined && Boolean((input as Record<string, unknown> | null)?.[picture]);
}

/** A command that screens may ask for, with what they receive of its answer; undefined: there is none of that name. */
export function screenCommand(
  name: string,
): { run: AnyCommand; answer: z.ZodType; costly(input: unknown): boolean } | undefined {
  const command: Row | undefined = Object.hasOwn(commands, name) ? commands[name as CommandName] : undefined;
  return (
    command?.screen && {
      run: command.run,
      answer: command.screen,
      costly: (input) => isCostly(name as CommandName, input),
    }
  );
}
