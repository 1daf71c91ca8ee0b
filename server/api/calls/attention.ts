import type { AttentionItem } from '../../../db/reads/attention/attention.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';
import { acknowledgedAnswer, attentionAnswer } from '../answers/attention.ts';
import { act, type Call, reading } from '../call.ts';

/** What needs attention, as the list of every screen shows it (contract §12). */
export const attentionCalls: Record<string, Call> = {
  attention: reading(
    'attention',
    {
      does: "What needs attention in the asker's operations: delayed visits, visits without a technician, customers' answers, failed messages.",
      answer: attentionAnswer,
    },
    ({ now, versions, items, later }) => ({
      now: isoWithOffset(now),
      versions,
      items: items.map(presentItem),
      later: later.map(({ at, visits }) => ({ date: isoWithOffset(at), visits })),
    }),
  ),
  'attention/acknowledge': act('acknowledgeEvents', {
    does: "'Enterado': takes these events off the list of the whole operation, for every user. All or none; repeated it does nothing.",
    reach: 'operations',
    answer: acknowledgedAnswer,
  }),
};

const presentItem = ({ reason, at, event, sourceId, movedFrom, message, visit }: AttentionItem) => ({
  reason,
  date: isoWithOffset(at),
  event,
  visit_id: visit.id,
  version: visit.version,
  subsidiary: visit.operation,
  ot_number: visit.orderNumber,
  ot_type: visit.orderType,
  ot_type_friendly: visit.orderTypeName,
  symptom_text: visit.symptom,
  client_id: visit.clientId,
  client_name: visit.clientName,
  address: visit.address,
  telephone: visit.telephone,
  date_dispatch: visit.day,
  timestripe_id: visit.slotId,
  timestripe_name: visit.slotName,
  from: visit.fromHour,
  to: visit.toHour,
  tech_id: visit.technicianId,
  tech_name: visit.technicianName,
  moved_from: movedFrom && { visit_id: sourceId, date: movedFrom.day, timestripe_name: movedFrom.slotName },
  message: message && {
    template: message.template,
    audience: message.audience,
    channel: message.channel,
    notice_id: message.noticeId,
  },
});
