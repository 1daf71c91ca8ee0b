import { expect } from '../people.ts';
import { test } from '../record.ts';

// S1 §8 'Technician': what changes between a look at the phone and a press on it.

test('a release that came too late says why, and the reason that was typed stays', async ({
  demo,
  record,
}) => {
  const [late, handed] = [await demo.freeVisit(), await demo.freeVisit()];
  const call = await demo.freeTechnician('tecnico');
  for (const { visitId } of [late, handed]) await call('visit/attach', { visit_id: visitId });
  const { page } = await demo.signIn('tecnico', { phone: true });
  const card = (id: number) => page.locator(`li[data-visit-id="${id}"]`);
  const dialog = page.getByRole('dialog');
  const release = async (id: number, during: () => Promise<unknown>) => {
    await card(id).getByRole('button', { name: 'Liberar' }).click();
    await dialog.getByLabel('Motivo').fill('Se rompió el móvil');
    await during();
    await dialog.getByRole('button', { name: 'Liberar visita' }).click();
  };

  // Its slot ended while the reason was typed.
  await release(late.visitId, () => record.delay(late.visitId));
  await expect(page.getByRole('dialog', { name: 'No permitido' }).getByRole('alert')).toHaveText(
    'No se puede desasignar una visita con cierre demorado.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toBeHidden();
  // And from then on the button itself says it.
  await card(late.visitId).getByRole('button', { name: 'Liberar' }).click({ force: true });
  await expect(dialog.getByText('No se puede desasignar una visita con cierre demorado.')).toBeVisible();
  await page.keyboard.press('Escape');

  // The dispatcher gave it to another user.
  const other = await demo.api('tecnico2');
  const { tech_id } = (await other<{ tech_id: number }>('user/getuserinfo')).data;
  await release(handed.visitId, () =>
    demo.jefe('visit/edit', { visit_id: handed.visitId, tech_id, tech_comments: '' }),
  );
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'No se pudo desasignar: La visita está asignada a otro técnico.' }),
  ).toBeVisible();
  await expect(card(handed.visitId)).toHaveCount(0);
});
