import { type Refusal, type RefusalCode, refuse } from '../words/refusals.ts';

/**
 * The table of permissions, readable by non-programmers (S1 §6, S2 §6): each with the refusal that its absence gives.
 */
export const permissions = {
  can_query_order: 'may-not-query-order',
  can_query_client: 'may-not-query-client',
  can_create_visit: 'may-not-create-visit',
  can_assign_visit: 'may-not-assign-visit',
  can_cancel_visit: 'may-not-cancel-visit',
  can_finish_visit: 'may-not-finish-visit',
  can_switch_views: 'permission-missing',
  can_query_tts: 'permission-missing',
  can_edit_timestripes: 'permission-missing',
  can_edit_priorities: 'permission-missing',
  can_edit_zones: 'permission-missing',
  /** Not in the spec, which has no editor of the customer's conversation. */
  can_edit_conversation: 'permission-missing',
  /** Not in the spec: visits above the capacity of a slot, with a reason. */
  can_overbook: 'permission-missing',
  /** Not in the spec: technicians' absences and skills. */
  can_edit_crew: 'permission-missing',
  /** Not in the spec: webhooks and their deliveries. */
  can_manage_webhooks: 'permission-missing',
  can_read_reports: 'may-not-read-reports',
  can_edit_telegram_chat_id: 'permission-missing',
  can_subscribe_to_techs: 'permission-missing',
  can_manage_users: 'permission-missing',
  /** Not in the spec: orders, clients and tickets from a file or by the API. The only one of an integration's token. */
  can_import_records: 'permission-missing',
} as const satisfies Record<string, RefusalCode>;

export type Permission = keyof typeof permissions;

/** What requires several permissions (S2 §6), with the refusal that the lack of any gives (S2 §8). */
export const abilities = {
  reschedule: {
    needs: ['can_assign_visit', 'can_cancel_visit', 'can_create_visit'],
    refusal: 'may-not-reschedule-visit',
  },
} as const satisfies Record<string, { needs: Permission[]; refusal: RefusalCode }>;

export type Ability = keyof typeof abilities;

export const everyPermission = Object.keys(permissions) as Permission[];

/** The profile type of integrations, closed to people. */
export const integrationProfile = 'Integración';

/** The caller: a person with a session or token, as the record knows them. */
export type Actor = {
  userId: number;
  username: string;
  fullName: string;
  technicianId: number | null;
  /** Codes of 3 digits, the technician's first operation first. */
  operations: string[];
  permissions: Permission[];
};

/**
 * The three that open the status modal in the visit detail, and allow a dispatcher to close any open visit (S2 §6).
 */
const closing: Permission[] = ['can_assign_visit', 'can_cancel_visit', 'can_finish_visit'];

export const mayDo = (actor: Pick<Actor, 'permissions'>, permission: Permission): boolean =>
  actor.permissions.includes(permission);

/** The operations that a question names, or all of the actor's; the refusal (403 by default) where one is not the actor's. */
export function admitOperations(
  actor: Pick<Actor, 'operations'>,
  named: string[] | null | undefined,
  otherwise: RefusalCode = 'operation-not-assigned',
): string[] | Refusal {
  const operations = named ?? actor.operations;
  return operations.every((code) => actor.operations.includes(code)) ? operations : refuse(otherwise);
}

/** The reason for a refusal, or null. */
export function refusedBy(
  actor: Pick<Actor, 'permissions'>,
  right: Permission | Ability,
): RefusalCode | null {
  if (!Object.hasOwn(abilities, right))
    return mayDo(actor, right as Permission) ? null : permissions[right as Permission];
  const { needs, refusal } = abilities[right as Ability];
  return needs.every((permission) => mayDo(actor, permission)) ? null : refusal;
}

export const mayCloseAny = (actor: Pick<Actor, 'permissions'>): boolean =>
  closing.every((permission) => mayDo(actor, permission));

/** Sending a customer's or technician's message once more: who looks up clients, and makes visits or gives them out. */
export const mayResend = (actor: Pick<Actor, 'permissions'>): boolean =>
  mayDo(actor, 'can_query_client') && (mayDo(actor, 'can_create_visit') || mayDo(actor, 'can_assign_visit'));

/** Every lookup starts here, so that a missing check finds nothing rather than everything. */
export const operationsOf = (actor: Pick<Actor, 'operations'>): string[] => actor.operations;

/** 'Vista Dispatcher' and 'Vista Técnico' in the user menu (S1 §2 Header). */
export const maySwitchViews = (actor: Pick<Actor, 'permissions' | 'technicianId'>): boolean =>
  actor.technicianId !== null && mayDo(actor, 'can_switch_views');

/**
 * Whether a user may have the link of a visit's customer: with it the customer moves and cancels the visit, so that it is
 * answered only to who may do both.
 */
export const mayActAsCustomer = (actor: Pick<Actor, 'permissions'>): boolean =>
  refusedBy(actor, 'reschedule') === null;
