import { type ChildProcess, spawn } from 'node:child_process';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { moveOperations } from '../../db/commands/division/move-operations.ts';
import { type Db, openDb } from '../../db/connection/open.ts';
import { everyPermission } from '../../machines/access/permissions.ts';
import { limit } from '../gate/limits.mjs';
import { card, cardButton } from '../support/browser/phone.ts';
import { freePort } from '../support/free-port.ts';
import { openReplicaPair, type ReplicaPair } from '../support/postgres/replica-pair.ts';
import { type CookieProxy, openCookieProxy } from '../support/processes/cookie-proxy.ts';
import { cheapHash, openSession } from '../support/processes/web-server.ts';
import { addUser, makeWorld, type World } from '../support/record/fixtures.ts';
import { until } from '../support/until.ts';

// An operation moves to a new installation (docs/operations/division.md) under open screens, behind one address.

let pair: ReplicaPair;
let proxy: CookieProxy;
let norte: Db;
let sur: Db;
let moves: World;
let stays: World;
const processes: ChildProcess[] = [];
const password = 'clave-de-prueba-1';

test.beforeAll(async () => {
  test.setTimeout(limit(120_000));
  [pair, proxy] = await Promise.all([openReplicaPair(), openCookieProxy()]);
  norte = openDb(pair.urlOf(0));
  sur = openDb(pair.urlOf(1));
  // Made 'postponed', so that the hour of this test plays no part.
  const visit = { postponedAt: new Date(Date.now() + 172_800_000) };
  moves = await makeWorld(norte.sql, { visit });
  stays = await makeWorld(norte.sql, { visit });
  await startWeb('norte', pair.urlOf(0)).ready;
});
test.afterAll(async () => {
  test.setTimeout(limit(60_000));
  for (const child of processes) child.kill('SIGKILL');
  await proxy?.close();
  await Promise.all([norte?.close(), sur?.close()]);
  await pair?.close();
});

/** A web process as it is shipped, and the proxy's way to it. */
function startWeb(installation: string, databaseUrl: string) {
  const begun = freePort().then(async (port) => {
    const child = spawn(process.execPath, ['--enable-source-maps', 'dist/web.js'], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: proxy.address,
        TRUST_PROXY: 'true',
        DATABASE_URL: databaseUrl,
        INSTALLATION: installation,
        REDIS_URL: '',
        LOG_LEVEL: 'warn',
        LINK_SECRET: 'fedcba9876543210'.repeat(4),
      },
    });
    processes.push(child);
    proxy.route(installation, port);
    return port;
  });
  const ready = begun.then((port) =>
    until(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      return answer?.status === 200;
    }, 60_000),
  );
  return { begun, ready };
}

async function signedIn(context: BrowserContext, userId: number, path: string): Promise<Page> {
  const token = await openSession(norte.sql, userId, { kind: 'browser' });
  await context.addCookies([{ name: 'agenda', value: token, url: proxy.address }]);
  const page = await context.newPage();
  await page.goto(`${proxy.address}${path}`);
  return page;
}

const left = 'Esta operación ya no se actualiza en esta pantalla';
const shownVersion = (page: Page, { visitId }: World) =>
  page.locator(`[data-visit-id="${visitId}"]`).first().getAttribute('data-version');

test('boards and phones of an operation that moves go on at the same address, and what was pressed without a signal arrives', async ({
  browser,
}) => {
  test.setTimeout(limit(180_000));
  const contexts = await Promise.all([
    browser.newContext(),
    browser.newContext(),
    browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }),
  ]);
  const dispatcher = (world: World) => addUser(norte.sql, world.operation, {}, everyPermission);
  const [moving, staying] = [await dispatcher(moves), await dispatcher(stays)];
  const board = await signedIn(contexts[0]!, moving, `/jefetec?op=${moves.operation}`);
  const other = await signedIn(contexts[1]!, staying, `/jefetec?op=${stays.operation}`);
  const phone = await signedIn(contexts[2]!, moves.userId, '/tecnico');
  await expect.poll(() => shownVersion(board, moves)).toBe('1');
  await expect(card(phone, moves.visitId)).toBeVisible();
  await phone.waitForFunction(() => navigator.serviceWorker.controller !== null);

  // Its processes wait for the operations, on a record that is still a standby.
  const there = startWeb('sur', pair.urlOf(1));
  const port = await there.begun;
  await contexts[2]!.setOffline(true);
  await cardButton(phone, moves.visitId, 'Voy en camino').click();
  await expect(phone.getByText('Pendientes de envío (1)')).toBeVisible();
  await until(
    async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 503,
  );
  await moveOperations(norte, {
    operations: [moves.operation],
    from: 'norte',
    to: 'sur',
    standbyUrl: pair.urlOf(1),
    waitMs: 30_000,
    otherAnswers: () => there.ready,
    say: () => {},
  });

  await expect(board.getByText(left)).toBeVisible();
  await contexts[2]!.setOffline(false);
  const eventsThere = () =>
    sur.sql`select 1 from events where visit_id = ${moves.visitId}`.then(({ count }) => count);
  await expect.poll(eventsThere, { timeout: limit(30_000) }).toBeGreaterThan(0);
  await expect(phone.getByText('Pendientes de envío (1)')).toBeHidden();

  await board.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => shownVersion(board, moves)).toBe('2');
  await expect(board.getByText(left)).toBeHidden();
  // Live again, there.
  await phone.reload();
  await phone.getByRole('region', { name: 'En camino' }).getByRole('button', { name: 'Llegué' }).click();
  await expect.poll(() => shownVersion(board, moves)).toBe('3');

  await expect(other.getByText(left)).toHaveCount(0);
  await other.reload();
  await expect.poll(() => shownVersion(other, stays)).toBe('1');
  const [record] = await norte.sql<
    { version: number }[]
  >`select version from visits where id = ${moves.visitId}`;
  expect(record!.version).toBe(1);
});

test('everyone signs in at the one address, wherever their account and their operations are', async ({
  browser,
}) => {
  const passwordHash = cheapHash(password);
  // Added after the move, of the same operation as those who moved, and of one that stayed.
  await addUser(sur.sql, moves.operation, { username: 'nueva.sur', passwordHash }, everyPermission);
  await addUser(norte.sql, stays.operation, { username: 'nuevo.norte', passwordHash }, everyPermission);
  // Copied by the move: both know the name, and the password was changed there.
  await norte.sql`update users set username = 'de.antes', password_hash = ${passwordHash} where id = ${moves.userId}`;
  await sur.sql`update users set username = 'de.antes', password_hash = ${cheapHash('otra-clave-1')} where id = ${moves.userId}`;

  const context = await browser.newContext();
  const page = await context.newPage();
  const signIn = async (username: string, typed: string) => {
    await page.goto('about:blank');
    await context.clearCookies({ name: /^agenda(\.|$)/ });
    await page.goto(`${proxy.address}/login`);
    await page.getByLabel('Usuario').fill(username);
    await page.getByLabel('Contraseña').fill(typed);
    await page.getByRole('button', { name: 'Ingresar' }).click();
  };
  // In turns in one browser, which keeps the way to the one before.
  for (const [username, typed, where] of [
    ['nueva.sur', password, 'sur'],
    ['nuevo.norte', password, 'norte'],
    ['de.antes', 'otra-clave-1', 'sur'],
  ] as const) {
    await signIn(username, typed);
    await expect(page, username).toHaveURL(/\/(jefetec|calendario|tecnico)/);
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === 'agenda-installation')?.value, username).toBe(where);
  }
  for (const [username, typed] of [
    ['de.antes', password],
    ['nadie', password],
  ] as const) {
    await signIn(username, typed);
    await expect(page.getByText('Usuario o contraseña incorrectos.')).toBeVisible();
  }
  // The next try begins at the first installation again, also while the other one is down.
  const way = async () => (await context.cookies()).find(({ name }) => name === 'agenda-installation');
  await expect.poll(way, { timeout: limit(15_000) }).toBeUndefined();
});

test('who has operations in both sees all of them, and signs in once in each', async ({ browser }) => {
  const passwordHash = cheapHash(password);
  for (const { sql } of [norte, sur]) {
    const id = await addUser(
      sql,
      stays.operation,
      { id: 900, username: 'de.ambas', passwordHash },
      everyPermission,
    );
    await sql`insert into user_operations (user_id, operation) values (${id}, ${moves.operation})`;
  }
  const page = await browser.newPage();
  const operation = (code: string) =>
    page.getByRole('navigation', { name: 'Operaciones' }).getByRole('button', { name: names.get(code)! });
  const rows = await norte.sql<{ code: string; name: string }[]>`select code, name from operations`;
  const names = new Map(rows.map(({ code, name }) => [code, name]));
  const fillIn = async () => {
    await page.getByLabel('Usuario').fill('de.ambas');
    await page.getByLabel('Contraseña').fill(password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
  };
  await page.goto(`${proxy.address}/login`);
  await fillIn();
  await expect(operation(stays.operation)).toHaveAttribute('aria-pressed', 'true');
  await operation(moves.operation).click();
  await fillIn();
  await expect(operation(moves.operation)).toHaveAttribute('aria-pressed', 'true');
  await operation(stays.operation).click();
  await expect(operation(stays.operation)).toHaveAttribute('aria-pressed', 'true');
  await operation(moves.operation).click();
  await expect(operation(moves.operation)).toHaveAttribute('aria-pressed', 'true');
});
