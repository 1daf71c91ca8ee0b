import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Office, officeOf } from '../support/browser/office.ts';
import { picture } from '../support/browser/phone.ts';
import { startTown } from '../worlds/town.ts';
import { openWorld, type World } from '../worlds/world.ts';
import { findProgram } from './find-program.ts';
import { startFirefox } from './firefox.ts';
import { type Line, openLine } from './line.ts';
import type { Browser, Page } from './page.ts';
import { type Person, personAt, waitFor } from './person.ts';
import { startWebKit } from './webkit.ts';

// One journey in Firefox and WebKit as a system brings them: the product's main job, and what only they showed. The
// journeys' Chromium is Playwright's business; of the others it drives its own builds alone.

const firefox = findProgram('firefox-esr', 'firefox');
const webkit = {
  driver: findProgram('WebKitWebDriver'),
  browser: findProgram(
    ...['x86_64', 'aarch64'].map((of) => `/usr/lib/${of}-linux-gnu/webkit2gtk-4.1/MiniBrowser`),
  ),
  screen: findProgram('Xvfb'),
};
const hasWebKit = Boolean(webkit.driver && webkit.browser && webkit.screen);
if (!firefox) console.log('Firefox is not here (Debian: firefox-esr): its journey is skipped.');
if (!hasWebKit) console.log('WebKit is not here (Debian: webkit2gtk-driver xvfb): its journey is skipped.');

let town: Awaited<ReturnType<typeof startTown>>;
let world: World;
let line: Line;
let office: Office;

beforeAll(async () => {
  if (!firefox && !hasWebKit) return;
  town = await startTown();
  world = await openWorld({ worker: true }, town.url);
  line = await openLine(Number(new URL(world.baseURL).port));
  office = await officeOf(world);
}, 240_000);
afterAll(async () => {
  await line?.close();
  await world?.close();
  await town?.stop();
}, 60_000);

test.skipIf(!firefox)(
  'the main job, what is pressed without a signal, and a part that failed, in Firefox',
  async () => {
    await journey(await startFirefox(firefox!));
  },
  420_000,
);

test.skipIf(!hasWebKit)(
  'the main job, what is pressed without a signal, and a part that failed, in WebKit',
  async () => {
    await journey(await startWebKit(webkit as Record<keyof typeof webkit, string>));
  },
  420_000,
);

async function journey(browser: Browser) {
  let page: Page | undefined;
  /** Who was before leaves: a browser is one person's at a time. */
  const become = async (username: string, [width, height]: [number, number]) => {
    await page?.close();
    // The board opens as it is at first, and not as the browser before left it.
    await (await office.api(username))('user/preferences', { jefetec: '', calendario: '', singleKeys: true });
    page = await browser.open(line.origin);
    await page.size(width, height);
    const person = personAt(page);
    await person.signIn(username);
    return person;
  };
  try {
    const visitId = await dispatch(await become('jefe', [1366, 768]));
    await closeOnPhone(await become('tecnico', [450, 844]), visitId);
    await lose(await become('sac', [1366, 768]));
  } catch (error) {
    // What was to be seen then, for who looks why.
    await page?.shot(join(tmpdir(), `agenda-${browser.name}.png`)).catch(() => {});
    throw error;
  } finally {
    line.restore();
    line.lose(null);
    await browser.close();
  }
}

const chip = 'a[data-visit-id]';
const search = '[role="combobox"]';

/** Boards, keys, a report; and a visit is made of an order. */
async function dispatch(jefe: Person): Promise<number> {
  const { page } = jefe;
  await jefe.see({ in: chip });
  await jefe.see('En vivo');
  await turn(page, 'j', /semana=/);
  await turn(page, 'h', /^(?!.*semana=)/);
  await jefe.press({ in: 'label', text: /^ ?Día$/ });
  await jefe.at(/vista=dia/);
  await jefe.see({ in: '[data-technician-id]' });
  await jefe.press({ in: 'label', text: /^ ?Mapa$/ });
  await jefe.at(/vista=mapa/);
  await jefe.see({ in: 'main table' });
  await jefe.press({ in: 'label', text: /^ ?Semana$/ });
  await jefe.see({ in: chip });
  await page.key('?');
  await jefe.see({ in: '[role="dialog"]', text: 'Atajos de teclado' });
  await page.key('Escape');
  await jefe.isGone({ in: '[role="dialog"]' });
  await jefe.focused('input[type="radio"]');
  await page.key('Control', 'k');
  await jefe.focused(search);
  await page.key('Escape');
  await page.go('/reports/my_techs');
  await jefe.see({ in: 'main a', text: 'Hoja del día' });

  const order = await office.orderWithoutVisit();
  const slot = await office.slotNotOver();
  await office.makeRoom(slot);
  await page.go(`/jefetec?op=${office.operation}&orden=${order.ot_number}`);
  await jefe.press({ in: '[role="dialog"] a', text: 'Generar Visita' });
  await jefe.press({ in: 'label', text: 'Franja horaria' });
  await jefe.press({ in: '[role="option"]', text: slot.name });
  await jefe.press({ in: 'button[type="submit"]', text: 'Crear visita' });
  await jefe.see('Se generó correctamente la visita!');
  expect(await jefe.errors()).toEqual([]);
  type Order = { visits_list: { id: number; open: boolean }[] };
  const { data } = await office.jefe<Order>('order', { ot_number: order.ot_number, ot_type: order.ot_type });
  return data.visits_list.find(({ open }) => open)!.id;
}

/**
 * A key that turns the board to another address. One that is pressed before the page listens is pressed again, as a
 * person does; what an earlier press still does afterwards is awaited.
 */
async function turn(page: Page, key: string, address: RegExp): Promise<void> {
  const isThere = async () => address.test(await page.run<string>('return location.href'));
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
  await waitFor(async () => {
    await page.key(key);
    for (let look = 0; look < 15 && !(await isThere()); look++) await pause(200);
    if (!(await isThere())) return null;
    await pause(1_000);
    return (await isThere()) || null;
  }, `for the key ${key}`);
}

/** A technician takes the visit, closes it with a signature and two photos, and sets out to another one without a signal. */
async function closeOnPhone(tecnico: Person, visitId: number) {
  const { page } = tecnico;
  const call = await office.freeTechnician('tecnico');
  const { visitId: next } = await office.freeVisit();
  await call('visit/attach', { visit_id: next });
  const inHand = (id: number, selector = '') => `li[data-visit-id="${id}"] ${selector}`;
  await tecnico.press({ in: '[role="tab"]', text: 'Visitas para tomar' });
  await tecnico.press({ in: inHand(visitId, 'button'), text: 'Tomar' });
  await tecnico.press({ in: '[role="tab"]', text: 'Mis visitas' });
  await tecnico.press({ in: inHand(visitId, 'button'), text: 'Voy en camino' });
  await tecnico.press({ in: 'button', text: 'Llegué' });
  await tecnico.press({ in: 'button', text: 'Cerrar visita' });
  const form = '[role="dialog"] ';
  // The form is fetched when it is wanted, and its fields for the files are not to be seen.
  await tecnico.see({ in: `${form}button`, text: 'Agregar fotos' });
  const photos = await Promise.all(['uno', 'dos'].map(pictureFile));
  for (const [index, photo] of photos.entries()) {
    await page.files(`${form}input[type="file"]`, [photo]);
    await waitFor(
      async () =>
        (await page.run<number>(`return document.querySelectorAll('${form}li img').length`)) > index,
      `to see photo ${index + 1}`,
    );
  }
  await tecnico.choose(`${form}select[name="repair_code"], ${form}label:has(+ * select) + * select`, 1);
  await tecnico.draw(`${form}canvas`);
  await tecnico.press({ in: `${form}button[type="submit"]`, text: 'Cerrar visita' });
  await tecnico.see('La visita se cerró correctamente.');
  type Photos = { photos: object[] };
  await waitFor(
    async () => (await call<Photos>('visit/photos/list', { visit_id: visitId })).data.photos.length === 2,
    'for both photos to arrive',
    60_000,
  );
  expect(await tecnico.errors()).toEqual([]);

  await page.go('/tecnico');
  await tecnico.see({ text: 'Listo para trabajar sin señal' }, 90_000);
  line.cut();
  await page.go('/tecnico');
  await tecnico.press({ in: inHand(next, 'button'), text: 'Voy en camino' });
  await tecnico.see({ in: inHand(next), text: 'pendiente de envío' });
  line.restore();
  type Segment = { events: { name: string }[] };
  await waitFor(
    async () =>
      (await office.jefe<Segment>('report/segment', { visit_id: next })).data.events.some(
        ({ name }) => name === 'visit.on_the_way',
      ),
    'for the step to arrive',
    90_000,
  );
  await tecnico.isGone({ in: inHand(next), text: 'pendiente de envío' });
}

/** The search cannot be fetched, and the connection comes back: it opens, or the page says that it has to be loaded again. */
async function lose(sac: Person) {
  const { page } = sac;
  line.lose(/\/assets\/palette-[\w-]+\.js/);
  await page.go('/calendario');
  await sac.see('En vivo');
  await page.key('Control', 'k');
  await sac.see('No se pudo abrir la búsqueda');
  line.lose(null);
  await page.key('Control', 'k');
  // Firefox remembers what failed for as long as the document stands.
  const again = { in: 'button', text: 'Volver a cargar' };
  const outcome = await waitFor(
    () =>
      page.run<string>(`
        if (document.activeElement.matches(${JSON.stringify(search)})) return 'opened';
        return document.body.innerText.includes('${again.text}') && 'lost';`),
    'for the search, or for what it needs',
  );
  if (outcome === 'opened') return;
  await sac.press(again);
  await sac.isGone(again);
  await sac.see('En vivo');
  await page.key('Control', 'k');
  await sac.focused(search);
}

async function pictureFile(name: string): Promise<string> {
  const file = join(world.dataDir, `${name}.jpg`);
  writeFileSync(file, (await picture(name)).buffer);
  chmodSync(file, 0o644);
  return file;
}
