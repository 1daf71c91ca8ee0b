import { expect } from '../people.ts';
import { test } from '../record.ts';

// S1 §8 on the boards: the list, the week, and the dialogs of orders and clients, each refused by the real server.

test('an operation that is withdrawn while its board is open: the week and the list say why, and come back with it', async ({
  demo,
  record,
}) => {
  const { page } = await demo.signIn('otro');
  await expect(page.locator('[data-order]').first()).toBeVisible();
  const name = page.getByRole('navigation', { name: 'Operaciones' }).getByRole('button');
  await expect(name).toHaveCount(1);
  const [mine] = await record.sql<{ operation: string }[]>`
    select o.operation from user_operations o join users u on u.id = o.user_id where u.username = 'otro'`;
  const giveBack = await record.takeOperation('otro', mine!.operation);

  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Obtener visitas' });
  await expect(dialog.getByRole('alert')).toHaveText('No tenés asignada esa operación.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByText('Prioridad', { exact: true }).click();
  const list = page.getByRole('region', { name: 'Órdenes' });
  const panel = list.getByRole('alert');
  await expect(panel).toContainText('Error al descargar el listado de OT');
  await expect(panel).toContainText('Por favor refresque esta página');
  await expect(panel).toContainText('Error al obtener órdenes: No tenés asignada esa operación.');

  await giveBack();
  await list.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.locator('[data-visit-id]').first()).toBeAttached();
  await expect(dialog).toBeHidden();
});

test('an order and the history of a client say the server’s own reason', async ({ demo, record }) => {
  const list = await demo.pendingOrders();
  const { ot_number: order, client_id: client } = list[0]!;
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await record.takePermission('jefe', 'can_query_order');
  await page.locator(`[data-order="${order}"]`).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'No posee permisos para consultar OTs',
  );

  // The history is asked for while the client may be seen, and answered when it may not be any more.
  const shown = page.waitForResponse((response) => new URL(response.url()).pathname === '/ask/client');
  await page.route(
    (url) => url.pathname === '/ask/clientHistory',
    async (route) => {
      await shown;
      await record.takePermission('jefe', 'can_query_client');
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(`/jefetec?op=${demo.operation}&cliente=${client}`);
  const dialog = page.getByRole('dialog', { name: /^Cliente/ });
  const history = dialog.getByRole('region', { name: 'Histórico de visitas' });
  await expect(history.getByRole('alert')).toContainText('No posee permisos para consultar clientes');
});
