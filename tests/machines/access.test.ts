import { describe, expect, it } from 'vitest';
import { auditKinds, auditNames, namesOfKind } from '../../machines/access/audit.ts';
import { isPersonal, lengthProblem, passwordLength, personalWords } from '../../machines/access/password.ts';
import {
  abilities,
  everyPermission,
  mayCloseAny,
  maySwitchViews,
  type Permission,
  permissions,
  refusedBy,
} from '../../machines/access/permissions.ts';
import { readPreferences } from '../../machines/access/preferences.ts';
import { rememberedOf } from '../../machines/access/remembered.ts';
import { shortens } from '../../machines/access/retention.ts';

const without = (...missing: Permission[]) => ({
  permissions: everyPermission.filter((permission) => !missing.includes(permission)),
});

describe('a permission', () => {
  it.each(everyPermission)('%s: its absence gives its own refusal', (permission) => {
    expect(refusedBy(without(permission), permission)).toBe(permissions[permission]);
    expect(refusedBy({ permissions: [permission] }, permission)).toBeNull();
  });

  it.each(abilities.reschedule.needs)('rescheduling is refused without %s', (missing) => {
    expect(refusedBy(without(missing), 'reschedule')).toBe('may-not-reschedule-visit');
    expect(refusedBy(without(), 'reschedule')).toBeNull();
  });

  it.each(['can_assign_visit', 'can_cancel_visit', 'can_finish_visit'] as const)(
    'a visit of another is not closed without %s',
    (missing) => {
      expect([mayCloseAny(without(missing)), mayCloseAny(without())]).toEqual([false, true]);
    },
  );

  it('to switch views takes a technician too', () => {
    expect(maySwitchViews({ ...without(), technicianId: 7 })).toBe(true);
    expect(maySwitchViews({ ...without(), technicianId: null })).toBe(false);
    expect(maySwitchViews({ ...without('can_switch_views'), technicianId: 7 })).toBe(false);
  });
});

describe('a password', () => {
  it('has 12 to 128 characters, as a person counts them', () => {
    const { min, max } = passwordLength;
    expect([min, max]).toEqual([12, 128]);
    for (const sign of ['x', '🙂'])
      expect([min - 1, min, max, max + 1].map((length) => lengthProblem(sign.repeat(length)))).toEqual([
        'password-short',
        null,
        null,
        'password-long',
      ]);
  });

  it.each([
    ['ana.paz.2026', true],
    ['ÁnaPáz-ánapáz', true],
    ['agenda-tecnica-1', true],
    ['paz en la tierra a todos', false],
    ['caballo bateria grapa', false],
  ])('%s is made of the user’s own names or the product’s: %s', (password, personal) => {
    expect(isPersonal(password, ['ana.paz', 'Ana', 'Paz', 'ana@paz.example'])).toBe(personal);
  });

  it('is guessed from each word of a name, and the name whole', () => {
    expect(personalWords(['Ana-Lía'])).toEqual(expect.arrayContaining(['analia', 'ana', 'lia', 'agenda']));
  });
});

describe('preferences', () => {
  it('that this version does not understand count as none', () => {
    expect(readPreferences({ singleKeys: false, jefetec: 'op=114' })).toEqual({
      singleKeys: false,
      jefetec: 'op=114',
    });
    for (const raw of [null, 'x', { singleKeys: 'no' }, { jefetec: '<script>' }])
      expect(readPreferences(raw)).toEqual({});
  });

  it('remember a board’s filters, and neither its week nor what is open', () => {
    expect(rememberedOf('?op=114&zona=3&semana=2026-03-02&orden=1&tipo=<b>')).toBe('op=114&zona=3');
    expect(rememberedOf('?op=114,127&zona=3,4')).toBe('op=114%2C127');
    expect(rememberedOf('?op=1,2,3,4,5&dias=corridos')).toBe('dias=corridos');
  });
});

it('the audit finds every name under exactly one kind', () => {
  expect(auditKinds.flatMap(namesOfKind).sort()).toEqual(Object.keys(auditNames).sort());
});

it.each([
  [null, 12, true],
  [12, 6, true],
  [12, 12, false],
  [6, 12, false],
  [12, null, false],
  [null, null, false],
])('keeping personal data %s months, then %s, deletes sooner: %s', (from, to, sooner) => {
  expect(shortens(from, to)).toBe(sooner);
});
