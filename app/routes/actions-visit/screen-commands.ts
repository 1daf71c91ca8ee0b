import { z } from 'zod';
import { editUser } from '../../../db/commands/accounts/edit-user.ts';
import { resetPassword } from '../../../db/commands/accounts/reset-password.ts';
import { unlinkChat } from '../../../db/commands/bot/link-chat.ts';
import { editConversation } from '../../../db/commands/conversation/edit-conversation.ts';
import { endSession } from '../../../db/commands/profile/end-session.ts';
import { savePreferences } from '../../../db/commands/profile/save-preferences.ts';
import { removePicture } from '../../../db/commands/profile/set-picture.ts';
import {
  subscribeToTechnicians,
  unsubscribeFromTechnicians,
} from '../../../db/commands/profile/subscribe-to-technicians.ts';
import { setRetention } from '../../../db/commands/retention/set-retention.ts';
import { deleteSlot } from '../../../db/commands/settings/delete-slot.ts';
import { deleteZone } from '../../../db/commands/settings/delete-zone.ts';
import { editPriority } from '../../../db/commands/settings/edit-priority.ts';
import { editSlot } from '../../../db/commands/settings/edit-slot.ts';
import { editZone } from '../../../db/commands/settings/edit-zone.ts';
import { changeTechnician } from '../../../db/commands/visits/change-technician.ts';
import { createVisit } from '../../../db/commands/visits/create-visit.ts';
import { editVisit } from '../../../db/commands/visits/edit-visit.ts';
import { finishVisit } from '../../../db/commands/visits/finish-visit.ts';
import { releaseVisit } from '../../../db/commands/visits/release-visit.ts';
import { rescheduleVisits } from '../../../db/commands/visits/reschedule-visits.ts';
import { setOnTheWay } from '../../../db/commands/visits/set-on-the-way.ts';
import { takeVisit } from '../../../db/commands/visits/take-visit.ts';
import { undoChange } from '../../../db/commands/visits/undo-change.ts';
import { deleteWebhook } from '../../../db/commands/webhooks/delete-webhook.ts';
import { editWebhook } from '../../../db/commands/webhooks/edit-webhook.ts';
import { resendDeliveries } from '../../../db/commands/webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from '../../../db/commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../db/commands/webhooks/test-webhook.ts';
import type { Context } from '../../../db/record/transact.ts';
import type { Refusal } from '../../../machines/words/refusals.ts';
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
