import { limit } from '../../gate/limits.mjs';
import { expect, putBack, test } from '../people.ts';

test.use({ cutsNetwork: true });

test('a board that was cut off says so, and is right again within a second of coming back', async ({
  demo,
}) => {
  const { visitId } = await demo.freeVisit();
  const jefe = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const sac = await demo.signedIn('sac', { at: `/calendario?op=${demo.operation}` });
  const connected = sac.page.locator(`a[data-visit-id="${visitId}"]`);
  const chip = jefe.page.locator(`a[data-visit-id="${visitId}"]`);
  await expect(chip).toHaveAttribute('data-status', 'pending');

  await jefe.context.setOffline(true);
  await expect(jefe.page.getByText('Sin conexión, reintentando')).toBeVisible({ timeout: limit(5_000) });
  const tecnico = await demo.api('tecnico');
  expect((await tecnico('visit/attach', { visit_id: visitId })).code).toBe(200);
  await expect(connected, 'a board with a connection has it').toHaveAttribute('data-status', 'assigned');
  await expect(chip, 'nothing arrives while cut off').toHaveAttribute('data-status', 'pending');

  await jefe.context.setOffline(false);
  await expect(chip).toHaveAttribute('data-status', 'assigned', { timeout: limit(1_500) });
  await expect(jefe.page.getByText('Sin conexión, reintentando')).toBeHidden();
  await putBack(tecnico, visitId);
});

test('no answer within the limit opens the connection dialog, with the way to reload', async ({ demo }) => {
  const { visitId } = await demo.freeVisit();
  const tecnico = await demo.signIn('tecnico2', { phone: true });
  await tecnico.page.route('**/do/takeVisit', () => {
    // Never answered.
  });
  await tecnico.page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  await tecnico.page.clock.install();
  const asked = tecnico.page.waitForRequest('**/do/takeVisit');
  await tecnico.page.locator(`li[data-visit-id="${visitId}"]`).getByRole('button', { name: 'Tomar' }).click();
  await asked;
  const dialog = tecnico.page.getByRole('dialog');
  await tecnico.page.clock.fastForward(29_000);
  await expect(dialog).toHaveCount(0);
  await tecnico.page.clock.fastForward(1_500);
  await expect(dialog.getByText('Problema de conexión')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Recargar' })).toBeVisible();
});

test('a part that cannot be fetched although the server answers is offered to be loaded again, on the same address', async ({
  demo,
}) => {
  const at = `/calendario?op=${demo.operation}`;
  const { page } = await demo.signedIn('sac', { at });
  await expect(page.getByText('En vivo')).toBeVisible();
  // As in Firefox, where an address that failed once fails until the page is loaded again.
  const palette = /\/assets\/palette-[\w-]+\.js$/;
  await page.route(palette, (route) => route.abort('failed'));
  const search = page.getByRole('dialog', { name: 'Buscar o ir a…' });
  const offer = page.getByRole('status').filter({ hasText: 'Una parte de la pantalla no se pudo traer' });
  await page.keyboard.press('Control+k');
  await expect(page.getByText(/^No se pudo abrir la búsqueda/)).toBeVisible();
  await expect(offer).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(offer).toBeVisible();

  await page.unroute(palette);
  await offer.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(page.getByText('En vivo')).toBeVisible();
  expect(new URL(page.url()).search).toBe(new URL(at, page.url()).search);
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
});
