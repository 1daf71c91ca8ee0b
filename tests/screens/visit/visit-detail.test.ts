import type { Page, Request } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { choose, fillInClosing } from '../../support/browser/forms.ts';
import { dayAfter, expect, test, today } from '../people.ts';

test.setTimeout(limit(120_000));

/** How many times a command went out. */
function countCommands(page: Page, name: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(`/do/${name}`)) count += 1;
  });
  return () => count;
}

/** The visit gets its first other technician, and is saved. @returns that technician, as the field shows who it is */
async function assignTechnician(page: Page): Promise<string> {
  const chosen = (await choose(page, 'Técnico', 1))!;
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('Se editó correctamente la visita!')).toBeVisible();
  return chosen;
}

test('a visit that is closed from its detail is not read again when the news of it comes before the answer', async ({
  demo,
}) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 7), 1);
  const { page } = await demo.signedIn('jefe');
  const news: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => news.push(String(payload))));
  await page.goto(`/visit/view/${ids[0]}/jefetec`);
  await page.getByRole('button', { name: /Cambiar el estado de la visita/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Cerrar visita' });
  await fillInClosing(dialog, 'Ya no lo necesita');
  let readings = 0;
  news.length = 0;
  page.on('request', (sent) => {
    if (sent.method() === 'GET' && new URL(sent.url()).pathname.startsWith('/visit/view/')) readings += 1;
  });
  await page.route('**/do/finishVisit', async (route) => {
    const answer = await route.fetch();
    await expect.poll(() => news.some((frame) => frame.includes(`${ids[0]}`))).toBe(true);
    // Long enough for the screen to reload after the change: a request that must not be sent has nothing to wait for.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.fulfill({ response: answer });
  });
  await dialog.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(page.getByText('La visita se cerró correctamente.')).toBeVisible();
  await expect(page).toHaveURL(/\/jefetec/);
  expect(readings).toBe(0);
});

test('a press anywhere on a row of the slot opens its visit, but for its controls and what was marked', async ({
  demo,
}) => {
  const day = dayAfter(today(), 9);
  const { ids, slotId } = await demo.visitsIn(day, 1);
  const slot = `/subsidiaries/detail/${day}/${slotId}`;
  const { page, context } = await demo.signedIn('jefe', { at: slot });
  const row = page.locator(`tr[data-visit-id="${ids[0]}"]`);
  await expect(page.getByText('En vivo')).toBeVisible();
  // Its box selects, and so does no place beside it.
  await row.getByRole('checkbox').click();
  await expect(page.getByText('1 seleccionada')).toBeVisible();
  await row
    .getByRole('cell')
    .first()
    .click({ position: { x: 1, y: 1 } });
  // An address is marked with the mouse, to be copied. Along its first line: the second may be shorter than the way.
  // On whole pixels, as a mouse does: a drag from the middle of a letter, by a fraction, marks nothing in Chromium.
  // Hovered first, so that the row is in view and has come to rest.
  const address = row.getByRole('cell').nth(3);
  await address.hover();
  const line = await address.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    const { x, y, width, height } = range.getClientRects()[0]!;
    return { from: Math.ceil(x) + 2, to: Math.floor(x + width) - 2, y: Math.round(y + height / 2) };
  });
  await page.mouse.move(line.from, line.y);
  await page.mouse.down();
  await page.mouse.move(line.to, line.y, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.getSelection()!.toString().trim())).not.toBe('');
  await expect(page).toHaveURL(new RegExp(slot));
  await page.evaluate(() => window.getSelection()!.removeAllRanges());
  const opened = context.waitForEvent('page');
  await row.getByRole('link').first().click({ button: 'middle' });
  await (await opened).close();
  await row.getByRole('cell').nth(3).click();
  await expect(page).toHaveURL(new RegExp(`/visit/view/${ids[0]}/jefetec`));

  const { page: phone } = await demo.signedIn('jefe', { phone: true });
  await phone.goto(slot);
  await expect(phone.getByText('Seleccionar todas las que se pueden')).toBeVisible();
  await expect(phone.getByText('Derivación')).toHaveCount(0);
  await phone.locator(`tr[data-visit-id="${ids[0]}"]`).getByText('Sin asignar').tap();
  await expect(phone).toHaveURL(new RegExp(`/visit/view/${ids[0]}/jefetec`));
});

test('an edit is taken back once, by two presses of the button or by Ctrl+Z, and the focus holds the offer', async ({
  demo,
}) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 9), 1);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  const undone = countCommands(page, 'undoChange');
  const technician = page.getByRole('textbox', { name: 'Técnico' });
  const undo = page.getByRole('button', { name: 'Deshacer' });
  await page.clock.install();
  await assignTechnician(page);
  await undo.focus();
  await page.clock.fastForward(6_000);
  await expect(undo).toBeVisible();
  await undo.dblclick();
  await expect(page.getByText('El cambio se deshizo.')).toBeVisible();
  await expect(technician).toHaveValue('Sin asignar');
  expect(undone()).toBe(1);

  await assignTechnician(page);
  await page.keyboard.press('Control+z');
  await expect.poll(undone).toBe(2);
  await expect(technician).toHaveValue('Sin asignar');
});

test('one’s own edit is read after the news of it, and neither reading breaks off the other', async ({
  demo,
}) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 9), 1);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  const isReading = (sent: Request) =>
    sent.method() === 'GET' && new URL(sent.url()).pathname.startsWith('/visit/view/');
  let begun = 0;
  let over = 0;
  const answered = new Set<Request>();
  const brokenOff: string[] = [];
  page.on('request', (sent) => {
    if (isReading(sent)) begun += 1;
  });
  page.on('response', (answer) => answered.add(answer.request()));
  page.on('requestfinished', (sent) => {
    if (isReading(sent)) over += 1;
  });
  // Remix lets go of an answer as soon as it has what it needs of it: only what was never answered was broken off.
  page.on('requestfailed', (sent) => {
    if (!isReading(sent)) return;
    over += 1;
    if (!answered.has(sent)) brokenOff.push(`${sent.url()} ${sent.failure()?.errorText}`);
  });
  await page.route('**/visit/view/**', async (route) => {
    // Each reading lasts until the next could begin: one that must not come has nothing to wait for.
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.continue();
  });
  await page.route('**/do/editVisit', async (route) => {
    const answer = await route.fetch();
    await expect.poll(() => begun).toBeGreaterThan(0);
    await route.fulfill({ response: answer });
  });
  const chosen = await assignTechnician(page);
  await expect.poll(() => over > 0 && over === begun).toBe(true);
  expect(brokenOff).toEqual([]);
  await expect(page.getByRole('textbox', { name: 'Técnico' })).toHaveValue(chosen);
});

test('a visit that left the selection stays out when it can be selected again', async ({ demo }) => {
  const { ids, slotId } = await demo.visitsIn(today(), 2);
  const tecnico = await demo.freeTechnician('tecnico');
  const { page } = await demo.signedIn('jefe', {
    at: `/subsidiaries/detail/${today()}/${slotId}?sel=${ids.join(',')}`,
  });
  await expect(page.getByText('2 seleccionadas')).toBeVisible();
  await tecnico('visit/attach', { visit_id: ids[0] });
  await tecnico('visit/set_on_the_way', { visit_id: ids[0], on_the_way: true, send_notification: false });
  await expect(page.getByText(`La visita #${ids[0]} salió de la selección: En camino.`)).toBeVisible();
  await tecnico('visit/set_on_the_way', { visit_id: ids[0], on_the_way: false });
  await expect(page.getByRole('checkbox', { name: `Seleccionar la visita #${ids[0]}` })).not.toBeChecked();
  await expect(page.getByText('1 seleccionada')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar selección' }).click();
  await expect(page.getByText('Ninguna seleccionada')).toBeVisible();
});

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('several are rescheduled once, though the answer was lost and they have left the selection', async ({
    demo,
  }) => {
    const day = dayAfter(today(), 15);
    const { ids, slotId } = await demo.visitsIn(day, 2);
    const { page } = await demo.signedIn('jefe', {
      at: `/subsidiaries/detail/${day}/${slotId}?sel=${ids.join(',')}&accion=reprogramar`,
    });
    const dialog = page.getByRole('dialog');
    await choose(dialog, 'Franja horaria', 0);
    await dialog.getByLabel('Motivo').selectOption({ index: 1 });
    await dialog.getByLabel('Notas de la reprogramación').fill('Llueve');
    await page.route('**/do/rescheduleVisits', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Reagendar Visita' }).click();
    await expect(dialog.getByText('No se pudo reprogramar la visita')).toBeVisible();
    for (const id of ids)
      await expect(page.locator(`[data-visit-id="${id}"] [data-tone="rescheduled"]`).first()).toBeVisible();
    await page.unroute('**/do/rescheduleVisits');
    await dialog.getByRole('button', { name: 'Reagendar Visita' }).dblclick();
    await expect(page.getByText(/Se reprogramó correctamente\. Nuevas visitas: #\d+, #\d+$/)).toBeVisible();
    await expect(dialog).toBeHidden();
  });
});

test('what is being typed stays when another user closes the visit', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 10), 2);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  await page.getByLabel('Nueva nota').fill('Tocar el timbre de la izquierda');
  await demo.cancelVisit(ids[0]!);
  await expect(page.getByText('La visita cambió mientras la estabas editando.')).toBeVisible();
  await expect(page.getByLabel('Nueva nota')).toHaveValue('Tocar el timbre de la izquierda');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByText('No se guardó nada: la visita cambió desde que la abriste.')).toBeVisible();
  await page.getByLabel('Nueva nota').fill('');
  await expect(page.getByLabel('Nueva nota')).toHaveCount(0);

  await page.goto(`/visit/view/${ids[1]}/jefetec`);
  await page.getByRole('button', { name: 'Reprogramar visita' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Notas de la reprogramación').fill('Viaja hasta el martes');
  await demo.cancelVisit(ids[1]!);
  await expect(page.getByText('Duración total')).toBeAttached();
  await expect(dialog.getByLabel('Notas de la reprogramación')).toHaveValue('Viaja hasta el martes');
  await dialog.getByRole('button', { name: 'Cerrar', exact: true }).last().click();
  await expect(dialog).toBeHidden();
});

test('after a dialog the focus is where it was, and never under a bar', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 11), 1);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  for (const [name, title] of [
    [/Cambiar el estado de la visita/, 'Cerrar visita'],
    [/Reprogramar visita/, 'Reprogramar visita'],
  ] as const) {
    const button = page.getByRole('button', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  }
  const { page: slot } = await demo.signedIn('jefe');
  await slot.goto(`/subsidiaries/detail/${today()}/${(await demo.visitsIn(today(), 1)).slotId}`);
  await slot.locator('[data-visit-id]').last().getByRole('link').last().focus();
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await slot.keyboard.press('Shift+Tab');
    expect(await coveredFocus(slot)).toBe('');
  }
});

test('a visit of another operation is not there, and says so inside the frame', async ({ demo }) => {
  const { ids, slotId } = await demo.visitsIn(dayAfter(today(), 12), 1);
  const { page } = await demo.signedIn('otro');
  for (const [path, text] of [
    [`/visit/view/${ids[0]}/jefetec`, 'Visita inexistente'],
    [`/visit/view/${ids[0]}/otra`, 'Visita inexistente'],
    [`/subsidiaries/detail/${today()}/${slotId}`, 'Franja horaria inexistente'],
  ]) {
    expect((await page.goto(path!))?.status()).toBe(404);
    await expect(page.getByText(text!)).toBeVisible();
    await expect(page.getByRole('button', { name: /Menú de usuario/ })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).toHaveURL(/jefetec/);
});

test('an open visit shows what became of it so far, and follows what is done to it', async ({ demo }) => {
  const { ids } = await demo.visitsIn(dayAfter(today(), 13), 1);
  const { page } = await demo.signedIn('jefe', { at: `/visit/view/${ids[0]}/jefetec` });
  const timeline = page.getByRole('region', { name: 'Línea de tiempo' });
  await expect(timeline.getByRole('listitem').first()).toBeVisible();
  const before = await timeline.getByRole('listitem').count();
  const { data } = await demo.jefe<{ technicians: { tech_id: number }[] }>('day', {
    subsidiary: demo.operation,
    date: dayAfter(today(), 13),
  });
  await demo.jefe('visit/edit', { visit_id: ids[0], tech_id: data.technicians[0]!.tech_id });
  await expect(timeline.getByRole('listitem')).toHaveCount(before + 1);
  await expect(page.getByText('Duración total')).toHaveCount(0);
});

test('who may only look, looks: no fields, no buttons, no ways to boards of others', async ({ demo }) => {
  const { ids, slotId } = await demo.visitsIn(dayAfter(today(), 13), 1);
  for (const username of ['sac', 'tecnico']) {
    const { page } = await demo.signedIn(username, { at: `/visit/view/${ids[0]}/jefetec` });
    await expect(page.getByRole('heading', { name: `Visita #${ids[0]}` })).toBeVisible();
    await expect(page.getByRole('button', { name: /Guardar|Reprogramar|Cambiar el estado/ })).toHaveCount(0);
    await expect(page.getByLabel('Nueva nota')).toHaveCount(0);
    const board = page.getByRole('link', { name: 'Mostrar en calendario' });
    if (username === 'sac') await expect(board).toHaveAttribute('href', /^\/calendario/);
    else await expect(board).toHaveCount(0);
    await page.goto(`/subsidiaries/detail/${dayAfter(today(), 13)}/${slotId}`);
    await expect(page.getByRole('link', { name: `Ver Visita #${ids[0]}` })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
  }
});

test('long texts stay inside a phone, and paper is white and without bars', async ({ demo }) => {
  const { ids, slotId } = await demo.visitsIn(dayAfter(today(), 14), 1);
  const endless = 'Ñ'.repeat(2_000);
  await demo.jefe('visit/edit', { visit_id: ids[0], tech_comments: endless });
  await demo.jefe('visit/finish', { visit_id: ids[0], status: 50, extra_comments: endless });
  const { page } = await demo.signedIn('jefe', {
    phone: true,
    scheme: 'dark',
    at: `/visit/view/${ids[0]}/jefetec`,
  });
  await expect(page.getByText(endless).first()).toBeVisible();
  expect(
    await page.evaluate(
      (text) =>
        [...document.querySelectorAll('p')]
          .filter((one) => one.textContent === text)
          .map((one) => one.scrollWidth <= one.clientWidth + 1),
      endless,
    ),
  ).toEqual([true, true]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const name of ['Reprogramar visita', 'Guardar cambios']) {
    const label = page.getByRole('button', { name });
    const box = (await label.boundingBox())!;
    expect(box.height).toBeGreaterThanOrEqual(44);
    expect(
      await label.locator('.mantine-Button-label').evaluate((el) => el.scrollWidth <= el.clientWidth),
    ).toBe(true);
  }

  await page.goto(`/subsidiaries/detail/${dayAfter(today(), 14)}/${slotId}`);
  const all = page.getByRole('checkbox', { name: 'Seleccionar todas las que se pueden' });
  await expect(all).toBeInViewport();
  expect((await all.boundingBox())!.width).toBeGreaterThanOrEqual(24);
  await all.click();
  await expect(page.getByText(/^\d+ seleccionadas?$/)).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('header')).toBeHidden();
  await expect(page.locator('footer')).toBeHidden();
  await expect(page.getByRole('checkbox').first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Reprogramar visitas' })).toBeHidden();
  await expect(page.locator('tbody td').nth(1)).toHaveCSS('color', 'rgb(0, 0, 0)');
});

/** What lies over the middle of the element that has the focus; '': nothing. */
const coveredFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const box = focused.getBoundingClientRect();
    if (focused === document.body || box.width === 0) return '';
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (x < 0 || y < 0) return '';
    const top = document.elementFromPoint(x, y);
    return top &&
      (focused.contains(top) ||
        top.contains(focused) ||
        top.closest('label') ||
        top.closest('.mantine-Checkbox-root')?.contains(focused))
      ? ''
      : `${focused.outerHTML.slice(0, 80)} under ${top?.outerHTML.slice(0, 80)}`;
  });
