import type { AuditRow } from '../../../db/reads/people/audit.ts';
import type { Account, ListedUser } from '../../../db/reads/people/users.ts';
import { isoWithOffset } from '../../../machines/calendar/slots.ts';

const iso = (at: Date | null) => at && isoWithOffset(at);

/** Accounts by the names that the spec gives to a profile (S1 §3 'Profile response'). */
export const presentListedUser = (user: ListedUser) => ({
  id: user.id,
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  fullName: `${user.firstName} ${user.lastName}`.trim(),
  email: user.email,
  profile: user.profile,
  active: user.active,
  subsidiaries: user.operations,
  tech_id: user.technicianId,
  administrator: user.administrator,
  must_change_password: user.mustChangePassword,
  last_login: iso(user.lastSignInAt),
});

export const presentUser = (user: Account) => ({
  ...presentListedUser(user),
  defaultView: user.defaultView,
  permissions: user.permissions,
  subsidiaries: user.operations.map((code) => ({ subsidiary_id: code, name: user.operationNames[code]! })),
  is_technician: user.technicianId !== null,
  temporary_password_expires: iso(user.temporaryPasswordExpiresAt),
  date_created: isoWithOffset(user.createdAt),
  date_deactivated: iso(user.deactivatedAt),
  last_seen: iso(user.lastSeenAt),
  open_visits: user.openVisits.map(({ operation, count }) => ({ subsidiary_id: operation, count })),
  version: user.version,
});

export const presentAudit = (row: AuditRow) => ({
  id: row.id,
  date: isoWithOffset(row.at),
  name: row.name,
  actor_id: row.actorId,
  actor: row.actorName,
  user_id: row.subjectId,
  user: row.subjectName,
  address: row.address,
  user_agent: row.userAgent,
  data: row.data,
});
