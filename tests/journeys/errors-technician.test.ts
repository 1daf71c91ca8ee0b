import { api, expect, freeTechnician, freeVisit, sharedOperation } from './people.ts';
import { putAwayAfterwards, test } from './troubles.ts';

// S1 §8 'Technician': what changes between a look at the phone and a press on it.

test('a release that came too late says why, and the reason that was typed stays', async ({
  signIn,
  request,
  trouble,
}) => {
  const operation = await sharedOperation(request);
  const [late, handed] = [await freeVisit(request, operation), await freeVisit(request, operation)];
  putAwayAfterwards(trouble, request, [late.visitId, handed.visitId]);
  const call = await freeTechnician(request, 'tecnico');
  for (const { visitId } of [late, handed]) await call('visit/attach', { visit_id: visitId });
  const { page } = await signIn('tecnico', { phone: true });
  const card = (id: number) => page.locator(`li[data-visit-id="${id}"]`);
  const dialog = page.getByRole('dialog');
  const release = async (id: number, meanwhile: () => Promise<unknown>) => {
    await card(id).getByRole('button', { name: 'Liberar' }).click();
    await dialog.getByLabel('Motivo de la desasignación').fill('Se rompió el móvil');
    await meanwhile();
    await dialog.getByRole('button', { name: 'Desasignar' }).click();
  };

  // Its slot ended while the reason was typed.
  await release(late.visitId, () => trouble.delay(late.visitId));
  await expect(page.getByRole('dialog', { name: 'No permitido' }).getByRole('alert')).toHaveText(
    'No se puede desasignar una visita con cierre demorado.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toBeHidden();
  // And from then on the button itself says it.
  await card(late.visitId).getByRole('button', { name: 'Liberar' }).click({ force: true });
  await expect(dialog.getByText('No se puede desasignar una visita con cierre demorado.')).toBeVisible();
  await page.keyboard.press('Escape');

  // The dispatcher gave it to somebody else.
  const jefe = await api(request, 'jefe');
  const other = await api(request, 'tecnico2');
  const { tech_id } = (await other<{ tech_id: number }>('user/getuserinfo')).data;
  await release(handed.visitId, () =>
    jefe('visit/edit', { visit_id: handed.visitId, tech_id, tech_comments: '' }),
  );
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'No se pudo desasignar: La visita está asignada a otro técnico.' }),
  ).toBeVisible();
  await expect(card(handed.visitId)).toHaveCount(0);
});

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('a press without a connection is kept, advises no reload, and is sent once the network is back', async ({
    signIn,
    request,
    trouble,
    baseURL,
  }) => {
    const { visitId } = await freeVisit(request, await sharedOperation(request));
    putAwayAfterwards(trouble, request, [visitId]);
    const call = await freeTechnician(request, 'tecnico');
    await call('visit/attach', { visit_id: visitId });
    const { page, context } = await signIn('tecnico', { phone: true });
    const button = page.locator(`li[data-visit-id="${visitId}"]`).getByRole('button', { name: 'Liberar' });
    await button.click();
    const reason = page.getByRole('dialog').getByLabel('Motivo de la desasignación');
    await reason.fill('No llego con el móvil');
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Desasignar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Problema de conexión' });
    await expect(dialog.getByRole('alert')).toContainText('No hay conexión a Internet');
    await expect(dialog.getByRole('button', { name: 'Recargar' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
    const kept = page.getByRole('status').filter({ hasText: 'Sin enviar' });
    await expect(kept).toContainText('Liberar · OT');

    await context.setOffline(false);
    await expect(kept).toContainText('Volvió la conexión.');
    // On a shared phone the next technician is not offered to send it.
    for (const [username, shown] of [
      ['tecnico2', 0],
      ['tecnico', 1],
    ] as const) {
      // The sign-in ends the former session, and with it whatever the page is doing.
      await page.goto('about:blank');
      const form = { username, password: 'agenda-demo' };
      await context.request.post('/login', { form, headers: { origin: baseURL! }, maxRedirects: 0 });
      await page.goto('/tecnico');
      await expect(page.getByRole('tab', { name: /Visitas para tomar/ })).toBeVisible();
      await expect(kept).toHaveCount(shown);
    }
    await kept.getByRole('button', { name: 'Enviar de nuevo' }).click();
    await expect(page.getByText('Liberaste la visita.')).toBeVisible();
    await expect(kept).toHaveCount(0);
  });
});
