import { limit } from '../../gate/limits.mjs';
import { choose, chooseByKeys, markLoaded, staysLoaded } from '../../support/browser/forms.ts';
import { dayAfter, expect, test, today } from '../people.ts';

test.setTimeout(limit(120_000));

test('three visits are rescheduled from the slot detail while one goes on the way in another browser', async ({
  demo,
}) => {
  const { slotId, ids } = await demo.visitsIn(today(), 4);
  const [first, second, third, going] = ids as [number, number, number, number];
  const tecnico = await demo.freeTechnician('tecnico');
  const jefe = await demo.signedIn('jefe');
  const { page } = jefe;
  const watcher = await demo.signedIn('jefe');
  for (const one of [page, watcher.page]) {
    await one.goto(`/subsidiaries/detail/${today()}/${slotId}`);
    await expect(one.locator(`[data-visit-id="${going}"]`)).toBeVisible();
    await markLoaded(one);
  }
  const reschedule = page.getByRole('button', { name: 'Reprogramar visitas' });
  await expect(reschedule).toHaveAttribute('aria-disabled', 'true');
  const box = (id: number) => page.getByRole('checkbox', { name: `Seleccionar la visita #${id}` });
  await box(first).click();
  await box(going).click({ modifiers: ['Shift'] });
  await expect(page.getByText('4 seleccionadas')).toBeVisible();
  await page.reload();
  await expect(page.getByText('4 seleccionadas')).toBeVisible();

  // While the dialog is being filled in, the technician takes one and sets out.
  await reschedule.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Se reprograman 4 visitas.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reagendar Visita' }).click();
  await expect(dialog.getByText('Debe seleccionar un motivo de la lista')).toBeVisible();
  await expect(dialog.getByText('Debe completar las notas de la reprogramación')).toBeVisible();
  await tecnico('visit/attach', { visit_id: going });
  const gone = await tecnico<object>('visit/set_on_the_way', { visit_id: going, on_the_way: true });
  expect(gone.diagnostic).toBe('');
  await expect(page.getByText(`La visita #${going} salió de la selección: En camino.`)).toBeAttached();
  await expect(dialog.getByText('Se reprograman 3 visitas.')).toBeVisible();

  await choose(dialog, 'Franja horaria', 1);
  await dialog.getByLabel('Motivo').selectOption({ index: 1 });
  await dialog.getByLabel('Notas de la reprogramación').fill('El cliente viaja');
  await dialog.getByRole('button', { name: 'Reagendar Visita' }).click();
  await expect(
    page.getByText(/Se reprogramó correctamente\. Nuevas visitas: #\d+, #\d+, #\d+/),
  ).toBeVisible();
  await expect(dialog).toBeHidden();

  // Every open screen turned, without a reload.
  for (const one of [page, watcher.page])
    for (const id of [first, second, third])
      await expect(one.locator(`[data-visit-id="${id}"] [data-tone="rescheduled"]`).first()).toBeVisible();
  await expect(watcher.page.locator(`[data-visit-id="${going}"]`).getByText('En camino')).toBeVisible();
  await staysLoaded(watcher.page);
  await expect(page.getByText('Ninguna seleccionada')).toBeVisible();
});

test('a bulk that the server refuses names the visit that stopped it, and goes on without it', async ({
  demo,
}) => {
  const day = dayAfter(today(), 3);
  const { slotId, ids } = await demo.visitsIn(day, 2);
  const { page } = await demo.signedIn('jefe', {
    at: `/subsidiaries/detail/${day}/${slotId}?sel=${ids.join(',')}&accion=tecnico`,
  });
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 visitas elegidas')).toBeVisible();
  await choose(dialog, 'Nuevo técnico', 1);
  // What this dialog was opened on is not what the record holds any more.
  await demo.jefe('visit/edit', { visit_id: ids[1], tech_comments: 'Cambió mientras tanto' });
  await dialog.getByRole('button', { name: 'Cambiar técnico' }).click();
  await expect(dialog.getByText(`La detuvo la visita #${ids[1]}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(dialog.getByText('Cambió mientras tanto')).toBeVisible();
  await dialog.getByRole('button', { name: 'Sacarla de la selección' }).click();
  await expect(dialog.getByText('1 visita elegida')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cambiar técnico' }).click();
  await expect(dialog).toBeHidden();
  // Done, and taken back within the toast's time.
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('El cambio se deshizo.')).toBeVisible();
  await expect(page.locator(`[data-visit-id="${ids[0]}"]`).getByText('Sin asignar')).toBeVisible();
});

test('a visit that another user changed is not overwritten: what, who and when, then one’s own again', async ({
  demo,
}) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 4), 1);
  const id = ids[0]!;
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${id}/jefetec` });
  const save = page.getByRole('button', { name: 'Guardar cambios' });
  await expect(save).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Nueva nota').fill('Llamar antes de ir');
  const technicians = await demo.jefe<{ value: number; text: string }[]>('visit/get_technicians_list', {
    operations: [demo.operation],
  });
  const chosen = technicians.data[0]!;
  await demo.jefe('visit/edit', { visit_id: id, tech_id: chosen.value });
  await expect(page.getByText('La visita cambió mientras la estabas editando.')).toBeVisible();
  await save.click();
  await expect(page.getByText('No se guardó nada: la visita cambió desde que la abriste.')).toBeVisible();
  await page.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(page.getByRole('alert').getByText(`Asignada a ${chosen.text}`)).toBeVisible();
  await expect(page.getByLabel('Nueva nota')).toHaveValue('Llamar antes de ir');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Se editó correctamente la visita!')).toBeVisible();
  const notes = page.getByRole('region', { name: 'Notas de la visita' });
  await expect(notes.getByText('Llamar antes de ir')).toBeVisible();
  const now = await demo.jefe<{ assigned_id: number; tech_comments: string[] }>('visit/get/by_number', {
    visit_id: id,
  });
  expect(now.data).toMatchObject({ assigned_id: chosen.value, tech_comments: ['Llamar antes de ir'] });
});

test('a retry waits for the change that it was refused for', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 8), 1);
  const { page } = await demo.signedIn('jefe');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let holds = false;
  await page.routeWebSocket('**/*', (socket) => {
    const server = socket.connectToServer();
    server.onMessage(async (message) => {
      if (holds) await held;
      socket.send(message);
    });
  });
  await page.goto(`/visit/view/${ids[0]}/jefetec`);
  await page.getByRole('button', { name: 'Reprogramar visita' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reprogramar visita' });
  await choose(dialog, 'Franja horaria', -1);
  await dialog.getByLabel('Motivo').selectOption({ index: 1 });
  await dialog.getByLabel('Notas de la reprogramación').fill('El cliente viaja');

  // Another user changes the visit, and this screen has it only after its own command is refused.
  await expect(page.getByText('En vivo')).toBeVisible();
  holds = true;
  await demo.jefe('visit/edit', { visit_id: ids[0], tech_comments: 'Llamar antes de ir' });
  await dialog.getByRole('button', { name: 'Reagendar Visita' }).click();
  await expect(dialog.getByText('No se guardó nada: la visita cambió desde que la abriste.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  release();
  await expect(page.getByText(/Se reprogramó correctamente\. Nueva visita: #\d+/)).toBeVisible();
});

test('a note that was not saved is asked about before it is lost, and is there again', async ({ demo }) => {
  const { ids, slotId } = await demo.visitsIn(dayAfter(today(), 5), 1);
  const { page } = await demo.signedIn('jefe', {
    at: `/subsidiaries/detail/${dayAfter(today(), 5)}/${slotId}`,
  });
  await page.getByRole('link', { name: `Ver Visita #${ids[0]}` }).click();
  await page.getByLabel('Nueva nota').fill('A medio escribir');
  await page.getByRole('button', { name: 'Volver' }).click();
  const question = page.getByRole('dialog', { name: 'Cambios sin guardar' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Nueva nota')).toHaveValue('A medio escribir');
  page.once('dialog', (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Nueva nota')).toHaveValue('A medio escribir');
  await expect(page.getByText('Recuperamos la nota que no llegaste a guardar.')).toBeVisible();
  // What was discarded is gone, and Back leaves at the first answer.
  await page.goBack();
  await question.getByRole('button', { name: 'Descartar cambios' }).click();
  await expect(page).toHaveURL(/subsidiaries\/detail/);
  await expect(question).toBeHidden();
  await page.getByRole('link', { name: `Ver Visita #${ids[0]}` }).click();
  await expect(page.getByLabel('Nueva nota')).toHaveValue('');
});

test('one visit is rescheduled and its status changed, by the keyboard alone', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 6), 1);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  await page.getByRole('button', { name: 'Reprogramar visita' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('un compromiso con el cliente')).toBeVisible();
  // The dialog puts the focus on its first field, and the slots of the day come a moment later.
  await expect(dialog.getByRole('button', { name: 'Nueva fecha' })).toBeFocused();
  const slot = dialog.getByRole('textbox', { name: 'Franja horaria' });
  await expect(slot).toBeEnabled();
  await slot.focus();
  await expect(slot).toBeFocused();
  await chooseByKeys(page, 'Franja horaria');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('El cliente viaja');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Reagendar Visita' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Se reprogramó correctamente\. Nueva visita: #\d+/)).toBeVisible();
  await expect(page.getByText('Duración total')).toBeVisible();
  await page.getByRole('link', { name: /Reprogramada a #/ }).click();
  await expect(page.getByRole('link', { name: `Reprogramada de #${ids[0]}` })).toBeVisible();

  await page.getByRole('button', { name: /Cambiar el estado de la visita/ }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Cerrar visita' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(page.url().replace('/jefetec', '/calendario'));
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toHaveCount(0);
  await expect(page.getByText('Franja horaria')).toBeVisible();
});
