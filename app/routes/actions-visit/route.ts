import type { ActionFunctionArgs } from '@remix-run/node';
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
import type { Context } from '../../../db/commands/transact.ts';
import { undoChange } from '../../../db/commands/undo-change.ts';
import { deleteWebhook } from '../../../db/commands/webhooks/delete-webhook.ts';
import { editWebhook } from '../../../db/commands/webhooks/edit-webhook.ts';
import { resendDeliveries } from '../../../db/commands/webhooks/resend-deliveries.ts';
import { rotateWebhookSecret } from '../../../db/commands/webhooks/rotate-webhook-secret.ts';
import { testWebhook } from '../../../db/commands/webhooks/test-webhook.ts';
import { isRefusal, type Refusal, refuse } from '../../../machines/refusals.ts';
import type { CommandAnswer, CommandName } from '../../command.ts';
import { commandContext, refuseSession } from '../../require-session.ts';

const commands: Record<CommandName, (context: Context, input: unknown) => Promise<unknown | Refusal>> = {
  take: takeVisit,
  release: releaseVisit,
  onTheWay: setOnTheWay,
  finish: finishVisit,
  create: createVisit,
  edit: editVisit,
  reschedule: rescheduleVisits,
  changeTechnician,
  undo: undoChange,
  preferences: savePreferences,
  endSession,
  removePicture,
  unlinkChat,
  subscribe: subscribeToTechnicians,
  unsubscribe: unsubscribeFromTechnicians,
  editSlot,
  deleteSlot,
  editPriority,
  editZone,
  deleteZone,
  editConversation,
  editWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  resendDeliveries,
  editUser,
  resetPassword,
  setRetention,
};

/**
 * Every command that a screen sends: JSON in, `CommandAnswer` out. The
 * Idempotency-Key made in the browser makes a repeated press or a retry after a
 * lost answer act once.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  if (!context.session) return answer(refused(refuseSession(context)));
  const name = new URL(request.url).searchParams.get('command') as CommandName;
  const command = commands[name];
  if (!command) return answer(refused(refuse('call-unknown')));
  const input: unknown = await request.json().catch(() => null);
  if (input === null) return answer(refused(refuse('check-the-data')));
  const outcome = await command(commandContext(context, request), input);
  return answer(
    isRefusal(outcome) ? refused(outcome) : { ok: true, data: outcome as Record<string, unknown> },
  );
}

const refused = ({ code, status, text, fields, visitId }: Refusal): CommandAnswer => ({
  ok: false,
  status,
  code,
  text,
  fields: fields ?? {},
  ...(visitId === undefined ? {} : { visitId }),
});

const answer = (body: CommandAnswer) => Response.json(body, { status: body.ok ? 200 : body.status });
