import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginNotice } from '../../../db/commands/notices/record-notice.ts';
import { type Db, openDb } from '../../../db/connection/open.ts';
import { type Embedded, startEmbedded } from '../../../db/embedded/start.ts';
import { migrate } from '../../../db/migrate.ts';
import { findNoticeToSend } from '../../../db/reads/notices/notice-to-send.ts';
import { findExternalVisit } from '../../../db/reads/visits/external-visit.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import {
  newWebhookSecret,
  sealWebhookSecret,
  unsealWebhookSecret,
} from '../../../db/secrets/webhook-secret.ts';
import { keepSecret } from '../../../server/process/secrets.ts';
import { addVisit, makeWorld } from '../../support/record/fixtures.ts';

// `npm run rotate-secrets` (SECURITY.md): an installation whose secrets may have been read gets others.

const folder = mkdtempSync(join(tmpdir(), 'agenda-rotate-'));
chmodSync(folder, 0o755); // PostgreSQL may run as another account
const publicUrl = 'https://agenda.example';
const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
const keysNow = () => openKeys({ secret: read('link-secret'), publicUrl });
let embedded: Embedded | undefined;
let db: Db;
let visitId: number;
let token: string;
let noticeId: number;
const secret = newWebhookSecret();

async function start() {
  embedded = await startEmbedded({ dataDir: folder, flags: ['-c fsync=off'] });
  db = openDb(embedded.url);
}
async function stop() {
  await db.close();
  await embedded?.stop();
  embedded = undefined;
}
async function rotate(...words: string[]) {
  return rotateWith({}, ...words);
}
async function rotateWith(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; said: string }> {
  const command = [join(import.meta.dirname, '../../../server/command.mjs'), 'rotate-secrets', ...words];
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: '',
    LINK_SECRET: '',
    NODE_ENV: 'test' as const,
    ...settings,
  };
  return promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  );
}

beforeAll(async () => {
  keepSecret(folder, 'link-secret');
  await start();
  await migrate(embedded!.url);
  const world = await makeWorld(db.sql);
  visitId = await addVisit(db.sql, world, {});
  const { address, nonce, tokenHash, token: made } = keysNow().newLink();
  token = made;
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db.sql`insert into visit_links ${db.sql({ tokenHash, nonce, visitId, expiresAt } as never)}`;
  const webhook = {
    id: 7,
    name: 'x',
    url: 'https://x.example',
    events: ['visit.created'],
    operations: [world.operation],
  };
  await db.sql`insert into webhooks ${db.sql({ ...webhook, secret: sealWebhookSecret(keysNow(), 7, secret) } as never)}`;
  const notice = {
    key: 'a',
    visitId,
    operation: world.operation,
    audience: 'customer',
    template: 'visit-created',
  };
  const [row] = await db.sql<{ id: number }[]>`
    insert into notices ${db.sql({ ...notice, state: 'pending', data: {} } as never)} returning id`;
  noticeId = row!.id;
  await beginNotice(db, noticeId, { channel: 'email', recipient: 'x', subject: 'x', text: 'x' });
  // As the version before kept it.
  await db.sql`update notices set text = ${`Mirá: ${address}\nOrden 1`} where id = ${noticeId}`;
}, 60_000);
afterAll(async () => {
  if (embedded) await stop();
  rmSync(folder, { recursive: true, force: true });
});

it('refuses to work beside the product, and changes nothing', async () => {
  const before = [read('link-secret'), read('postgres-password')];
  await db.sql`select 1`;
  const { code, said } = await rotate();
  expect([code, said]).toEqual([
    1,
    'The product is running on this database: stop every web and worker process first.\n',
  ]);
  expect([read('link-secret'), read('postgres-password')]).toEqual(before);
  expect(existsSync(join(folder, 'link-secret.next'))).toBe(false);
}, 60_000);

it('changes the database’s password and LINK_SECRET; links go on opening, webhooks go on being signed', async () => {
  const [oldSecret, oldUrl] = [read('link-secret'), new URL(embedded!.url)];
  await stop();
  const { code, said } = await rotate();
  expect(code, said).toBe(0);
  expect(said).toContain('1 visits have open links: they go on opening until their date');
  expect(said).not.toContain(read('link-secret'));
  await start();
  expect(read('link-secret')).not.toBe(oldSecret);
  oldUrl.port = String(embedded!.port);
  const intruder = openDb(oldUrl.href);
  await expect(intruder.sql`select 1`).rejects.toThrow(/password/);
  await intruder.close();

  expect(await findExternalVisit(db, token)).toBeDefined();
  const sent = await findNoticeToSend(db, noticeId, keysNow());
  expect(sent!.link).toMatch(/\/visit\/external\/view\/[\w-]{43}$/);
  expect(sent!.link).not.toContain(token);
  const [webhook] = await db.sql<{ secret: Uint8Array }[]>`select secret from webhooks where id = 7`;
  expect(unsealWebhookSecret(keysNow(), 7, webhook!.secret)).toBe(secret);
  const old = openKeys({ secret: oldSecret, publicUrl });
  expect(unsealWebhookSecret(old, 7, webhook!.secret)).toBeNull();
  const [notice] = await db.sql`select text from notices where id = ${noticeId}`;
  expect(notice!.text).toBe('Mirá: …/visit/external/view/…\nOrden 1');
}, 90_000);

it('ends the links made so far where that is wanted, and the next message carries one that opens', async () => {
  await stop();
  const { code, said } = await rotate('--end-links');
  expect(code, said).toBe(0);
  await start();
  expect(await findExternalVisit(db, token)).toBeUndefined();
  const { link } = (await findNoticeToSend(db, noticeId, keysNow()))!;
  expect(await findExternalVisit(db, link!.split('/').at(-1)!)).toBeDefined();
}, 90_000);

it('prints the new values once where they are settings, and what they were opens nothing any more', async () => {
  const [oldUrl, oldSecret] = [embedded!.url, read('link-secret')];
  await db.close();
  const { code, said } = await rotateWith({ DATABASE_URL: oldUrl, LINK_SECRET: oldSecret });
  expect(code, said).toBe(0);
  const value = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(said)![1]!;
  // The files of the data folder are not this installation's.
  expect(read('link-secret')).toBe(oldSecret);
  db = openDb(value('DATABASE_URL'));
  const [webhook] = await db.sql<{ secret: Uint8Array }[]>`select secret from webhooks where id = 7`;
  const keys = openKeys({ secret: value('LINK_SECRET'), publicUrl });
  expect(unsealWebhookSecret(keys, 7, webhook!.secret)).toBe(secret);
  const intruder = openDb(oldUrl);
  await expect(intruder.sql`select 1`).rejects.toThrow(/password/);
  await intruder.close();
}, 60_000);
