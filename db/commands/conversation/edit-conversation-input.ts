import { z } from 'zod';
import { conversationLimits } from '../../../machines/customer/conversation.ts';
import { arrivalModes } from '../../../machines/visit/arrival.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { flag, operationCode, seenVersion, wholeBetween } from '../input.ts';

const { noticeHours, changes } = conversationLimits;

/** Absent fields stay as they are. Apart from the command, so that the form uses the same schema. */
export const editConversationInput = z.object({
  subsidiary_id: operationCode,
  reminder: flag.nullish(),
  replies: flag.nullish(),
  question: flag.nullish(),
  notice_hours: wholeBetween(
    noticeHours.first,
    noticeHours.last,
    refuse('notice-hours-range').text,
  ).nullish(),
  changes: wholeBetween(changes.first, changes.last, refuse('changes-range').text).nullish(),
  late: flag.nullish(),
  arrival: z.enum(arrivalModes, refuse('arrival-mode-unknown').text).nullish(),
  version: seenVersion,
});
