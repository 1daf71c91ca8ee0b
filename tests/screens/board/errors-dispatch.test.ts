import { choose, said } from '../../support/browser/forms.ts';
import type { JourneyRecord } from '../../support/browser/record.ts';
import { type Demo, expect, today } from '../people.ts';
import { test } from '../record.ts';

// S2 §8: creating, editing and rescheduling a visit while its order, its state, the permissions or the line are lost.

/** A slot that is over, or will be the first that is. */
async function firstOver(demo: Demo, record: JourneyRecord): Promise<string> {
  const name = `Alba ${Date.now() % 100_000}`;
  const slot = { id: null, subsidiary_id: demo.operation, name, from: 7, to: 8 };
  const made = await demo.jefe<{ id: number }>('timestripes/edit', slot);
  expect(made.diagnostic).toBe('');
  record.afterwards(() =>
    demo.jefe('timestripes/delete', { subsidiary_id: demo.operation, timestripe_id: made.data.id }),
  );
  return name;
}

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('a visit that cannot be created says why, each time, and keeps what was typed', async ({
    demo,
    record,
  }) => {
    const { id: slotId } = await demo.slotNotOver();
    const over = await firstOver(demo, record);
    const order = await demo.orderWithoutVisit();
    const { page, context } = await demo.signIn('jefe');
    await page.goto(`/visit/new/${order.ot_type}/${order.ot_number}`);
    const notes = page.getByLabel('Notas para el técnico');
    const create = page.getByRole('button', { name: 'Crear visita' });
    await notes.fill('Tocar timbre dos veces');
    await choose(page, 'Franja horaria', over);
    await expect(said(page, 'Seleccionó una franja pasada su hora de finalización')).toBeVisible();

    await context.setOffline(true);
    await choose(page, 'Franja horaria', -1);
    await expect(page.getByText('No se pudo obtener la lista de técnicos')).toBeVisible();
    await create.click();
    await expect(said(page, 'No se pudo generar la visita')).toBeVisible();
    await context.setOffline(false);

    const giveBack = await record.takePermission('jefe', 'can_create_visit');
    await create.click();
    await expect(
      said(page, 'Error al generar la visita: No posee permisos para crear visitas'),
    ).toBeVisible();
    await giveBack();

    // Another user made one of the same order.
    await demo.createVisit(order, { slotId });
    await create.click();
    const question = page.getByRole('dialog', { name: 'Visitas pendientes' });
    await expect(question).toContainText('Actualmente hay visitas pendientes para esta OT, desea continuar?');
    await question.getByRole('button', { name: 'No enviar' }).click();
    await expect(
      said(
        page,
        'Error al generar la visita: Existen visitas abiertas para este cliente. Debe cerrar o editar las visitas pendientes antes de crear nuevas.',
      ),
    ).toBeVisible();
    await expect(notes).toHaveValue('Tocar timbre dos veces');
  });

  test('an edit warns of a slot that is over, of a list that did not come, and of a permission that is gone', async ({
    demo,
    record,
  }) => {
    const { ids } = await demo.visitsIn(today(), 1);
    const over = await firstOver(demo, record);
    const { page, context } = await demo.signIn('jefe');
    await page.goto(`/visit/view/${ids[0]}/jefetec`);
    await choose(page, 'Franja horaria', over);
    await expect(said(page, 'Seleccionó una franja pasada su hora de finalización')).toBeVisible();
    await page.getByLabel('Nueva nota').fill('Llamar antes');
    await context.setOffline(true);
    await choose(page, 'Franja horaria', -1);
    await expect(page.getByText('No se pudo obtener la lista de técnicos')).toBeVisible();
    await context.setOffline(false);

    await record.takePermission('jefe', 'can_assign_visit');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'No poseés permisos para asignar visitas' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/jefetec/);
  });
});

test('a visit on the way is neither handed over nor rescheduled: the screen says so, and so does the server', async ({
  demo,
  record,
}) => {
  const { ids } = await demo.visitsIn(today(), 1);
  const tecnico = await demo.freeTechnician('tecnico');
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  await page.getByRole('button', { name: 'Reprogramar visita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reprogramar visita' });
  const notes = dialog.getByLabel('Notas de la reprogramación');
  const send = dialog.getByRole('button', { name: 'Reagendar Visita' });
  await choose(dialog, 'Franja horaria', -1);
  await dialog.getByLabel('Motivo').selectOption({ index: 1 });
  await notes.fill('El cliente viaja');
  const giveBack = await record.takePermission('jefe', 'can_cancel_visit');
  await send.click();
  await expect(said(dialog, 'No posee permisos para reprogramar visitas')).toBeVisible();
  await giveBack();

  await tecnico('visit/attach', { visit_id: ids[0] });
  await tecnico('visit/set_on_the_way', { visit_id: ids[0], on_the_way: true, send_notification: false });
  await send.click();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(
    said(
      dialog,
      'Error al reprogramar la visita: No se puede reprogramar una visita en camino. Si es necesario, cierre la visita.',
    ),
  ).toBeVisible();
  await expect(notes).toHaveValue('El cliente viaja');
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();

  await expect(page.getByRole('textbox', { name: 'Técnico' })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: 'Técnico' })).toHaveAccessibleDescription(
    'No se puede desasignar ni cambiar el tecnico de una visita en camino. Si es necesario, cierre la visita.',
  );
  const reschedule = page.getByRole('button', { name: 'Reprogramar visita' });
  await expect(reschedule).toHaveAttribute('aria-disabled', 'true');
  await expect(reschedule).toHaveAccessibleDescription(
    'No se puede reprogramar una visita en camino. Si es necesario, cierre la visita.',
  );
});
