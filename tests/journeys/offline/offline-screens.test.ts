import { type ChildProcess, spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { limit } from '../../gate/limits.mjs';
import { card, cardButton, keptOnPhone, ownVisit, pendingOpener } from '../../support/browser/phone.ts';
import { problems } from '../../support/browser/violations.ts';
import { freePort } from '../../support/free-port.ts';
import { expect, fillInLogin, postLogin } from '../people.ts';
import { ownProduct } from '../product.ts';
import { test } from '../record.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

// What a technician's phone shows without a signal (contract §8): the service worker and the screens that it keeps.

test.use({ cutsNetwork: true });

test('a technician reads the day, a visit and the sheet without a signal, after a reload and a restart', async ({
  demo,
  record,
}) => {
  const { visitId } = await ownVisit(demo, record);
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  const visitPage = `/visit/view/${visitId}/default`;
  await expect
    .poll(() => keptOnPhone(page, 'screens'), { timeout: limit(30_000) })
    .toEqual(expect.arrayContaining(['/tecnico', visitPage, `${visitPage}.data`]));

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(/^Sin conexión, reintentando · datos de hace/)).toBeVisible();
  await card(page, visitId).getByRole('link', { name: /^OT/ }).click();
  await expect(page.getByRole('heading', { name: `Visita #${visitId}` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: `Visita #${visitId}` })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Hoja del día' }).click();
  await expect(page.getByRole('heading', { name: 'Martín Quiroga' })).toBeVisible();

  // The phone is switched off and on: a new tab, and what was pressed is still there.
  await page.goto('/tecnico');
  await cardButton(page, visitId, 'Voy en camino').click();
  await expect(card(page, visitId)).toContainText('pendiente de envío');
  await page.close();
  const restarted = await context.newPage();
  await restarted.goto('/tecnico');
  await expect(card(restarted, visitId)).toContainText('pendiente de envío');
  await expect(pendingOpener(restarted)).toHaveText('Pendientes de envío (1)');

  // Any other screen says that it needs a connection, and leads back.
  await restarted.goto('/profile');
  await expect(restarted.getByText('Esta pantalla necesita conexión a Internet.')).toBeVisible();
  await restarted.getByRole('link', { name: 'Ir a mis visitas' }).click();
  await expect(card(restarted, visitId)).toContainText('pendiente de envío');
  await context.setOffline(false);
  await expect(pendingOpener(restarted)).toBeHidden();
  await expect(restarted.getByRole('region', { name: 'En camino' })).toBeVisible();
});

test('a phone says when it is ready for a place without a signal, and from then on the day opens and a visit can be closed', async ({
  demo,
  record,
}) => {
  const { visitId } = await ownVisit(demo, record);
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  const line = page.getByRole('status').filter({ hasText: 'trabajar sin señal' });
  await expect(line).toHaveText('Listo para trabajar sin señal', { timeout: limit(30_000) });
  await expect(line).toHaveAttribute('aria-live', 'polite');
  expect(await problems(page, '')).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(line).toHaveText(/^Listo para trabajar sin señal/);
  await cardButton(page, visitId, 'Voy en camino').click();
  await page
    .getByRole('region', { name: 'En camino' })
    .getByRole('button', { name: 'Cerrar visita' })
    .click();
  const form = page.getByRole('dialog', { name: 'Cerrar visita' });
  await form.getByLabel('Tipo de reparación').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (2)');
  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden();
});

test('with the files of the day alone the day opens without a signal, and other screens say that they need a connection', async ({
  demo,
  record,
  product,
}) => {
  const { visitId } = await ownVisit(demo, record);
  const { page, context } = await demo.open({ phone: true });
  // The signal is lost before the service worker is asked for anything else.
  await context.addInitScript(() => {
    ServiceWorker.prototype.postMessage = () => {};
  });
  await postLogin(context, 'tecnico', product.baseURL);
  await page.goto('/tecnico');
  await expect.poll(() => keptOnPhone(page, 'screens'), { timeout: limit(30_000) }).toContain('/tecnico');
  const line = page.getByRole('status').filter({ hasText: 'trabajar sin señal' });
  await expect(line).toHaveText('Para trabajar sin señal falta guardar los cierres…');
  const kept = await page.evaluate(async () => {
    const [name] = (await caches.keys()).filter((one) => one.startsWith('agenda.files.'));
    return (await (await caches.open(name!)).keys()).map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => /\/(finish-dialog|palette)-|files-of\/(?!day)/.test(path))).toEqual([]);

  await context.setOffline(true);
  await page.reload();
  await cardButton(page, visitId, 'Voy en camino').click();
  await expect(card(page, visitId)).toContainText('pendiente de envío');
  for (const open of [
    () => card(page, visitId).getByRole('link', { name: /^OT/ }).click(),
    () => page.getByRole('link', { name: 'Hoja del día' }).click(),
  ]) {
    await open();
    await expect(page.getByText('Esta pantalla necesita conexión a Internet.')).toBeVisible();
    await page.getByRole('link', { name: 'Ir a mis visitas' }).click();
    await expect(card(page, visitId)).toContainText('pendiente de envío');
  }
  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden();
});

test('the next user of the phone reads nothing of the one before, nor does a user whose session has ended', async ({
  demo,
  record,
}) => {
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  const hasDay = () =>
    expect.poll(() => keptOnPhone(page, 'screens'), { timeout: limit(30_000) }).toContain('/tecnico');
  await hasDay();
  await page.getByRole('button', { name: /^Menú/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  await expect(page.getByLabel('Contraseña')).toBeVisible();
  await expect.poll(() => keptOnPhone(page, 'screens')).toEqual([]);
  await context.setOffline(true);
  await page.goto('/tecnico');
  await expect(page.getByText('Esta pantalla necesita conexión a Internet.')).toBeVisible();
  await context.setOffline(false);

  await page.goto('/login');
  await fillInLogin(page, 'tecnico2', 'agenda-demo');
  await hasDay();
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: /^Menú/ }).click();
  await expect(page.getByRole('menuitem', { name: /Perfil/ })).not.toContainText('Martín Quiroga');
  await page.keyboard.press('Escape');

  await record.sql`delete from sessions where user_id = (select id from users where username = 'tecnico2')`;
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keptOnPhone(page, 'screens')).toEqual([]);
  expect(await keptOnPhone(page, 'answers')).toEqual([]);
});

test('after an upgrade the phone shows the new build whenever the server answers', async ({ demo }) => {
  // Two web processes start, one after the other.
  test.slow();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const upgraded = nextBuild();
  let server = await startWeb('.', port);
  try {
    const { page, context } = await demo.open({ phone: true });
    await postLogin(context, 'tecnico', base);
    await page.goto(`${base}/tecnico`);
    // A page that was followed to is there before its scripts are.
    const buildOf = async (shown: typeof page) => {
      await shown.waitForFunction(() => '__remixManifest' in window);
      return shown.evaluate(() => window.__remixManifest.version);
    };
    const before = await buildOf(page);
    await expect.poll(() => keptOnPhone(page, 'screens'), { timeout: limit(30_000) }).toContain('/tecnico');

    await stop(server);
    // Until the server is back the kept page works with its own files.
    await page.reload();
    expect(await buildOf(page)).toBe(before);
    await expect(page.getByRole('tab', { name: /Mis visitas/ })).toBeVisible();

    server = await startWeb(upgraded.folder, port);
    await expect(page.getByText('Hay una versión nueva')).toBeVisible({ timeout: limit(20_000) });
    // A second page never shows the build before, though it is still kept.
    const second = await context.newPage();
    await second.goto(`${base}/tecnico`);
    expect(await buildOf(second)).toBe(upgraded.version);
    await second.close();
    // Nor does the next link of the first.
    await page.getByRole('link', { name: /^OT/ }).first().click();
    await expect(page.getByText('Hay una versión nueva')).toBeHidden();
    await expect(page.getByRole('heading', { name: /^Visita #/ })).toBeVisible();
    expect(await buildOf(page)).toBe(upgraded.version);
  } finally {
    await stop(server);
    rmSync(upgraded.folder, { recursive: true, force: true });
  }
});

/** A web process of the build in a folder, over the record of this journey's product. */
async function startWeb(folder: string, port: number): Promise<ChildProcess> {
  const product = ownProduct();
  const child = spawn(process.execPath, [resolve('dist/web.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: product.recordUrl,
      LINK_SECRET: product.linkSecret,
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
    },
  });
  await new Promise<void>((done, fail) => {
    child.once('message', () => done());
    child.once('exit', (code) => fail(new Error(`the web process ended with ${code}`)));
  });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/** The built screens under another build's name, with the technicians' screen in a file of another name: an upgrade. */
function nextBuild(): { folder: string; version: string } {
  const folder = mkdtempSync(join(tmpdir(), 'agenda-upgrade-'));
  cpSync('build', join(folder, 'build'), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const client = join(folder, 'build', 'client');
  const assets = join(client, 'assets');
  const [, now] = readdirSync(assets)
    .map((name) => /^manifest-(\w+)\.js$/.exec(name))
    .find((match) => match !== null)!;
  const version = 'aaaaaaaa';
  const manifest = readFileSync(join(assets, `manifest-${now}.js`), 'utf8');
  const screen = /"routes\/tecnico\/route":[^}]*?"\/assets\/(route-[\w-]+\.js)"/.exec(manifest)![1]!;
  const renamed = `next-${screen}`;
  renameSync(join(assets, `manifest-${now}.js`), join(assets, `manifest-${version}.js`));
  renameSync(join(assets, screen), join(assets, renamed));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.startsWith('build/') || !name.endsWith('.js')) continue;
    const file = join(folder, name);
    const text = readFileSync(file, 'utf8');
    const next = text.replaceAll(now!, version).replaceAll(screen, renamed);
    if (next === text) continue;
    writeFileSync(file, next);
    // The compressed copies hold the old name.
    for (const suffix of ['.br', '.gz']) rmSync(`${file}${suffix}`, { force: true });
  }
  return { folder, version };
}

test('a board’s document has its visits too when the service worker passes it on', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
    timeout: limit(30_000),
  });
  const document = (await page.goto(`/jefetec?op=${demo.operation}`))!;
  expect(document.fromServiceWorker()).toBe(true);
  const html = await document.text();
  expect(html.includes('data-visit-id')).toBe(true);
});
