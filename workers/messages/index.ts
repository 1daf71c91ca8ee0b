import type { Template } from '../../machines/notice/templates.ts';
import * as toCustomer from './to-customer.ts';
import * as toSupervisor from './to-supervisor.ts';
import * as toTechnician from './to-technician.ts';
import type { Text, VisitFacts } from './visit-facts.ts';

export type { Text, VisitFacts } from './visit-facts.ts';

/**
 * Every text that leaves the installation, by template (contract §6). Exhaustive: a template without a text
 * does not compile.
 */
export const messages: Record<Template, (data: VisitFacts) => Text> = {
  'on-the-way': toCustomer.onTheWay,
  'running-late': toCustomer.runningLate,
  'visit-created': toCustomer.visitCreated,
  'visit-rescheduled': toCustomer.visitRescheduled,
  'visit-hours': toCustomer.visitHours,
  'visit-reminder': toCustomer.visitReminder,
  'visit-question': toCustomer.visitQuestion,
  'technician-assigned': toTechnician.technicianAssigned,
  'technician-changed': toTechnician.technicianChanged,
  'technician-removed': toTechnician.technicianRemoved,
  'supervisor-taken': toSupervisor.visitTaken,
  'supervisor-released': toSupervisor.visitReleased,
  'supervisor-on-the-way': toSupervisor.visitOnTheWay,
  'supervisor-closed': toSupervisor.visitClosed,
  'supervisor-cancelled': toSupervisor.visitCancelled,
  'supervisor-auto-released': toSupervisor.visitAutoReleased,
  'supervisor-delayed': toSupervisor.visitDelayed,
};
