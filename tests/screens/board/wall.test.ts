import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import type { Office } from '../../support/browser/office.ts';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, test, today } from '../people.ts';

// The 'pizarra': a screen on the wall that shows the day of each operation, and that no user looks after.

const wide = { width: 1920, height: 1080 };
const name = (page: Page) => page.getByRole('heading', { level: 1 });
const live = (page: Page) => page.getByText('En vivo');
const figure = (page: Page, filter: string) => page.locator(`[data-figure="${filter}"] > span`).first();

async function open(demo: Pick<Demo, 'signedIn'>, address: string, as = 'jefe'): Promise<Page> {
  const { page } = await demo.signedIn(as);
  await page.setViewportSize(wide);
  await page.goto(address);
  return page;
}

async function operationsOf(demo: Office, username: string) {
  return (await demo.profileOf(username)).subsidiaries.map(({ subsidiary_id }) => subsidiary_id);
}

/** Where the wall reads its data again. */
const readings = /\/pizarra\.data/;

/** As news of a setting make it do, which asks first whether the server answers. */
const readAgain = (page: Page) =>
  page.evaluate(() => {
    type Router = { revalidate(): Promise<void> };
    void (window as unknown as { __remixRouter: Router }).__remixRouter.revalidate();
  });

/** What the page asks of its server from now on. */
function countAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

test('it turns through the operations by itself, asks nothing for a turn, and follows what happens', async ({
  demo,
}) => {
  const page = await open(demo, `/pizarra?segundos=5&op=${(await operationsOf(demo, 'jefe')).join(',')}`);
  await expect(figure(page, 'todo')).toBeVisible();
  await expect(live(page)).toBeVisible();
  const asked = countAsked(page);
  const first = await name(page).innerText();
  await expect(name(page)).not.toHaveText(first);
  const second = await name(page).innerText();
  await expect(name(page)).not.toHaveText(second);
  expect(asked.filter((path) => path !== '/pizarra/sesion')).toEqual([]);

  // One operation, on which a visit is made and taken back.
  await page.goto(`/pizarra?op=${demo.operation}`);
  await expect(page.getByText(/^\d+ de \d+$/)).toHaveCount(0);
  const before = Number(await figure(page, 'unassigned').innerText());
  const order = await demo.orderWithoutVisit();
  const { visitId } = await demo.createVisit(order, { slotId: await demo.firstSlot() });
  await expect(figure(page, 'unassigned')).toHaveText(String(before + 1));
  await demo.cancelVisit(visitId);
  await expect(figure(page, 'unassigned')).toHaveText(String(before));
});

test('it says nothing of a customer', async ({ demo }) => {
  const page = await open(demo, `/pizarra?op=${demo.operation}`);
  await expect(figure(page, 'todo')).toBeVisible();
  const shown = await page.locator('body').innerText();
  // A technician may be named with digits.
  type Crew = { technicians: { name: string }[] };
  const crew = await demo.jefe<Crew>('day', { subsidiary: demo.operation, date: today() });
  const ofCrew = crew.data.technicians.flatMap(({ name }) => name.split(' '));
  const said = ofCrew.reduce((text, word) => text.replaceAll(word, ''), shown);
  // Neither the number of an order nor a telephone.
  expect(said).not.toMatch(/\d{6,}/);
  type Week = { data: Record<string, Record<string, { visits: { client_name: string }[] }>> };
  const { data } = await demo.jefe<Week>('visits', { subsidiary: demo.operation });
  const names = Object.values(data.data[today()]!).flatMap(({ visits }) =>
    visits.map((one) => one.client_name),
  );
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((client) => shown.includes(client))).toEqual([]);
});

test('two hundred turns leave no elements, no listeners and no memory behind', async ({ demo }) => {
  const page = await open(demo, '/pizarra?segundos=600');
  await expect(live(page)).toBeVisible();
  const tools = await page.context().newCDPSession(page);
  const count = Number((await page.getByText(/^\d+ de \d+$/).innerText()).split(' ').at(-1));
  expect(count).toBeGreaterThan(1);
  const turn = async (rounds: number) => {
    for (let n = 0; n < rounds * count; n++) await page.keyboard.press('ArrowRight');
    await expect(page.getByText(`1 de ${count}`)).toBeVisible();
  };
  const measure = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    await tools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners: listeners } = await tools.send('Memory.getDOMCounters');
    const { usedSize } = await tools.send('Runtime.getHeapUsage');
    return { nodes, listeners, megabytes: usedSize / 1_000_000 };
  };
  await turn(4);
  const before = await measure();
  await turn(Math.ceil(200 / count));
  const after = await measure();
  console.log(JSON.stringify({ before, after }));
  expect(after.nodes - before.nodes).toBeLessThan(100);
  expect(after.listeners - before.listeners).toBeLessThan(10);
  expect(after.megabytes - before.megabytes).toBeLessThan(1);
});

test.describe('cut off', () => {
  test.use({ cutsNetwork: true });

  test('a cut connection is said in large letters, and what was missed is there afterwards', async ({
    demo,
  }) => {
    const page = await open(demo, `/pizarra?op=${demo.operation}`);
    await expect(live(page)).toBeVisible();
    const before = Number(await figure(page, 'unassigned').innerText());
    await page.context().setOffline(true);
    await expect(page.getByText(/Sin conexión, reintentando/)).toBeVisible();
    const order = await demo.orderWithoutVisit();
    const { visitId } = await demo.createVisit(order, { slotId: await demo.firstSlot() });
    await page.context().setOffline(false);
    await expect(live(page)).toBeVisible();
    await expect(figure(page, 'unassigned')).toHaveText(String(before + 1));
    await demo.cancelVisit(visitId);
  });

  test('a session that has ended is said, and the wall comes back when a user signs in on the device', async ({
    demo,
  }) => {
    const page = await open(demo, `/pizarra?op=${demo.operation}`);
    await expect(live(page)).toBeVisible();
    const other = await page.context().newPage();
    await other.goto('/profile');
    await other.getByRole('button', { name: /Menú de usuario/ }).click();
    await other.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
    await expect(page.getByRole('heading', { name: 'La sesión terminó' })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/pizarra');
    await other.goto('/login');
    await other.getByLabel('Usuario').fill('jefe');
    await other.getByLabel('Contraseña').fill('agenda-demo');
    await other.keyboard.press('Enter');
    await other.waitForURL(/jefetec/);
    await expect(figure(page, 'todo')).toBeVisible({ timeout: limit(20_000) });
  });
});

test.describe('with a server that fails', () => {
  test.use({ cutsNetwork: true });

  test('it stays as it is while it cannot be read again, and is read once the server answers', async ({
    demo,
  }) => {
    const page = await open(demo, `/pizarra?op=${demo.operation}`);
    await expect(live(page)).toBeVisible();
    let failed = 0;
    await page.route(readings, (route) => {
      failed++;
      return route.abort();
    });
    await readAgain(page);
    await expect.poll(() => failed, { timeout: limit(10_000) }).toBeGreaterThan(1);
    await expect(figure(page, 'todo')).toBeVisible();
    const answered = page.waitForResponse(readings);
    await page.unrouteAll();
    expect((await answered).status()).toBe(200);
    await expect(figure(page, 'todo')).toBeVisible();
  });
});

test('a wall in whose place an error stands is loaded once the server answers', async ({
  demo,
  complaints,
}) => {
  const page = await open(demo, `/pizarra?op=${demo.operation}`);
  await expect(live(page)).toBeVisible();
  // An answer that is none of the product's: a proxy's, say.
  await page.route(readings, (route) => route.fulfill({ body: '<html></html>' }));
  await readAgain(page);
  await expect(page.getByRole('heading', { name: 'La pizarra no se pudo mostrar' })).toBeVisible();
  await page.unrouteAll();
  await expect(figure(page, 'todo')).toBeVisible({ timeout: limit(20_000) });
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/^SyntaxError/)]);
});

test('a new version of the product is loaded without being asked for', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe');
  // The first time the page is one of an earlier build; the server names its own at each connection.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('drawn')) return;
    sessionStorage.setItem('drawn', 'yes');
    let manifest: object | undefined;
    Object.defineProperty(window, '__remixManifest', {
      get: () => manifest,
      set: (value: object) => {
        manifest = { ...value, version: 'before' };
      },
    });
  });
  await page.goto(`/pizarra?op=${demo.operation}`);
  const version = () =>
    page.evaluate(
      () => (window as unknown as { __remixManifest?: { version: string } }).__remixManifest?.version,
    );
  expect(await version()).toBe('before');
  await expect.poll(() => version().catch(() => 'before'), { timeout: limit(20_000) }).not.toBe('before');
  await expect(live(page)).toBeVisible();
});

test('what the address asks for in vain is left out', async ({ demo }) => {
  const own = await operationsOf(demo, 'otro');
  const page = await open(demo, `/pizarra?op=${demo.operation},__proto__&segundos=0`, 'otro');
  await expect(figure(page, 'todo')).toBeVisible();
  expect(own).toHaveLength(1);
  const { profile } = { profile: await demo.profileOf('otro') };
  const [{ subsidiary_name: shown } = { subsidiary_name: '' }] = profile.subsidiaries as unknown as {
    subsidiary_name: string;
  }[];
  if (shown) await expect(name(page)).toHaveText(shown);
  await page.goto(`/pizarra?op=${'9'.repeat(5_000)}`);
  await expect(figure(page, 'todo')).toBeVisible();
});

test('a user without operations reads why, and a technician has no wall', async ({ demo }) => {
  const empty = await open(demo, '/pizarra', 'nuevo');
  await expect(empty.getByRole('heading', { name: 'No tenés operaciones asignadas.' })).toBeVisible();
  const technician = await open(demo, '/pizarra', 'tecnico');
  await expect(technician).toHaveURL(/\/tecnico/);
});

test('it breaks no rule of access in dark and in light, has no controls, and Escape leads back', async ({
  demo,
}) => {
  const page = await open(demo, '/pizarra');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(live(page)).toBeVisible();
  await expect(page.locator('button, select, input')).toHaveCount(0);
  const found: string[] = [];
  for (const size of [wide, { width: 1366, height: 768 }, { width: 390, height: 844 }])
    for (const colours of ['', '?tema=claro']) {
      await page.setViewportSize(size);
      await page.goto(`/pizarra${colours}`);
      await expect(live(page)).toBeVisible();
      found.push(...(await problems(page, `wall ${size.width} ${colours}`)));
      if (size.width < 1_000) continue;
      // Nothing is cut off on a wide screen, at no hour and with no name.
      await lengthenNames(page);
      expect(await cutRows(page)).toEqual([]);
    }
  expect(found).toEqual([]);
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await expect(page.getByRole('link', { name: 'Salir' })).toHaveCSS('opacity', '1');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/jefetec/);
});

/** Each slot gets a long name and the mark of the present hour, which only one of them has at a time. */
const lengthenNames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const row of document.querySelectorAll('main tbody tr')) {
      const name = row.querySelector('th span span')!;
      if (row.getAttribute('data-state') !== 'now')
        name.after(Object.assign(document.createElement('span'), { textContent: 'ahora' }));
      name.textContent = 'Turno extendido de empresas, 10 a 12';
      for (const count of row.querySelectorAll('td')) count.textContent = '128';
    }
  });

/** Rows that stand below what holds them, or beside it. */
const cutRows = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main tr, main li')]
      .filter((row) => {
        const frame = row.closest('section, ul[aria-label]')!.getBoundingClientRect();
        const { bottom, right } = row.getBoundingClientRect();
        return bottom > frame.bottom + 1 || right > frame.right + 1;
      })
      .map((row) => row.textContent ?? ''),
  );
