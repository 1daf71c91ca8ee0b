import { expect, test } from '../people.ts';

test('from a row of the list to its visit in the calendar, and back', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const row = page.locator('li:has([data-order][data-class="wip"])').first();
  const number = (await row.locator('[data-order]').getAttribute('data-order'))!;
  await row.locator('[data-order]').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row.getByRole('button', { name: `Mostrar en calendario: OT ${number}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/visita=\d+/);
  const visitId = new URL(page.url()).searchParams.get('visita');
  // The order's earlier visits may stand in the same week: it is the open one that is meant.
  const chip = page.locator(`a[data-visit-id="${visitId}"][aria-label*="OT ${number}"]`);
  await expect(chip).toBeFocused();
  await expect(chip).toBeInViewport();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: `Visita #${visitId}` });
  await panel.getByRole('link', { name: 'Abrir visita' }).click();
  await expect(page).toHaveURL(/\/visit\/view\/\d+\/jefetec/);
  await page.getByRole('link', { name: 'Mostrar en el listado' }).click();
  await expect(page.locator(`[data-order="${number}"]`)).toBeFocused();
  await expect(page.locator(`[data-order="${number}"]`)).toBeInViewport();
  await page.goto(`/jefetec?op=${demo.operation}&sinvisita=1&fila=${number}`);
  await expect(page.getByText('La OT no está en el listado con estos filtros.')).toBeVisible();
});

test('a visit at the end of the week is brought into view, and the bars of the board stay where they are', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const last = page.locator('tbody tr').last().locator('a[data-visit-id][data-stop]').last();
  const visitId = await last.getAttribute('data-visit-id');
  await page.goto(`/jefetec?op=${demo.operation}&visita=${visitId}`);
  const chip = page.locator(`a[data-visit-id="${visitId}"]`);
  await expect(chip).toBeFocused();
  await expect(chip).toBeInViewport();
  const footer = (await page.getByRole('contentinfo').boundingBox())!;
  expect(footer.y + footer.height).toBe(page.viewportSize()!.height);
});

test('the palette opens an order, a client, a visit and a screen, and says why not', async ({ demo }) => {
  const list = await demo.pendingOrders();
  const { ot_number: order, client_id: client } = list[0]!;
  const { page } = await demo.signIn('jefe');
  await expect(page.locator('[data-order]').first()).toBeVisible();
  const field = page.getByRole('combobox', { name: /^Nombre, dirección/ });
  const row = (text: string) => page.getByRole('option').filter({ hasText: text });
  const ask = async (text: string) => {
    // The same keys close it: while it is still going they would not open it again.
    await expect(field).toBeHidden();
    await page.keyboard.press('Control+k');
    await field.fill(text);
  };
  // By the keys: a mouse would stand over a visit then, whose card has the next Escape for itself.
  const choose = async (text: string) => {
    await expect(row(text)).toBeVisible();
    // The first is chosen already; an order and a client may have the same number.
    while ((await row(text).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  };
  await ask(order);
  await choose(`OT ${order}`);
  await expect(page.getByRole('dialog', { name: `Orden ${order} |` })).toBeVisible();
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await ask(client);
  await choose(`Cliente ${client}`);
  await expect(page.getByRole('dialog', { name: `Cliente ${client}` })).toBeVisible();
  await expect(field).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await ask('99900000001');
  await expect(page.getByText('No se pueden buscar OTs de operaciones no asignadas')).toBeVisible();
  await page.keyboard.press('Escape');
  const visitId = await page.locator('a[data-visit-id]').first().getAttribute('data-visit-id');
  await ask(visitId!);
  await choose(`Visita #${visitId} ·`);
  await expect(page).toHaveURL(`/visit/view/${visitId}/jefetec`);
  await ask('config');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/setup/);
});

test('the shortcuts are shown on ?, work outside of fields and dialogs only, and can be switched off', async ({
  demo,
}) => {
  const { page } = await demo.signIn('jefe');
  const weekOf = async () => new URL(page.url()).searchParams.get('semana');
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/semana=/);
  const next = await weekOf();
  await page.keyboard.press('k');
  await expect.poll(weekOf).not.toBe(next);
  expect((await weekOf())! < next!).toBe(true);
  await page.keyboard.press('h');
  await expect.poll(weekOf).toBeNull();

  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect(dialog.getByText('Semana siguiente')).toBeVisible();
  await page.keyboard.press('j');
  expect(await weekOf()).toBeNull();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  // The focus is given back to where it was.
  const today = page.getByRole('button', { name: 'Semana siguiente' });
  await today.focus();
  await page.keyboard.press('?');
  await expect(dialog.getByRole('switch')).toBeFocused();
  await dialog.getByRole('switch', { name: 'Usar atajos de una sola tecla' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(today).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('a');
  await expect(page.getByRole('region', { name: 'Órdenes' })).toBeVisible();
  expect(await weekOf()).toBeNull();
  // On every device of the user: another tab, another load.
  await page.reload();
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.keyboard.press('?');
  // Had the key opened it, it would lie over the menu.
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Atajos de teclado' }).click();
  await expect(dialog.getByRole('switch')).not.toBeChecked();
});

test('the filters and the last operation are there again after signing in elsewhere', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  // The demo.operation alone may be saved before it.
  const saved = page.waitForResponse(
    (response) =>
      response.url().endsWith('/do/savePreferences') &&
      Boolean(response.request().postData()?.includes('modo=prioridad')),
  );
  await page.getByText('Prioridad', { exact: true }).click();
  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  expect((await saved).status()).toBe(200);
  const elsewhere = await page
    .context()
    .browser()!
    .newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.goto('/jefetec');
  await expect(other).toHaveURL(new RegExp(`op=${demo.operation}.*modo=prioridad`));
  expect(new URL(other.url()).searchParams.get('semana')).toBeNull();
  await elsewhere.close();
});

test('the week turns by a finger, where there is nothing more to scroll', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { phone: true, at: `/jefetec?op=${demo.operation}` });
  const week = page.locator('table').locator('..');
  await expect(page.locator('[data-visit-id]').first()).toBeVisible();
  const swipe = (from: number, to: number) =>
    week.evaluate(
      (area, [a, b]) => {
        const touch = (x: number) => new Touch({ identifier: 1, target: area, clientX: x, clientY: 400 });
        area.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(a!)], bubbles: true }));
        area.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(b!)], bubbles: true }));
      },
      [from, to],
    );
  await week.evaluate((area) => area.scrollTo(0, 0));
  await swipe(300, 100);
  expect(new URL(page.url()).searchParams.get('semana')).toBeNull();
  await week.evaluate((area) => area.scrollTo(area.scrollWidth, 0));
  await swipe(300, 100);
  await expect(page).toHaveURL(/semana=/);
  const today = page.getByRole('button', { name: 'Hoy' });
  await expect(today).toBeEnabled();
  await week.evaluate((area) => area.scrollTo(0, 0));
  await swipe(100, 300);
  await expect(today).toBeDisabled();
});

test('of 1,200 pending orders only those in view are drawn, and the last one is one key press further', async ({
  demo,
}) => {
  const otro = await demo.api('otro');
  const me = await otro<{ subsidiaries: { subsidiary_id: string }[] }>('user/getuserinfo');
  const operation = me.data.subsidiaries[0]!.subsidiary_id;
  const list = () =>
    otro<{ orders: { ot_number: string; ot_type: number; client_id: string }[]; orders_qty: number }>(
      'orders/pending',
      { subsidiary: operation, show_contractors: true },
    );
  const { ot_type, client_id } = (await list()).data.orders[0]!;
  const rows = Array.from({ length: 1_200 }, (_, n) => ({
    ot_number: `${operation}${77_000_000 + n}`,
    ...{ ot_type, client_id, status_id: 1, detail: 'Importada' },
  }));
  expect((await otro('intake/orders', { rows })).diagnostic).toBe('');
  const { orders, orders_qty } = (await list()).data;
  expect(orders).toHaveLength(orders_qty);

  const { page } = await demo.signedIn('otro', { at: `/jefetec?op=${operation}&contratistas=1` });
  const cards = page.locator('[data-order]');
  await expect(cards.first()).toHaveAttribute('data-order', orders[0]!.ot_number);
  await expect(page.getByText(`${orders_qty} OT`, { exact: true })).toBeVisible();
  expect(await cards.count()).toBeLessThan(100);
  await expect(page.getByRole('button', { name: 'Mostrar más' })).toHaveCount(0);
  await cards.first().focus();
  await page.keyboard.press('End');
  const last = page.locator(`[data-order="${orders.at(-1)!.ot_number}"]`);
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(page.locator(`[data-order="${orders.at(-2)!.ot_number}"]`)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(cards.first()).toBeFocused();
  // One that is far down is found from elsewhere too.
  const middle = orders[700]!.ot_number;
  await page.goto(`/jefetec?op=${operation}&contratistas=1&fila=${middle}`);
  await expect(page.locator(`[data-order="${middle}"]`)).toBeFocused();
  await expect(page.locator(`[data-order="${middle}"]`)).toBeInViewport();
});
