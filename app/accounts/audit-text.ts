import type { SerializeFrom } from '@remix-run/node';
import type { AuditRow } from '../../db/reads/people/audit.ts';
import type { AccountFacts } from '../../machines/access/audit.ts';
import type { Permission } from '../../machines/access/permissions.ts';
import { hasWord } from '../words/has-word.ts';
import { accounts as accountWords } from '../words/setup/accounts-words.ts';
import { setupWords } from '../words/setup/setup-words.ts';

export type WiredAuditRow = SerializeFrom<AuditRow>;

const { event, refused, field, permissions, user } = accountWords;

/** One row of the audit log in words: what happened, and each field from what to what. */
export function auditText({ name, data }: WiredAuditRow): string {
  const { reason, kind, label, ended, from, to, months, orders } = data;
  const parts = [
    reason && refused[reason],
    name === 'session.opened' && kind === 'api' && accountWords.byApi,
    label && setupWords.quoted(label),
    name === 'user.created' ? created(to ?? {}) : from && to && changed(from, to),
    months &&
      setupWords.change(accountWords.kept, accountWords.months(months[0]), accountWords.months(months[1])),
    orders !== undefined && accountWords.orders(orders),
    ended !== undefined && ended > 0 && name !== 'session.ended' && accountWords.ended(ended),
  ].filter(Boolean);
  return parts.length > 0 ? `${event[name]}: ${parts.join('; ')}` : event[name];
}

/** What an account began with that matters: what it may do, and where. */
const created = (to: Partial<AccountFacts>): string => {
  const { operations = [], permissions: given = [] } = to;
  return [
    operations.length > 0 && `${field.operations} ${operations.join(', ')}`,
    given.length > 0 && accountWords.gave(namesOf(given)),
  ]
    .filter(Boolean)
    .join('; ');
};

function changed(from: Partial<AccountFacts>, to: Partial<AccountFacts>): string {
  return (Object.keys(to) as (keyof AccountFacts)[])
    .flatMap((key) => {
      if (key === 'permissions') return permissionChanges(from.permissions ?? [], to.permissions ?? []);
      return [setupWords.change(field[key], said(key, from[key]), said(key, to[key]))];
    })
    .join('; ');
}

function permissionChanges(from: string[], to: string[]): string[] {
  const given = to.filter((permission) => !from.includes(permission));
  const taken = from.filter((permission) => !to.includes(permission));
  return [
    ...(given.length > 0 ? [accountWords.gave(namesOf(given))] : []),
    ...(taken.length > 0 ? [accountWords.took(namesOf(taken))] : []),
  ];
}

const namesOf = (list: string[]): string =>
  list
    .map((permission) => setupWords.quoted(permissions[permission as Permission]?.[0] ?? permission))
    .join(', ');

function said(key: keyof AccountFacts, value: unknown): string {
  if (typeof value === 'boolean') return value ? accountWords.yes : accountWords.no;
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : accountWords.nothing;
  if (key === 'defaultView') {
    const view = String(value);
    return hasWord(user.views, view) ? user.views[view] : view;
  }
  return value ? setupWords.quoted(String(value)) : accountWords.nothing;
}
