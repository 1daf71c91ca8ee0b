import type { Page } from '@playwright/test';
import { fillInClosing } from '../../support/browser/forms.ts';
import { dayAfter, expect, today } from '../people.ts';
import { test } from '../record.ts';

// S1 §8 'Finish failure'.

/** The closing form of a visit, with a reason that cancels and its note. */
async function fillIn(page: Page, visitId: number) {
  await page.goto(`/visit/view/${visitId}/jefetec`);
  await page.getByRole('button', { name: /Cambiar el estado de la visita/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cerrar visita' });
  const note = dialog.getByLabel('Motivo de cancelación');
  const reason = await fillInClosing(dialog, 'Ya no lo necesita');
  return { dialog, note, reason, close: dialog.getByRole('button', { name: 'Cerrar visita' }) };
}

test.describe('with the network cut and the server broken', () => {
  test.use({ cutsNetwork: true, breaksServer: true });

  test('a closing keeps what was typed through both, says which it was, and gets through in the end', async ({
    demo,
    record,
  }) => {
    const { ids } = await demo.visitsIn(dayAfter(today(), 16), 1);
    const { page, context } = await demo.signIn('jefe');
    const { dialog, note, close } = await fillIn(page, ids[0]!);
    await context.setOffline(true);
    await close.click();
    await expect(dialog.getByRole('alert')).toHaveText('Verifique su conexión a Internet');
    await expect(note).toHaveValue('Ya no lo necesita');
    await context.setOffline(false);

    const restore = await record.breakVisit(ids[0]!);
    await close.click();
    await expect(dialog.getByRole('alert')).toHaveText(
      'Error al intentar modificar la visita: Por favor recargue la página e intente nuevamente',
    );
    await expect(note).toHaveValue('Ya no lo necesita');
    await restore();
    await close.click();
    await expect(page.getByText('La visita se cerró correctamente.')).toBeVisible();
  });
});

test('a visit that was closed in between says so, and leads to the default view', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 17), 1);
  const { page } = await demo.signIn('jefe');
  const { dialog, reason, close } = await fillIn(page, ids[0]!);
  await demo.jefe('visit/finish', {
    visit_id: ids[0],
    status: Number(reason),
    extra_comments: 'Llamó para cancelar',
  });
  await close.click();
  await expect(page.getByRole('alert').filter({ hasText: 'La visita ya está cerrada.' })).toBeVisible();
  await expect(page).toHaveURL(/\/jefetec/);
  await expect(dialog).toBeHidden();
});
