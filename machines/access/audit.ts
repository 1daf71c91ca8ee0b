/**
 * The audit log's entries: sign-ins and every administrative change, by the kind under which they are
 * searched. Never a secret: no password, hash or token.
 */
export const auditNames = {
  'session.opened': 'sessions',
  'session.refused': 'sessions',
  'session.closed': 'sessions',
  'session.ended': 'sessions',
  'password.changed': 'passwords',
  'password.reset': 'passwords',
  'user.created': 'accounts',
  'user.edited': 'accounts',
  'user.activated': 'accounts',
  'user.deactivated': 'accounts',
  'token.made': 'tokens',
  'token.revoked': 'tokens',
  'retention.changed': 'data',
  'data.forgotten': 'data',
} as const;

export type AuditName = keyof typeof auditNames;
export type AuditKind = (typeof auditNames)[AuditName];

export const auditKinds = [
  'sessions',
  'passwords',
  'accounts',
  'tokens',
  'data',
] as const satisfies AuditKind[];

export const namesOfKind = (kind: AuditKind): AuditName[] =>
  (Object.keys(auditNames) as AuditName[]).filter((name) => auditNames[name] === kind);

export const refusedSignIns = [
  'wrong-password',
  'no-password',
  'deactivated',
  'temporary-expired',
  'throttled',
  'unknown-user',
] as const;
export type RefusedSignIn = (typeof refusedSignIns)[number];

/** The fields of an account that an administrator sets. */
export type AccountFacts = {
  username: string;
  firstName: string;
  lastName: string;
  email: string | null;
  profile: string;
  defaultView: 'index_jefetec' | 'index_calendario' | 'index_tecnico';
  permissions: string[];
  operations: string[];
  technician: boolean;
};

export type AuditData = {
  from?: Partial<AccountFacts>;
  to?: Partial<AccountFacts>;
  reason?: RefusedSignIn;
  /** Number of ended sessions or revoked tokens. */
  ended?: number;
  /** The kind of the session: browser or program. */
  kind?: string;
  /** A token's label. */
  label?: string;
  /** Months for which personal data are kept, before and after; null: for ever. */
  months?: [number | null, number | null];
  /** Number of orders whose personal data were deleted. */
  orders?: number;
};

/** An unknown user name may be a mistyped password: it is not recorded. */
export const unknownUser = 'usuario desconocido';

/** The command line has no account. */
export const consoleActor = 'Línea de comandos';

/** The fields that differ, before and after; null: none. */
export function factsThatDiffer(
  before: AccountFacts,
  after: AccountFacts,
): { from: Partial<AccountFacts>; to: Partial<AccountFacts> } | null {
  const differing = (Object.keys(after) as (keyof AccountFacts)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const pick = (facts: AccountFacts) =>
    Object.fromEntries(differing.map((field) => [field, facts[field]])) as Partial<AccountFacts>;
  return differing.length === 0 ? null : { from: pick(before), to: pick(after) };
}
