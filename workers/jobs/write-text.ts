import type { NoticeToSend } from '../../db/reads/notices/notice-to-send.ts';
import { formatDay, weekdayName } from '../../machines/calendar/slots.ts';
import type { Template } from '../../machines/notice/templates.ts';
import { messages, type Text } from '../messages/index.ts';

/** The text of a message, about the visit as it is now. A technician is addressed by the recipient's own name. */
export function writeText({ template, audience, visit, recipient, link }: NoticeToSend): Text {
  return messages[template as Template]({
    customerName: visit.customerName,
    day: `${weekdayName(visit.day).toLowerCase()} ${formatDay(visit.day)}`,
    slotName: visit.slotName,
    slotFrom: visit.fromHour,
    slotTo: visit.toHour,
    technicianName: audience === 'technician' ? (recipient?.name ?? null) : visit.technicianName,
    actorName: visit.actorName,
    mayReply: visit.mayReply,
    runningLate: visit.runningLate,
    orderNumber: visit.orderNumber,
    operationName: visit.operationName,
    link,
  });
}
