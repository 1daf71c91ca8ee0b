import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { type Demo, dayAfter, expect, test, today } from '../people.ts';

type Ticket = {
  id: number;
  title: string;
  ot_number: string | null;
  has_priority_notes: boolean;
  notes: { attached_files: { id: number; name: string; content: string }[] }[];
};

/** A client of the operation who waits for an order and has a ticket with a file. */
async function clientWithFile(demo: Demo) {
  const list = await demo.pendingOrders({ show_contractors: true });
  for (const { client_id: client, ot_number: order } of list) {
    const { data } = await demo.jefe<{ tickets: Ticket[] }>('tickets/by_client', { client_id: client });
    const ticket = data.tickets.find(
      (one) => one.ot_number && one.notes.some((n) => n.attached_files.length),
    );
    const file = ticket?.notes.flatMap((note) => note.attached_files)[0];
    if (ticket && file) return { client, order, ticket, file };
  }
  throw new Error('no client with a file');
}

const clientDialog = (page: Page) => page.getByRole('dialog', { name: /^Cliente/ });
const ticketDialog = (page: Page) => page.getByRole('dialog', { name: /^Ticket/ });
const orderDialog = (page: Page) => page.getByRole('dialog', { name: /^Orden/ });

test('a client with its sections, a ticket over it, and a file that is downloaded under its name', async ({
  demo,
}) => {
  const { client, order, ticket, file } = await clientWithFile(demo);
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await page.goto(`/jefetec?op=${demo.operation}&cliente=${client}`);
  const dialog = clientDialog(page);
  await expect(
    dialog.getByRole('region', { name: 'Datos del cliente' }).getByText('Dirección'),
  ).toBeVisible();
  await expect(
    dialog
      .getByRole('region', { name: 'Órdenes pendientes' })
      .getByRole('button', { name: new RegExp(`^${order}`) }),
  ).toBeVisible();
  await expect(dialog.getByRole('region', { name: 'Histórico de visitas' })).toBeVisible();
  await dialog
    .getByRole('region', { name: 'Tickets' })
    .getByRole('button', { name: new RegExp(ticket.title) })
    .first()
    .waitFor();
  await page.goto(`/jefetec?op=${demo.operation}&cliente=${client}&ticket=${ticket.id}`);
  const link = ticketDialog(page).getByRole('link', { name: new RegExp(`Descargar ${file.name}`) });
  const downloading = page.waitForEvent('download');
  await link.first().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(file.name);
  expect((await readFile(await download.path())).toString('base64')).toBe(file.content);
});

test('Back goes from the order to the ticket, to the client, to the board', async ({ demo }) => {
  const { client, ticket } = await clientWithFile(demo);
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  // A choice before the page is interactive is lost.
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.getByLabel('Buscar por').selectOption('Cliente');
  await page.getByLabel('Número de 11 dígitos').fill(client);
  await page.keyboard.press('Enter');
  const tickets = clientDialog(page).getByRole('region', { name: 'Tickets' });
  // By keyboard alone: the ticket opens, Escape closes only it, and the focus is back on it.
  const row = tickets.getByRole('button', { name: new RegExp(ticket.title) }).first();
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(ticketDialog(page)).toBeVisible();
  await expect(page).toHaveURL(/ticket=\d+/);
  await page.keyboard.press('Escape');
  await expect(ticketDialog(page)).toBeHidden();
  await expect(clientDialog(page)).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await ticketDialog(page)
    .getByRole('button', { name: /^OT \d{11}$/ })
    .click();
  await expect(orderDialog(page)).toBeVisible();
  await page.goBack();
  await expect(ticketDialog(page)).toBeVisible();
  await expect(orderDialog(page)).toBeHidden();
  await page.goBack();
  await expect(ticketDialog(page)).toBeHidden();
  await expect(clientDialog(page)).toBeVisible();
  await page.goBack();
  await expect(clientDialog(page)).toBeHidden();
  await expect(page).toHaveURL(/jefetec\?op=\d{3}$/);
  await expect(page.getByLabel('Número de 11 dígitos')).toHaveValue(client);
});

test.describe('when a section cannot be had', () => {
  test.use({ cutsNetwork: true });

  test('each fails alone, with its own text, and comes when asked again', async ({ demo }) => {
    const { client } = await clientWithFile(demo);
    const { page } = await demo.signedIn('jefe');
    const sections: [path: string, region: string, text: string][] = [
      ['/ask/client', 'Datos del cliente', 'Hubo un error obteniendo los datos del cliente'],
      [
        '/ask/clientOrders',
        'Órdenes pendientes',
        'No se pudieron obtener las OTs pendientes de este cliente',
      ],
      ['/ask/clientHistory', 'Histórico de visitas', 'Error no especificado'],
      ['/ask/clientTickets', 'Tickets', 'No se pudo consultar los tickets en ticketera'],
    ];
    for (const [path, region, text] of sections) {
      const cut = (url: URL) => url.pathname === path;
      await page.route(cut, (route) => route.abort('failed'));
      await page.goto(`/jefetec?op=${demo.operation}&cliente=${client}`);
      const failed = clientDialog(page).getByRole('region', { name: region });
      await expect(failed.getByRole('alert')).toContainText(text);
      await expect(clientDialog(page).getByRole('alert')).toHaveCount(1);
      if (region === 'Tickets') await expect(failed.getByRole('img', { name: text })).toBeVisible();
      await page.unroute(cut);
      await failed.getByRole('button', { name: 'Reintentar' }).click();
      await expect(failed.getByRole('alert')).toHaveCount(0);
    }
    await page.route('**/ask/order?*', (route) => route.abort('failed'));
    await page.goto(`/jefetec?op=${demo.operation}&orden=${demo.operation}00000001`);
    await expect(orderDialog(page).getByRole('alert')).toContainText(
      'No se pudo obtener respuesta del servidor (Error 400)',
    );
  });

  test('the sections say what they wait for', async ({ demo }) => {
    const { client } = await clientWithFile(demo);
    const { page } = await demo.signedIn('jefe');
    const held: (() => void)[] = [];
    await page.route(/\/ask\/client/, async (route) => {
      await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await page.goto(`/jefetec?op=${demo.operation}&cliente=${client}`);
    for (const text of [
      'Descargando información',
      'Cargando OTs pendientes',
      'Cargando historico de visitas',
    ])
      await expect(clientDialog(page).getByText(text).first()).toBeVisible();
    for (const go of held) go();
    await expect(clientDialog(page).getByText('Descargando información')).toHaveCount(0);
  });
});

test('an open order turns when a visit of it is made, without losing its place', async ({ demo }) => {
  const list = await demo.unscheduledOrders();
  // One that was never visited.
  let order: { ot_number: string; ot_type: number } | undefined;
  for (const { ot_number, ot_type } of list.toReversed()) {
    const { data } = await demo.jefe<{ visits_list: unknown[] }>('order', { ot_number, ot_type });
    if (data.visits_list.length > 0) continue;
    order = { ot_number, ot_type };
    break;
  }
  if (!order) throw new Error('No order without visits is left.');
  const { page } = await demo.signedIn('jefe');
  // The board behind it shows another operation: the dialog subscribes to its own.
  await page.goto(`/jefetec?orden=${order.ot_number}`);
  const dialog = orderDialog(page);
  await expect(dialog.getByText('La OT no tiene visitas.')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Generar Visita' })).toBeVisible();
  await expect(page.getByText('En vivo')).toBeVisible();
  let flashes = 0;
  await page.exposeFunction('flashed', () => flashes++);
  await dialog.evaluate((element) => {
    new MutationObserver(() => {
      if (element.querySelector('[aria-busy]')) (window as unknown as { flashed(): void }).flashed();
    }).observe(element, { childList: true, subtree: true });
  });
  const slotId = await demo.firstSlot();
  const { visitId } = await demo.createVisit(order, { slotId });
  await expect(dialog.getByRole('link', { name: `Visita #${visitId}` })).toBeVisible({
    timeout: limit(3_000),
  });
  await expect(dialog.getByText('1 visita pendiente')).toBeVisible();
  await expect(
    dialog.getByText(
      'Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
    ),
  ).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Generar Visita' })).toHaveCount(0);
  expect(flashes).toBe(0);
});

test('an open client shows changes of its visits: a new one stands in the history by itself', async ({
  demo,
}) => {
  const order = await demo.orderWithoutVisit();
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&cliente=${order.client_id}`,
  });
  const history = clientDialog(page).getByRole('region', { name: 'Histórico de visitas' });
  await expect(history).not.toContainText('Cargando');
  await expect(page.getByText('En vivo')).toBeVisible();
  const slotId = await demo.firstSlot();
  const { visitId } = await demo.createVisit(order, { slotId });
  const row = history.getByRole('listitem').filter({ hasText: `Visita #${visitId}` });
  await expect(row).toContainText('Pendiente', { timeout: limit(3_000) });
});

test('the calendar that is only read opens orders, and makes no visits', async ({ demo }) => {
  const list = await demo.unscheduledOrders();
  const { page } = await demo.signedIn('jefe', {
    at: `/calendario?op=${demo.operation}&orden=${list[0]!.ot_number}`,
  });
  await expect(orderDialog(page).getByText('Franjas posibles')).toBeVisible();
  await expect(orderDialog(page).getByText('Generar Visita')).toHaveCount(0);
});

test('on a phone the search is within reach and keeps what was typed', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { phone: true, at: `/jefetec?op=${demo.operation}` });
  const field = page.getByLabel('Número de 11 dígitos');
  const button = page.getByRole('button', { name: 'Buscar' });
  for (const target of [field, button])
    expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await field.fill('1141');
  await button.click();
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toHaveText(
    'Por favor verifique los datos ingresados',
  );
  await expect(field).toHaveValue('1141');
  await expect(field).toBeFocused();
});

test('the tickets of a client come by pages, and what is shown stays', async ({ demo }) => {
  const list = await demo.pendingOrders();
  const client = list.at(-1)!.client_id;
  const before = await demo.jefe<{ tickets: object[] }>('tickets/by_client', { client_id: client });
  const rows = Array.from({ length: 120 - before.data.tickets.length }, (_, n) => ({
    ticket_number: `PAG-${n}`,
    client_id: client,
    title: `Ticket ${n}`,
    timestamp: '2020-03-05T14:30:00-03:00',
  }));
  expect((await demo.jefe('intake/tickets', { rows })).diagnostic).toBe('');
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}&cliente=${client}` });
  const tickets = clientDialog(page).getByRole('region', { name: 'Tickets' });
  await expect(tickets.locator('[data-ticket]')).toHaveCount(100);
  await tickets.getByRole('button', { name: 'Mostrar más' }).click();
  await expect(tickets.locator('[data-ticket]')).toHaveCount(120);
  await expect(tickets.getByRole('button', { name: 'Mostrar más' })).toHaveCount(0);
});

test('a visit that a panel lists opens beside the board, and the board turns to it', async ({ demo }) => {
  const day = dayAfter(today(), 9);
  const order = await demo.orderWithoutVisit();
  const [slot] = await demo.slotsOf(day);
  const { visitId } = await demo.createVisit(order, { day, slotId: slot!.id });
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&orden=${order.ot_number}`,
  });
  await orderDialog(page)
    .getByRole('link', { name: `Visita #${visitId}` })
    .click();
  const visit = page.getByRole('dialog', { name: `Visita #${visitId}` });
  // What the week does not show is followed all the same, and nothing is offered that it has no dialog for.
  await expect(visit.getByText('Sin asignar')).toBeVisible();
  await demo.handOver([visitId]);
  await expect(visit.getByText('Sin asignar')).toBeHidden();
  await expect(visit.getByRole('button', { name: 'Cambiar técnico' })).toBeHidden();
  await visit.getByRole('button', { name: 'Mostrar en calendario' }).click();
  await expect(page.locator(`a[data-visit-id="${visitId}"][data-stop]`)).toBeInViewport();
  await expect(visit.getByRole('button', { name: 'Cambiar técnico' })).toBeVisible();

  // From its client, and in the day by technician.
  await page.goto(
    `/jefetec?op=${demo.operation}&vista=dia&dia=${day}&lista=0&cliente=${order.client_id}&solo=porhacer`,
  );
  await clientDialog(page)
    .getByRole('region', { name: 'Histórico de visitas' })
    .getByRole('link', { name: `Visita #${visitId}` })
    .click();
  await visit.getByRole('button', { name: 'Mover a…' }).click();
  const moving = page.getByRole('dialog', { name: 'Mover a… (1 visita)' });
  await moving.getByRole('button', { name: 'Cancelar' }).first().click();
  await expect(moving).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(visit).toBeHidden();
  await page.locator(`[data-visit-id="${visitId}"][data-stop]`).click();
  await expect(visit).toBeVisible();
  await demo.cancelVisit(visitId);
});
