import { beforeAll, expect, it } from 'vitest';
import { listMailbox, mailboxPage } from '../../../db/reads/notices/mailbox.ts';
import { reads } from '../../../db/reads/registry.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { openRecord } from '../../support/postgres/open-record.ts';
import { addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';

// The development mailbox by page, and searched by what a reader sees.

const db = openRecord();
let here: World;
const token = 'Zq9'.repeat(15).slice(0, 43);
const keys = { linkAddress: () => null };

beforeAll(async () => {
  here = await makeWorld(db().sql);
  const visitId = await addVisit(db().sql, here);
  const rows = Array.from({ length: mailboxPage * 2 + 5 }, (_, index) => ({
    key: `m.${index}`,
    operation: here.operation,
    visitId,
    audience: 'customer',
    template: 'visit-created',
    state: 'sent',
    channel: 'mailbox',
    recipient: index === 3 ? 'Núñez' : 'Gómez',
    text: `Mensaje ${index}. http://agenda.example/visit/external/view/${token}`,
  }));
  await db().sql`insert into notices ${db().sql(rows as never)}`;
  await db().sql`insert into notices ${db().sql({ ...rows[0], key: 'other', channel: 'telegram' } as never)}`;
});

const ask = (search = '', before: number | null = null) =>
  listMailbox(db(), { operations: [here.operation], permissions: everyPermission }, keys as never, {
    search,
    before,
  });

it('comes by page, the newest first, each message once', async () => {
  const ids: number[] = [];
  let before: number | null = null;
  for (const length of [mailboxPage, mailboxPage, 5]) {
    const { notices, next } = await ask('', before);
    expect(notices).toHaveLength(length);
    ids.push(...notices.map(({ id }) => id));
    before = next;
  }
  expect(before).toBeNull();
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
});

it('finds words however they are written, and nothing of a link that is hidden', async () => {
  const { notices, next } = await ask('nuñez');
  expect([notices.map(({ recipient }) => recipient), next]).toEqual([['Núñez'], null]);
  expect((await ask('mensaje')).next).not.toBeNull();
  expect((await ask(token.slice(0, 12))).notices).toEqual([]);
  expect(
    (
      await listMailbox(db(), { operations: [], permissions: everyPermission }, keys as never, {
        search: '',
        before: null,
      })
    ).notices,
  ).toEqual([]);
});

it('has its messages in the API too, however many went through a channel since', async () => {
  const other = await makeWorld(db().sql);
  const visitId = await addVisit(db().sql, other);
  const rows = Array.from({ length: 121 }, (_, index) => ({
    key: `c.${index}`,
    operation: other.operation,
    visitId,
    audience: 'customer',
    template: 'visit-created',
    state: 'sent',
    channel: index === 0 ? 'mailbox' : 'telegram',
  }));
  for (const row of rows) await db().sql`insert into notices ${db().sql(row as never)}`;
  const actor = { operations: [other.operation], permissions: everyPermission };
  const notices = await reads.mailbox.run({ db: db(), actor, keys } as never, undefined);
  expect(notices).toMatchObject([{ channel: 'mailbox' }]);
});
