import type { Locator, Page } from '@playwright/test';
import type { Office } from '../../support/browser/office.ts';
import { listRoutes } from '../../support/browser/routes.ts';
import { expect, fillInLogin, test, today } from '../people.ts';

// Every screen once, as a user who may see it, on a desktop and on a phone. The fixture adds: no console error, no
// hydration warning, no CSP violation.

/** What the record holds for the addresses that name something of it. */
type Places = {
  operation: string;
  visit: number;
  slot: number;
  order: string;
  type: number;
  link: string;
  newcomer: Newcomer;
};
/** Has to choose a password before anything else. */
type Newcomer = { username: string; password: string };

type Screen = {
  /** An account of the demo; null: without a session. */
  as: 'jefe' | 'sac' | 'tecnico' | null;
  path: string | ((places: Places) => string);
  /** What leads to the screen from that address. */
  arrive?: (page: Page, places: Places) => Promise<void>;
  /** What the screen is there for. */
  shows: (page: Page) => Locator;
};

const main = (page: Page) => page.locator('#main');
const field = (label: string) => (page: Page) => main(page).getByLabel(label).first();
const text = (words: string | RegExp) => (page: Page) => main(page).getByText(words).first();
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name }).first();
const some = (selector: string) => (page: Page) => page.locator(selector).first();

/** By the route's directory in app/routes. */
const screens: Record<string, Screen> = {
  login: { as: null, path: '/login', shows: (page) => page.getByLabel('Contraseña') },
  password: {
    as: null,
    path: '/login',
    arrive: async (page, { newcomer }) => {
      await fillInLogin(page, newcomer.username, newcomer.password);
    },
    shows: (page) => page.getByLabel('Contraseña temporal'),
  },
  external: { as: null, path: ({ link }) => link, shows: heading('Información de la visita') },
  jefetec: {
    as: 'jefe',
    path: ({ operation }) => `/jefetec?op=${operation}`,
    shows: some('[data-visit-id]'),
  },
  calendario: {
    as: 'sac',
    path: ({ operation }) => `/calendario?op=${operation}`,
    shows: some('[data-visit-id]'),
  },
  tecnico: {
    as: 'tecnico',
    path: '/tecnico',
    shows: (page) => page.getByRole('tab', { name: /Mis visitas/ }),
  },
  'day-sheet': {
    as: 'tecnico',
    path: '/tecnico',
    arrive: (page) => page.getByRole('link', { name: 'Hoja del día' }).click(),
    shows: (page) => main(page).getByRole('button', { name: /Imprimir/ }),
  },
  'slot-detail': {
    as: 'jefe',
    path: ({ slot }) => `/subsidiaries/detail/${today()}/${slot}`,
    shows: some('[data-visit-id]'),
  },
  visit: { as: 'jefe', path: ({ visit }) => `/visit/view/${visit}/jefetec`, shows: heading(/^Visita #/) },
  'new-visit': {
    as: 'jefe',
    path: ({ type, order }) => `/visit/new/${type}/${order}`,
    shows: (page) => page.getByRole('button', { name: 'Crear visita' }),
  },
  mailbox: {
    as: 'jefe',
    path: '/mailbox',
    // What the visits of this file send is sent when the worker comes to it.
    arrive: (page) =>
      expect(async () => {
        await page.reload();
        await expect(page.locator('#main article').first()).toBeVisible({ timeout: 500 });
      }).toPass(),
    shows: some('#main article'),
  },
  setup: { as: 'jefe', path: '/setup', shows: (page) => main(page).getByRole('link', { name: /zonas/ }) },
  'slot-editor': {
    as: 'jefe',
    path: ({ operation, slot }) => `/subsidiaries/edit?op=${operation}&franja=${slot}`,
    shows: (page) => page.getByRole('form').getByLabel('Nombre'),
  },
  'priority-editor': { as: 'jefe', path: '/priorities/edit', shows: some('#main form, #main input') },
  'zone-editor': {
    as: 'jefe',
    path: ({ operation }) => `/zones/edit?op=${operation}`,
    shows: some('[data-zone-id]'),
  },
  'new-names': { as: 'jefe', path: '/names/new', shows: some('[data-name]') },
  'conversation-editor': { as: 'jefe', path: '/conversation/edit', shows: some('#main form') },
  'absence-editor': { as: 'jefe', path: '/subsidiaries/absences', shows: field('Técnico') },
  'skill-editor': { as: 'jefe', path: '/subsidiaries/skills', shows: some('#main form') },
  webhooks: {
    as: 'jefe',
    path: '/webhooks',
    shows: (page) => main(page).getByRole('link', { name: 'Nuevo webhook' }).first(),
  },
  'webhook-editor': { as: 'jefe', path: '/webhooks/nuevo', shows: field('Nombre') },
  wall: { as: 'sac', path: '/pizarra', shows: some('[data-figure]') },
  'saved-view': {
    as: 'sac',
    path: '/vistas/AAAAAAAAAAAAAAAAAAAAAA',
    shows: (page) => page.getByText('Esa vista ya no está'),
  },
  profile: { as: 'sac', path: '/profile', shows: text('Tipo de perfil') },
  users: {
    as: 'jefe',
    path: '/users',
    shows: (page) => main(page).getByRole('link', { name: 'Crear usuario' }),
  },
  user: { as: 'jefe', path: '/users/nuevo', shows: field('Usuario') },
  audit: { as: 'jefe', path: '/audit', shows: some('#main li:visible, #main tbody tr:visible') },
  retention: { as: 'jefe', path: '/retention', shows: text('Qué se elimina') },
  import: {
    as: 'jefe',
    path: '/import',
    shows: (page) => main(page).getByRole('button', { name: 'Elegir archivo' }),
  },
  reports: {
    as: 'jefe',
    path: '/reports',
    shows: (page) => page.getByRole('navigation', { name: 'Reportes' }),
  },
  report: { as: 'jefe', path: '/reports/unclosed', shows: some('#main form') },
  'not-found': {
    as: 'jefe',
    path: '/no-such-screen',
    shows: (page) => page.getByText('No encontramos esa página'),
  },
};

test.use({ worker: true });

test('every screen of app/routes.ts is opened by this file', async () => {
  const drawn = (await listRoutes())
    .filter(({ path, module }) => path && module.default)
    .map(({ id }) => id.split('/')[1]!);
  expect(drawn.sort()).toEqual(Object.keys(screens).sort());
});

test.describe('opens for the account that may see it, on a desktop and a phone', () => {
  let places: Promise<Places> | undefined;

  for (const [name, { as, path, arrive, shows }] of Object.entries(screens))
    test(name, async ({ demo }) => {
      places ??= makePlaces(demo);
      const { page } = as ? await demo.signedIn(as) : await demo.open();
      await page.goto(typeof path === 'string' ? path : path(await places));
      await arrive?.(page, await places);
      await expect(shows(page)).toBeVisible();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.reload();
      await expect(shows(page)).toBeVisible();
    });
});

async function makePlaces(office: Office): Promise<Places> {
  const { operation } = office;
  const { slotId, ids } = await office.visitsIn(today(), 1);
  const visit = await office.jefe<{ ot_number: string; ot_type: number }>('visit/get/by_number', {
    visit_id: ids[0],
  });
  const order = await office.orderWithoutVisit();
  const { path: link } = await office.createVisit(order, { slotId, checked: ['public_link'] });
  const username = `inicial${Date.now() % 1_000_000}`;
  const account = await office.jefe<{ temporary_password: string }>('users/edit', {
    id: null,
    username,
    firstName: 'Lía',
    lastName: username,
    subsidiaries: [operation],
    permissions: [],
  });
  return {
    operation,
    newcomer: { username, password: account.data.temporary_password },
    visit: ids[0]!,
    slot: slotId,
    order: visit.data.ot_number,
    type: visit.data.ot_type,
    link,
  };
}
