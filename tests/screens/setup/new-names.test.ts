import { limit } from '../../gate/limits.mjs';
import { markLoaded, staysLoaded } from '../../support/browser/forms.ts';
import { expect, test } from '../people.ts';

// Names that an intake added, and two of them made one.

test.setTimeout(limit(120_000));

test('a name that an intake adds appears, is merged by keyboard alone, and is taken back', async ({
  demo,
}) => {
  const otro = await demo.api('otro');
  const me = await otro<{ subsidiaries: { subsidiary_id: string }[] }>('user/getuserinfo');
  const operation = me.data.subsidiaries[0]!.subsidiary_id;
  const { data } = await otro<{ orders: { ot_type: number; client_id: string }[] }>('orders/pending', {
    subsidiary: operation,
    show_contractors: true,
  });
  const { ot_type, client_id } = data.orders[0]!;
  const number = `${operation}${78_000_000 + (Date.now() % 900_000)}`;
  const name = `Internet muy muy lento ${Date.now() % 1_000}`;
  const send = () =>
    otro<{ added: { name: string }[]; unchanged: number }>('intake/orders', {
      rows: [{ ot_number: number, ot_type, client_id, status_id: 1, symptom: name }],
    });
  const symptomOf = async () =>
    (await otro<{ symptom_text: string }>('order', { ot_number: number, ot_type })).data.symptom_text;

  const board = (await demo.signedIn('otro', { at: '/priorities/edit' })).page;
  await expect(board.locator('[data-symptom-id]').first()).toBeVisible();
  await markLoaded(board);
  const { page } = await demo.signedIn('otro', { at: '/names/new?clase=symptom' });
  await expect(page.getByText(/^\d+ nombres?$/)).toBeVisible();
  await markLoaded(page);
  expect((await send()).data.added).toMatchObject([{ name }]);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('1 OT, 1 pendiente');
  await expect(board.getByText(name, { exact: true })).toBeVisible();

  const merge = row.getByRole('button');
  await page.getByRole('textbox', { name: 'Buscar un nombre' }).focus();
  for (let press = 0; press < 30; press++) {
    if (await merge.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(merge).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Unir “${name}” con…` });
  const into = dialog.getByRole('textbox', { name: 'Es el mismo que' });
  await expect(into).toBeFocused();
  await expect(page).toHaveURL(/unir=symptom\.\d+/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(merge).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(into).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Elegí con qué nombre se une.')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('Internet lento');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('1 OT, 1 pendiente, con sus visitas')).toBeVisible();
  await expect(dialog.getByText(/^prioridad 0 → \d+$/)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Unir', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`“${name}” se unió con “Internet lento”.`)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(row).toBeHidden();
  await expect(page).not.toHaveURL(/unir=/);
  expect(await symptomOf()).toBe('Internet lento');
  await expect(board.getByText(name, { exact: true })).toBeHidden();
  // The feed of the next night names it again.
  expect((await send()).data).toMatchObject({ added: [], unchanged: 1 });

  const merged = page.getByRole('listitem').filter({ hasText: `“${name}” → “Internet lento”` });
  const undo = merged.getByRole('button', { name: /^Deshacer/ });
  await undo.focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Deshacer la unión' });
  await expect(question).toContainText(`1 OT de “Internet lento” vuelven a “${name}”.`);
  await question.getByRole('button', { name: 'Deshacer' }).focus();
  await page.keyboard.press('Enter');
  await expect(row).toBeVisible();
  await expect(merged).toContainText('Deshecha por');
  await expect(board.getByText(name, { exact: true })).toBeVisible();
  expect(await symptomOf()).toBe(name);
  await staysLoaded(page);
  await staysLoaded(board);
});

test('the list is filtered and searched as one types, and says why it is empty', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/names/new' });
  const named = page.getByRole('button', { name: 'Unir con… “Internet muy lento”' });
  await expect(named).toBeVisible();
  await expect(page.getByText('Parecido a “Internet lento”')).toBeVisible();
  await page.getByRole('textbox', { name: 'Buscar un nombre' }).pressSequentially('ALCÁN');
  await expect(named).toBeHidden();
  await expect(page.getByRole('button', { name: 'Unir con… “Wifi con poco alcanse”' })).toBeVisible();
  await page.getByLabel('Clase').selectOption('node');
  await expect(page.getByText('Ningún nombre coincide con el filtro.')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar filtros' }).click();
  await expect(named).toBeVisible();
  await page.getByLabel('Agregados').selectOption('todos');
  await expect(page.getByText('De antes').first()).toBeVisible();
  await named.click();
  const dialog = page.getByRole('dialog');
  // What was suggested is chosen.
  await expect(dialog.getByRole('textbox', { name: 'Es el mismo que' })).toHaveValue('Internet lento');
  await expect(dialog.getByText(/^“Internet muy lento” se une con “Internet lento”:$/)).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
});
