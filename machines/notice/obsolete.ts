import { isTemplate, type Template } from './templates.ts';

/** What decides whether a message still has a sense: the visit and the recipient, as they are now. */
export type NoticeFacts = {
  template: string;
  /** A later message about the same to the same recipient exists. */
  superseded: boolean;
  visit: {
    closed: boolean;
    /** Also after the slot's end: the technician travels on. */
    onTheWay: boolean;
    runningLate: number | null;
    past: boolean;
    technicianUserId: number | null;
  };
  recipient: { userId: number | null } | null;
};

/**
 * Whether a pending message is obsolete because the visit has changed. Of several alike only the last is
 * sent: a technician who departs twice while the channel is down is announced once.
 */
export function isObsolete(notice: NoticeFacts): boolean {
  // A template of a newer version: this one has no text for it.
  return !isTemplate(notice.template) || rules[notice.template](notice);
}

type Rule = (notice: NoticeFacts) => boolean;

const never: Rule = () => false;
const closed: Rule = ({ visit, superseded }) => visit.closed || superseded;
/** The visit is no longer its technician's. */
const passedOn: Rule = (notice) =>
  closed(notice) || notice.visit.technicianUserId !== notice.recipient?.userId;

const rules: Record<Template, Rule> = {
  'on-the-way': ({ visit, superseded }) => !visit.onTheWay || superseded,
  // Arrived, handed over, or given back in the meantime.
  'running-late': (notice) => closed(notice) || notice.visit.runningLate === null,
  // Held while the creation can be undone: whom a technician is on the way to, another message has said more.
  'visit-created': (notice) => closed(notice) || notice.visit.onTheWay,
  'visit-rescheduled': closed,
  'visit-hours': (notice) => closed(notice) || notice.visit.onTheWay || notice.visit.past,
  'visit-reminder': (notice) => closed(notice) || notice.visit.onTheWay || notice.visit.past,
  // Sent after the visit is over; the page shows an answer given in between.
  'visit-question': never,
  'technician-assigned': passedOn,
  'technician-changed': passedOn,
  // They have it again. A rescheduled visit keeps the technician's name, but is no longer theirs.
  'technician-removed': ({ visit, recipient, superseded }) =>
    superseded || (!visit.closed && visit.technicianUserId === recipient?.userId),
  'supervisor-taken': never,
  'supervisor-released': never,
  'supervisor-on-the-way': never,
  'supervisor-closed': never,
  'supervisor-cancelled': never,
  'supervisor-auto-released': never,
  'supervisor-delayed': never,
};
