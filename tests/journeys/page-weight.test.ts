import type { APIRequestContext, APIResponse } from '@playwright/test';
import { holdRequests } from '../support/browser/forms.ts';
import { expect, test } from './people.ts';

/** The styles of Mantine's components, which screens without them do not wait for. */
const componentStyles = /\/assets\/mantine-[\w-]+\.css$/;

test('the technician’s first load is under 150 kB of JavaScript, 230 kB with what it fetches ahead, and a second one fetches none', async ({
  demo,
  request,
}) => {
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  const fresh = await context.browser()!.newContext({ storageState: await context.storageState() });
  const phone = await fresh.newPage();
  const wire = await fresh.newCDPSession(phone);
  await wire.send('Network.enable');
  let scripts = 0;
  const sizes = new Map<string, number>();
  const addresses = new Map<string, string>();
  /** Those that came over the wire, as often as they did. */
  const fetched: string[] = [];
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    if (!/javascript/.test(response.mimeType)) return;
    addresses.set(requestId, response.url);
    sizes.set(requestId, Number(response.headers['content-length'] ?? response.headers['Content-Length']));
  });
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // Nothing over the wire: it was kept from before.
    if (encodedDataLength === 0 || !sizes.has(requestId)) return;
    scripts += sizes.get(requestId)!;
    fetched.push(addresses.get(requestId)!);
  });
  const url = new URL('/tecnico', page.url()).href;
  await phone.goto(url, { waitUntil: 'networkidle' }).catch(() => {});
  await expect(phone.getByRole('tab', { name: /Mis visitas/ })).toBeVisible();
  expect(scripts).toBeGreaterThan(50_000);
  expect(scripts).toBeLessThan(230_000);

  const needed = await neededScripts(await context.request.get(url), request);
  expect(needed.count).toBeGreaterThan(5);
  expect(needed.gzipped).toBeLessThan(150_000);

  await phone.goto(url);
  await expect(phone.getByRole('tab', { name: /Mis visitas/ })).toBeVisible();
  await phone.waitForLoadState('networkidle');
  // What the first load had not come to fetch ahead, the second one may.
  const assets = fetched.filter((address) => address.includes('/assets/'));
  expect(assets.length - new Set(assets).size, 'kept for ever under a name of its own').toBe(0);
  await fresh.close();
});

test('the boards need less than 170 kB of JavaScript before they work', async ({ demo }) => {
  const { context } = await demo.signIn('jefe');
  for (const path of ['/jefetec', '/calendario', '/jefetec?vista=dia']) {
    const needed = await neededScripts(await context.request.get(path), context.request);
    expect(needed.count, path).toBeGreaterThan(5);
    expect(needed.gzipped, path).toBeLessThan(170_000);
  }
});

test('boards and the technician’s day are drawn without the styles of components, and what needs these waits for them', async ({
  demo,
}) => {
  // In a browser of its own: there a service worker begins, whose requests nothing holds back.
  const { page: phone } = await demo.signedIn('jefe');
  const releaseDay = await holdRequests(phone, componentStyles);
  await phone.goto('/tecnico', { waitUntil: 'commit' });
  await expect(phone.getByRole('tab', { name: /Mis visitas/ })).toBeVisible();
  releaseDay();
  const { page } = await demo.signedIn('jefe');
  const release = await holdRequests(page, componentStyles);
  await page.goto(`/jefetec?op=${demo.operation}`, { waitUntil: 'commit' });
  await expect(page.locator('[data-visit-id][data-stop]').first()).toBeVisible();
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(page.locator('.mantine-Modal-content')).toHaveCount(0);
  release();
  await expect(dialog).toBeVisible();
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('position', 'fixed');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a screen of components that is opened before their styles are there is shown with them', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  const release = await holdRequests(page, componentStyles);
  await page.goto(`/jefetec?op=${demo.operation}`, { waitUntil: 'commit' });
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.getByRole('link', { name: 'Reportes' }).click();
  await expect(page).toHaveURL(/\/reports$/);
  await expect(page.locator('main .mantine-Text-root')).toHaveCount(0);
  release();
  await expect(page.locator('main .mantine-Text-root').first()).toBeVisible();
});

test('styles of components that could not be fetched at first are fetched again when they are needed', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  let asked = 0;
  await page.route(componentStyles, (route) => {
    asked++;
    return asked === 1 ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.goto(`/jefetec?op=${demo.operation}`);
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
  await expect(page.locator('.mantine-Modal-inner')).toHaveCSS('position', 'fixed');
  expect(asked).toBeGreaterThan(1);
});

test('what a browser fetches is compressed, and kept by the name that changes with it', async ({
  page,
  request,
}) => {
  await page.goto('/login');
  const script = await page.locator('link[rel="modulepreload"]').first().getAttribute('href');
  const answer = await request.get(script!, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers()).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const icon = await request.get('/favicon.svg');
  expect(icon.headers()['cache-control']).toBe('public, max-age=3600');
  // A page of before an upgrade asks for files that are gone; the answer must not outlive it, and nothing beside them is reached.
  for (const path of [
    '/assets/gone-12345678.js',
    '/assets/',
    '/assets/..%2fservice-worker.js',
    '/assets/..%2f..%2fserver%2findex.js',
  ]) {
    const gone = await request.get(path);
    expect([path, gone.status() >= 400 && gone.status() < 500]).toEqual([path, true]);
    expect(gone.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  }
});

test('what a phone installs has its icons, masked and not, as large as they say', async ({ request }) => {
  const manifest = await (await request.get('/app.webmanifest')).json();
  expect(manifest).toMatchObject({ id: '/', name: 'Agenda técnica', display: 'standalone', lang: 'es-AR' });
  const icons = manifest.icons as { src: string; sizes: string; type: string; purpose: string }[];
  expect(new Set(icons.map(({ purpose }) => purpose))).toEqual(new Set(['any', 'maskable']));
  for (const { src, sizes, type } of icons) {
    const answer = await request.get(src);
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, type]);
    if (type !== 'image/png') continue;
    const bytes = await answer.body();
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, src).toBe(sizes);
  }
});

/** The scripts that a document itself asks for, and its screen cannot run without; bytes as sent. */
async function neededScripts(document: APIResponse, request: APIRequestContext) {
  const needed = new Set((await document.text()).match(/\/assets\/[\w.~-]+\.js/g));
  let gzipped = 0;
  for (const script of needed) {
    const answer = await request.get(new URL(script, document.url()).href, {
      headers: { 'accept-encoding': 'gzip' },
    });
    gzipped += Number(answer.headers()['content-length']);
  }
  return { count: needed.size, gzipped };
}
