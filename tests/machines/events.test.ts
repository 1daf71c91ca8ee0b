import { expect, it } from 'vitest';
import { consequencesOf, eventNames, events, eventsThat, isWebhookEvent } from '../../machines/events.ts';
import { noticeKey, templateNames, templates } from '../../machines/notice/templates.ts';

it('every message is caused by an event, to supervisors by their column and to the others by the notices', () => {
  const caused = new Set(eventNames.flatMap((name) => [...events[name].notices, events[name].supervisors]));
  expect(templateNames.filter((name) => !caused.has(name))).toEqual([]);
  const toSupervisors = eventNames.flatMap((name) => events[name].notices as readonly string[]);
  expect(toSupervisors.filter((name) => name.startsWith('supervisor-'))).toEqual([]);
});

it('an event that may decide a message wakes the messages of its visit', () => {
  const silent = eventsThat(
    ({ notices, supervisors, wakesNotices }) => !wakesNotices && (notices.length > 0 || supervisors !== null),
  );
  expect(silent).toEqual([]);
});

it('whatever ends a visit puts it into its month, and reaches the boards with its order', () => {
  const ends = eventsThat((consequences) => consequences.ends);
  expect(ends).toEqual(['visit.finished', 'visit.cancelled', 'visit.rescheduled']);
  for (const name of ends)
    expect(events[name]).toMatchObject({ reports: 'places', board: ['visit', 'orders'] });
});

it('supervisors are notified of what technicians and the clock do, not of what a dispatcher does', () => {
  expect(eventsThat(({ supervisors }) => supervisors !== null)).toEqual([
    'visit.taken',
    'visit.released',
    'visit.auto_released',
    'visit.on_the_way',
    'visit.delayed',
    'visit.finished',
    'visit.cancelled',
  ]);
});

it('only messages, calls, photos, places, and what technicians and customers said, leave a command of an older version standing', () => {
  const harmless = eventsThat(({ conflicts }) => !conflicts);
  expect(harmless).toEqual([
    'visit.running_late',
    'visit.called',
    'visit.photographed',
    'visit.reordered',
    'visit.reminded',
    'visit.confirmed',
    'visit.at_home',
    'visit.answered',
    'visit.link_opened',
    'visit.notice_resent',
    'visit.hours_notified',
    'visit.acknowledged',
    'notice.recorded',
  ]);
});

it('a name from outside is found in the table only if it is an event', () => {
  for (const name of ['constructor', '__proto__', 'toString', 'visit.unheard_of', '']) {
    expect(consequencesOf(name)).toBeUndefined();
    expect(isWebhookEvent(name)).toBe(false);
  }
});

it('a message that is sent once a visit has one key, the others one for each version of the visit', () => {
  for (const name of templateNames)
    expect(noticeKey(name, 5, 2) === noticeKey(name, 5, 3)).toBe(templates[name].once);
});
