import { problems } from '../../support/browser/violations.ts';
import { type Demo, dayAfter, expect, test, today } from '../people.ts';

// The customer's conversation: switched on by a dispatcher, used by a customer on a phone, seen on the board.

const off = { reminder: false, replies: false, question: false, notice_hours: 24, changes: 2 };

async function place(demo: Demo) {
  const { operation, jefe } = demo;
  const set = (change: object) =>
    jefe<{ version: number }>('conversations/edit', { subsidiary_id: operation, ...off, ...change });
  await set({});
  return { operation, jefe, set };
}

/** A visit with its link, made by a dispatcher. */
async function promise(demo: Demo, day: string) {
  const order = await demo.orderWithoutVisit();
  const { id: slotId } = await demo.slotNotOver(day);
  return demo.createVisit(order, { day, slotId, checked: ['public_link'] });
}

test('a customer confirms, moves and cancels the visit from the link, and an open board turns each time', async ({
  demo,
}) => {
  const { operation, set } = await place(demo);
  await set({ replies: true, changes: 1 });
  const day = dayAfter(today(), 3);
  const { visitId, path } = await promise(demo, day);
  const { page: board } = await demo.signedIn('jefe');
  await board.goto(`/jefetec?op=${operation}&semana=${day}`);
  const chip = board.locator(`[data-visit-id="${visitId}"]`);
  await expect(chip).not.toHaveAttribute('aria-label', /Confirmada por el cliente/);

  const { page } = await demo.open({ phone: true });
  await page.goto(path);
  expect(await problems(page, 'the link')).toEqual([]);
  await page.getByRole('button', { name: 'Confirmo' }).click();
  await expect(page.getByText('Confirmaste la visita. ¡Gracias!')).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Visita confirmada');
  await expect(page.getByText('¿Vas a estar?')).toHaveCount(0);
  await expect(chip).toHaveAttribute('aria-label', /Confirmada por el cliente/);

  await page.getByRole('button', { name: 'Necesito cambiarla' }).click();
  await expect(page.getByRole('heading', { name: 'Elegí otro día' })).toBeFocused();
  expect(await problems(page, 'the link')).toEqual([]);
  const days = page.getByLabel('Día', { exact: true });
  const chosen = await days.locator('option').nth(4).getAttribute('value');
  await days.selectOption(chosen!);
  await page.getByRole('radio').last().check();
  await page.getByRole('button', { name: 'Cambiar la visita' }).click();
  await expect(page.getByText('Tu visita fue reprogramada.')).toBeVisible();
  // Who has just chosen a day is not asked to confirm it.
  await expect(page.getByText('Elegiste este día y este horario.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmo' })).toHaveCount(0);
  await expect(chip).toHaveAttribute('data-status', 'rescheduled');
  // The one change is used up: it says so, and cancelling is still possible.
  const change = page.getByRole('button', { name: 'Necesito cambiarla' });
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await expect(change).toHaveAccessibleDescription(/todas las veces que se puede/);

  await page.getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('heading', { name: '¿Cancelar la visita?' })).toBeFocused();
  await page.getByRole('button', { name: 'Volver' }).click();
  await page.getByRole('button', { name: 'Cancelar' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar la visita' }).click();
  await expect(page.getByRole('article')).toHaveAttribute('data-state', 'cancelled');
  await expect(page.getByRole('button', { name: 'Confirmo' })).toHaveCount(0);

  await board.goto(`/visit/view/${visitId}/jefetec`);
  await expect(board.getByText('Confirmada por el cliente').first()).toBeVisible();
  await expect(board.getByText('El cliente cambió la visita desde su enlace.').first()).toBeVisible();
  await set({});
});

test.describe('without the live channel', () => {
  test.use({ cutsNetwork: true });

  test('what a dispatcher changes in between reaches the customer, and nothing is answered about an older day', async ({
    demo,
  }) => {
    const { operation, jefe, set } = await place(demo);
    await set({ replies: true });
    const { visitId, path } = await promise(demo, dayAfter(today(), 3));
    const { page } = await demo.open({ phone: true });
    // Without its live channel the page shows what was.
    await page.route('**/visit/external/live/**', (route) => route.abort());
    await page.goto(path);
    const slots = await jefe<{ id: number }[]>('visit/get_timestripes_by_date', {
      subsidiary: operation,
      date_selected: today(),
    });
    await jefe('visit/edit', { visit_id: visitId, timestripe_id: slots.data[1]!.id });
    await page.getByRole('button', { name: 'Confirmo' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'La visita cambió mientras la mirabas. Revisá la fecha y volvé a intentar.',
    );
    await page.reload();
    await page.getByRole('button', { name: 'Confirmo' }).click();
    await expect(page.getByText('Confirmaste la visita. ¡Gracias!')).toBeVisible();
    await set({});
  });
});

test('a finished visit asks its one question, and the answer stands on the visit', async ({ demo }) => {
  const { set } = await place(demo);
  await set({ question: true });
  const { visitId, path } = await promise(demo, today());
  const technician = await demo.freeTechnician('tecnico');
  await technician('visit/attach', { visit_id: visitId });
  await technician('visit/set_on_the_way', { visit_id: visitId, on_the_way: true, send_notification: false });
  const { page } = await demo.open({ phone: true });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: '¿Quedó resuelto?' })).toHaveCount(0);
  const codes = await technician<{ code: string }[]>('orders/repair_codes');
  const input = { visit_id: visitId, status: 6, repair_code: codes.data[0]!.code };
  expect((await technician('visit/finish', input)).diagnostic).toBe('');
  // It comes by itself.
  await expect(page.getByRole('heading', { name: '¿Quedó resuelto?' })).toBeVisible();
  expect(await problems(page, 'the link')).toEqual([]);
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await expect(page.getByText('Gracias por contarnos.')).toBeVisible();
  const { page: office } = await demo.signedIn('jefe');
  await office.goto(`/visit/view/${visitId}/jefetec`);
  await expect(office.getByText('Para el cliente no quedó resuelto')).toBeVisible();
  await expect(office.getByText('El cliente respondió que no quedó resuelto').first()).toBeVisible();
  await expect(office.getByText('Pregunta al cliente').first()).toBeVisible();
  await set({});
});

test('the conversation is switched by keyboard, refuses wrong numbers, and never overwrites in silence', async ({
  demo,
}) => {
  const { operation, set } = await place(demo);
  const { page } = await demo.signedIn('jefe', { at: '/setup' });
  await page.getByRole('link', { name: /Conversación con el cliente/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/conversation\/edit/);
  await page.goto(`/conversation/edit?op=${operation}`);
  const save = page.getByRole('button', { name: 'Guardar' });
  await expect(save).toHaveAccessibleDescription('No hay cambios para guardar.');
  await page.getByRole('switch', { name: 'Confirmar, cambiar y cancelar' }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Anticipación mínima, en horas').fill('500');
  await save.press('Enter');
  await expect(page.getByText('La anticipación debe ser un número entero de 0 a 168 horas.')).toBeVisible();
  await page.getByLabel('Anticipación mínima, en horas').fill('12');

  // Leaving asks first.
  await page.getByRole('link', { name: 'Inicio' }).first().click();
  const question = page.getByRole('dialog', { name: '¿Descartar cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(question).toBeHidden();

  // Another user saves in between: it is said, and nothing is lost of either.
  await set({ question: true });
  await expect(page.getByText('La configuración cambió mientras la estabas editando.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Pregunta después de la visita' })).toBeChecked();
  await save.press('Enter');
  await expect(page.getByText(/No se guardó nada: La configuración cambió/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(page.getByText('pregunta: no → sí').first()).toBeVisible();
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Conversación guardada correctamente!')).toBeVisible();
  const [saved] = (await demo.jefe<object[]>('conversations', { operations: [operation] })).data;
  expect(saved).toMatchObject({ replies: true, question: true, notice_hours: 12 });
  await set({});
});

test('a company’s logo is chosen in the editor, seen on the customer’s page, and removed', async ({
  demo,
}) => {
  const { operation, set } = await place(demo);
  await set({ company: 'Cable del Sur' });
  const { path } = await promise(demo, dayAfter(today(), 3));
  const { page } = await demo.signedIn('jefe', { at: `/conversation/edit?op=${operation}` });
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 100 } });
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[type=file]').setInputFiles(file);
  await choose({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') });
  await expect(page.getByRole('alert')).toHaveText(
    'No se pudo leer la imagen. Probá con un PNG, JPEG o WebP.',
  );
  await choose({ name: 'logo.png', mimeType: 'image/png', buffer: picture });
  const preview = page.getByRole('img', { name: 'Logo de Cable del Sur' });
  await expect(preview).toHaveAttribute('src', /^data:/);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Conversación guardada correctamente!')).toBeVisible();
  await expect(preview).toHaveAttribute('src', /^\/logos\/[0-9a-f]{32}$/);
  expect(await problems(page, 'the editor')).toEqual([]);

  const { page: customer } = await demo.open({ phone: true });
  await customer.goto(path);
  const shown = customer.locator('header img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect((await customer.request.get('/logos/__proto__')).status()).toBe(404);
  expect(await problems(customer, 'the link')).toEqual([]);

  await page.getByRole('button', { name: 'Quitar logo' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Sin logo', { exact: true })).toBeVisible();
  const saved = () => demo.jefe<{ logo: string }[]>('conversations', { operations: [operation] });
  await expect.poll(async () => (await saved()).data[0]!.logo).toBe('');
  await customer.reload();
  await expect(customer.locator('header img')).toHaveCount(0);
});
