import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { api, expect, freeTechnician, sharedOperation, slotNotOver, test, today } from './people.ts';
import { listRoutes } from './routes.ts';

// Every screen opens with what it is for, in both sizes and without a word in the console (people.ts). One that is added
// to app/routes.ts without a line here is red.

type Places = Awaited<ReturnType<typeof makePlaces>>;
type Screen = {
  /** Without: not signed in. */
  as?: 'jefe' | 'sac' | 'tecnico';
  path: (places: Places) => string;
  shows: (page: Page) => Locator;
};

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const visit = (page: Page) => page.locator('[data-visit-id]').first();

const screens: Record<string, Screen> = {
  login: { path: () => '/login', shows: button('Ingresar') },
  external: {
    path: ({ link }) => link,
    shows: (page) => page.getByRole('heading', { name: 'Información de la visita' }),
  },
  password: { as: 'sac', path: () => '/password', shows: (page) => page.getByLabel('Contraseña actual') },
  calendario: { as: 'sac', path: ({ operation }) => `/calendario?op=${operation}`, shows: visit },
  tecnico: { as: 'tecnico', path: () => '/tecnico', shows: visit },
  'day-sheet': {
    as: 'tecnico',
    path: ({ technician }) => `/tecnico/${technician}/hoja`,
    shows: button('Imprimir'),
  },
  jefetec: { as: 'jefe', path: ({ operation }) => `/jefetec?op=${operation}`, shows: visit },
  'slot-detail': {
    as: 'jefe',
    path: ({ slotId }) => `/subsidiaries/detail/${today()}/${slotId}`,
    shows: visit,
  },
  visit: {
    as: 'jefe',
    path: ({ visitId }) => `/visit/view/${visitId}/jefetec`,
    shows: (page) => page.getByRole('heading', { name: /^Visita #/ }),
  },
  'new-visit': {
    as: 'jefe',
    path: ({ order }) => `/visit/new/${order.ot_type}/${order.ot_number}`,
    shows: button('Crear visita'),
  },
  mailbox: {
    as: 'jefe',
    path: () => '/mailbox',
    shows: (page) => page.getByRole('heading', { name: 'Buzón de desarrollo' }),
  },
  'slot-editor': { as: 'jefe', path: () => '/subsidiaries/edit', shows: button(/franja/i) },
  'priority-editor': {
    as: 'jefe',
    path: () => '/priorities/edit',
    shows: (page) => page.locator('main input').first(),
  },
  'zone-editor': { as: 'jefe', path: () => '/zones/edit', shows: button(/zona/i) },
  'conversation-editor': {
    as: 'jefe',
    path: () => '/conversation/edit',
    shows: (page) => page.getByRole('switch').first(),
  },
  webhooks: {
    as: 'jefe',
    path: () => '/webhooks',
    shows: (page) => page.getByRole('link', { name: /webhook/i }).first(),
  },
  'webhook-editor': {
    as: 'jefe',
    path: () => '/webhooks/nuevo',
    shows: (page) => page.getByLabel('Nombre').first(),
  },
  profile: { as: 'jefe', path: () => '/profile', shows: (page) => page.getByText('Tipo de perfil') },
  users: {
    as: 'jefe',
    path: () => '/users',
    shows: (page) => page.getByText('tecnico2').locator('visible=true').first(),
  },
  user: { as: 'jefe', path: ({ userId }) => `/users/${userId}`, shows: button('Guardar') },
  audit: { as: 'jefe', path: () => '/audit', shows: (page) => page.getByRole('search') },
  retention: { as: 'jefe', path: () => '/retention', shows: button('Guardar') },
  setup: {
    as: 'jefe',
    path: () => '/setup',
    shows: (page) => page.getByRole('link', { name: /Editar zonas por nodos/ }),
  },
  reports: {
    as: 'jefe',
    path: () => '/reports',
    shows: (page) => page.getByText('Visitas por día del mes').first(),
  },
  report: {
    as: 'jefe',
    path: () => '/reports/monthly_report',
    shows: (page) => page.getByRole('form').first(),
  },
  'not-found': {
    as: 'jefe',
    path: () => '/no-existe',
    shows: (page) => page.getByRole('link', { name: /inicio/i }).first(),
  },
};

/** Neither is a screen: the document around all, the frame around those of who is signed in. */
const frames = ['root', 'routes/signed-in/route'];

test('every screen of the product is among them', async () => {
  const built = (await listRoutes()).filter(({ id, module }) => module.default && !frames.includes(id));
  expect(Object.keys(screens).sort()).toEqual(built.map(({ id }) => id.split('/')[1]!).sort());
});

for (const phone of [false, true])
  test(`every screen opens ${phone ? 'on a phone' : 'on a desktop'}, with what it is for`, async ({
    open,
    signedIn,
    request,
  }) => {
    test.setTimeout(180_000);
    const places = await makePlaces(request);
    const pages: Record<string, Page> = {};
    for (const [name, { as, path, shows }] of Object.entries(screens)) {
      const who = as ?? 'guest';
      pages[who] ??= (await (as ? signedIn(as, { phone }) : open({ phone }))).page;
      await pages[who].goto(path(places));
      await expect.soft(shows(pages[who]), name).toBeVisible();
    }
  });

async function makePlaces(request: APIRequestContext) {
  const operation = await sharedOperation(request);
  const jefe = await api(request, 'jefe');
  const list = await jefe<{ orders: { ot_number: string; ot_type: number }[] }>('orders/pending', {
    subsidiary: operation,
    unscheduled_only: true,
  });
  const [order, other] = list.data.orders.slice(-2);
  const slot = await slotNotOver(jefe, operation, today());
  const made = await jefe<{ visit_id: number; public_link: string }>('visit/create', {
    ...{ ot_type: other!.ot_type, ot_number: other!.ot_number },
    ...{ possibleDate: today(), timestripe: slot.id, checked: ['public_link'] },
  });
  expect(made.diagnostic).toBe('');
  const technician = await freeTechnician(request, 'tecnico');
  await technician('visit/attach', { visit_id: made.data.visit_id });
  const me = await technician<{ user_id: number; firstName: string; lastName: string }>('user/getuserinfo');
  const users = await jefe<{ users: { id: number }[] }>('users', {});
  return {
    operation,
    order: order!,
    slotId: slot.id,
    visitId: made.data.visit_id,
    link: new URL(made.data.public_link).pathname,
    technician: `${me.data.firstName} ${me.data.lastName}`,
    userId: users.data.users[0]!.id,
  };
}
