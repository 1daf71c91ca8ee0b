import { z } from 'zod';
import { editUser } from '../../../db/commands/accounts/edit-user.ts';
import { resetPassword } from '../../../db/commands/accounts/reset-password.ts';
import { changeTechnician } from '../../../db/commands/change-technician.ts';
import { editConversation } from '../../../db/commands/conversation/edit-conversation.ts';
import { createVisit } from '../../../db/commands/create-visit.ts';
import { deleteSlot } from '../../../db/commands/delete-slot.ts';
import { deleteZone } from '../../../db/commands/delete-zone.ts';
import { editPriority } from '../../../db/commands/edit-priority.ts';
import { editSlot } from '../../../db/commands/edit-slot.ts';
import { editVisit } from '../../../db/commands/edit-visit.ts';
import { editZone } from '../../../db/commands/edit-zone.ts';
import { endSession } from '../../../db/commands/end-session.ts';
import { finishVisit } from '../../../db/commands/finish-visit.ts';
import { unlinkChat } from '../../../db/commands/link-chat.ts';
import { releaseVisit } from '../../../db/commands/release-visit.ts';
import { rescheduleVisits } from '../../../db/commands/reschedule-visits.ts';
import { savePreferences } from '../../../db/commands/save-preferences.ts';
import { setOnTheWay } from '../../../db/commands/set-on-the-way.ts';
import { removePicture } from '../../../db/commands/set-picture.ts';
import { setRetention } from '../../../db/commands/set-retention.ts';
import {
  subscribeToTechnicians,
  unsubscribeFromTechnicians,
} from '../../../db/commands/subscribe-to-technicians.ts';
import { takeVisit } from '../../../db/commands/take-visit.ts';
import { undoChange } from '../../../db/commands/undo-change.ts';
import { deleteWebhook } from '../../../db/commands/webhooks/delete-webhook.ts';
import { editWebhook } from '../../../db/commands/webhooks/edit-webhook.ts';
import { resendDeliveries } from '../../../db/commands/webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from '../../../db/commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../db/commands/webhooks/test-webhook.ts';
import type { Context } from '../../../db/record/transact.ts';
import type { Refusal } from '../../../machines/refusals.ts';
import type { CommandName } from '../../command.ts';

type ScreenCommand = {
  run(context: Context, input: unknown): Promise<unknown | Refusal>;
  /** What a screen is told of what was done; whatever else the command answers stays here. */
  answer: z.ZodType;
};

function answering<Answer extends z.ZodType>(
  run: (context: Context, input: unknown) => Promise<z.input<Answer> | Refusal>,
  answer: Answer,
): ScreenCommand {
  return { run, answer };
}

/** A command whose doing is all that the screen is told. */
const silent = (run: ScreenCommand['run']): ScreenCommand => ({ run, answer: z.object({}) });

const visit = z.object({ visit_id: z.int() });
const visits = z.object({ visit_id: z.array(z.int()) });
const versioned = z.object({ id: z.int(), version: z.int() });
const withSecret = versioned.extend({ secret: z.string().nullable() });
const temporaryPassword = z.string().nullable();

/** The commands of `CommandName`, and what each answers. */
export const screenCommands: Record<CommandName, ScreenCommand> = {
  take: answering(takeVisit, visit),
  release: answering(releaseVisit, visit),
  onTheWay: answering(setOnTheWay, visit),
  finish: answering(finishVisit, visit),
  create: answering(createVisit, visit),
  edit: answering(editVisit, visit),
  reschedule: answering(rescheduleVisits, z.object({ new_id: z.union([z.int(), z.array(z.int())]) })),
  changeTechnician: answering(changeTechnician, visits.extend({ changed: z.int() })),
  undo: answering(undoChange, visits),
  preferences: silent(savePreferences),
  endSession: silent(endSession),
  removePicture: silent(removePicture),
  unlinkChat: silent(unlinkChat),
  subscribe: silent(subscribeToTechnicians),
  unsubscribe: silent(unsubscribeFromTechnicians),
  editSlot: answering(editSlot, versioned),
  deleteSlot: silent(deleteSlot),
  editPriority: answering(editPriority, versioned),
  editZone: answering(editZone, versioned),
  deleteZone: silent(deleteZone),
  editConversation: answering(editConversation, z.object({ subsidiary_id: z.string(), version: z.int() })),
  editWebhook: answering(editWebhook, withSecret),
  deleteWebhook: silent(deleteWebhook),
  rotateWebhookSecret: answering(rotateWebhookSecret, withSecret),
  testWebhook: answering(testWebhook, z.object({ id: z.int(), delivery_id: z.int() })),
  resendDeliveries: answering(resendDeliveries, z.object({ id: z.int(), resent: z.int(), left: z.int() })),
  editUser: answering(editUser, versioned.extend({ temporary_password: temporaryPassword })),
  resetPassword: answering(
    resetPassword,
    z.object({ id: z.int(), temporary_password: temporaryPassword, ended: z.int() }),
  ),
  setRetention: answering(setRetention, z.object({ subsidiary_id: z.string(), months: z.int().nullable() })),
};
