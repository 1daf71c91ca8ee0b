import { lastWithSlots } from '../../support/browser/slots.ts';
import { expect } from '../people.ts';
import { test } from '../record.ts';

// S2 §8 in the editors of slots and zones, for who loses the permission, or the line, while editing.

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('a slot that is neither saved nor deleted says why, and keeps what was typed', async ({
    demo,
    record,
  }) => {
    const { subsidiary_id: operation, timestripes } = await lastWithSlots(demo);
    const { id } = timestripes.at(-1)!;
    const { page, context } = await demo.signedIn('jefe', {
      at: `/subsidiaries/edit?op=${operation}&franja=${id}`,
    });
    const panel = page.getByRole('form');
    await panel.getByLabel('Nombre').fill('Nombre a medio escribir');
    const save = panel.getByRole('button', { name: 'Guardar y cerrar' });
    await context.setOffline(true);
    await save.click();
    await expect(panel.getByRole('alert')).toHaveText(
      'Error al procesar información: no se obtuvo respuesta del servidor',
    );
    await expect(page.getByText('Sin conexión, reintentando')).toBeVisible();
    await context.setOffline(false);
    // The editor that is connected again reads what it has missed: after the permission is taken that would be refused.
    await expect(page.getByText('En vivo')).toBeVisible();

    await record.takePermission('jefe', 'can_edit_timestripes');
    await save.click();
    await expect(panel.getByRole('alert')).toHaveText('No poseés permisos para realizar esta acción');
    await expect(panel.getByLabel('Nombre')).toHaveValue('Nombre a medio escribir');
  });
});

test('without the permission a slot is not deleted, and a zone neither edited nor deleted', async ({
  demo,
  record,
}) => {
  const { subsidiary_id: operation, timestripes } = await lastWithSlots(demo);
  const { page } = await demo.signedIn('jefe', {
    at: `/subsidiaries/edit?op=${operation}&franja=${timestripes.at(-1)!.id}`,
  });
  await page.getByRole('form').getByRole('button', { name: 'Eliminar' }).click();
  const slotsAgain = await record.takePermission('jefe', 'can_edit_timestripes');
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  const said = page.getByRole('alert');
  await expect(
    said.filter({
      hasText: 'No se pudo eliminar la franja horaria: No poseés permisos para realizar esta acción',
    }),
  ).toBeVisible();
  await slotsAgain();

  const zones = await demo.jefe<{ id: number; name: string }[]>('zones', { operations: [operation] });
  const zone = zones.data[0]!;
  await page.goto(`/zones/edit?op=${operation}&zona=${zone.id}`);
  const form = page.getByRole('form', { name: zone.name });
  await form.getByLabel('Nombre').fill(`${zone.name} bis`);
  const zonesAgain = await record.takePermission('jefe', 'can_edit_zones');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(
    said.filter({ hasText: 'No se pudo editada la zona: No poseés permisos para realizar esta acción' }),
  ).toBeVisible();
  await expect(form.getByLabel('Nombre')).toHaveValue(`${zone.name} bis`);
  await zonesAgain();

  // Anew: whatever changes in the operation in between, the screen is read again, and is refused without the permission.
  page.once('dialog', (leave) => void leave.accept());
  await page.goto(`/zones/edit?op=${operation}&zona=${zone.id}`);
  await page.getByRole('button', { name: 'Eliminar zona' }).click();
  await record.takePermission('jefe', 'can_edit_zones');
  await page
    .getByRole('dialog', { name: 'Eliminar zona' })
    .getByRole('button', { name: 'Eliminar zona' })
    .click();
  await expect(
    said.filter({ hasText: 'No se pudo eliminar la zona: No poseés permisos para realizar esta acción' }),
  ).toBeVisible();
});
