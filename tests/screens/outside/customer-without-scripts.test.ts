import { gzipSync } from 'node:zlib';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, dayAfter, expect, test, today } from '../people.ts';

// The customer's page where no script runs, on a cheap phone: everything can be read and answered by its document alone.

const rules = { reminder: false, question: false, notice_hours: 24, changes: 2 };

async function promise(demo: Demo, day: string) {
  await demo.jefe('conversations/edit', { subsidiary_id: demo.operation, ...rules, replies: true });
  const order = await demo.orderWithoutVisit();
  const { id: slotId } = await demo.slotNotOver(day);
  return demo.createVisit(order, { day, slotId, checked: ['public_link'] });
}

/** How far down the page its lower edge is. */
const bottomOf = async (button: import('@playwright/test').Locator) => {
  const box = (await button.boundingBox())!;
  return box.y + box.height;
};

test('without scripts a customer reads, confirms, chooses another day and cancels, each by a form', async ({
  demo,
  browser,
  baseURL,
}) => {
  const { visitId, path } = await promise(demo, dayAfter(today(), 4));
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('article')).toContainText('Visita agendada');
  await page.getByRole('button', { name: 'Confirmo' }).click();
  await expect(page.getByRole('article')).toContainText('Visita confirmada');
  await expect(page.getByText('Confirmaste la visita. ¡Gracias!')).toBeVisible();

  await page.getByRole('button', { name: 'Necesito cambiarla' }).click();
  await expect(page.getByRole('heading', { name: 'Elegí otro día' })).toBeVisible();
  const days = page.getByLabel('Día', { exact: true });
  const chosen = (await days.locator('option').nth(3).getAttribute('value'))!;
  await days.selectOption(chosen);
  // Of one day alone: those of the others are not shown.
  await expect(page.getByRole('group', { name: 'Horario' })).toHaveCount(1);
  await page.getByRole('radio').last().check();
  await page.getByRole('button', { name: 'Cambiar la visita' }).click();
  await expect(page.getByText('Elegiste este día y este horario.')).toBeVisible();
  const moved = await demo.jefe<{ rescheduled_next: number }>('visit/get/by_number', { visit_id: visitId });
  const next = await demo.jefe<{ date_dispatch: string }>('visit/get/by_number', {
    visit_id: moved.data.rescheduled_next,
  });
  expect(next.data.date_dispatch).toBe(chosen.split('-').reverse().join('/'));

  await page.getByRole('button', { name: 'Cancelar la visita' }).click();
  await page.getByRole('button', { name: 'Volver' }).click();
  await page.getByRole('button', { name: 'Cancelar la visita' }).click();
  await page.getByRole('button', { name: 'Sí, cancelar la visita' }).click();
  await expect(page.getByRole('article')).toHaveAttribute('data-state', 'cancelled');
  await context.close();
});

test('without scripts a reply about a day that has changed says so', async ({ demo, browser, baseURL }) => {
  const { visitId, path } = await promise(demo, dayAfter(today(), 4));
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(path);
  const slots = await demo.jefe<{ id: number }[]>('visit/get_timestripes_by_date', {
    subsidiary: demo.operation,
    date_selected: today(),
  });
  await demo.jefe('visit/edit', { visit_id: visitId, timestripe_id: slots.data[1]!.id });
  await page.getByRole('button', { name: 'Confirmo' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'La visita cambió mientras la mirabas. Revisá la fecha y volvé a intentar.',
  );
  await page.getByRole('button', { name: 'Confirmo' }).click();
  await expect(page.getByRole('article')).toContainText('Visita confirmada');
  await context.close();
});

test('without scripts a link that opens nothing goes on to the login', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`/visit/external/view/${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toContainText('El enlace no es válido o ya venció.');
  await page.waitForURL('**/login');
  await context.close();
});

test('what to do is on a phone’s first screen, and the page needs under 60 kB of scripts', async ({
  demo,
}) => {
  const { path } = await promise(demo, dayAfter(today(), 4));
  const { page } = await demo.open({ phone: true });
  await page.setViewportSize({ width: 390, height: 844 });
  const files: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      files.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(path, { waitUntil: 'networkidle' }).catch(() => {});
  for (const name of ['Confirmo', 'Necesito cambiarla', 'Cancelar la visita'])
    expect(await bottomOf(page.getByRole('button', { name })), name).toBeLessThan(844);
  const inDocument = await page.locator('script').evaluateAll((all) => all.map((script) => script.innerHTML));
  const sizes = [...(await Promise.all(files)), gzipSync(inDocument.join('')).length];
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60_000);
  expect(await problems(page, 'the link')).toEqual([]);
});

test('‘Estoy en casa’ is on a phone’s first screen within two hours, and the page says that it was said', async ({
  demo,
}) => {
  const { path } = await promise(demo, today());
  const { page } = await demo.open({ phone: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  const press = page.getByRole('button', { name: 'Estoy en casa' });
  expect(await bottomOf(press)).toBeLessThan(844);
  expect(await bottomOf(page.getByRole('button', { name: 'Confirmo' }))).toBeLessThan(844);
  await press.click();
  await expect(page.getByText('Avisaste que estás en casa.')).toBeVisible();
  await expect(page.getByText('¿Vas a estar?')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Avisaste que estás en casa.')).toBeVisible();
  expect(await problems(page, 'the link')).toEqual([]);
});

test('what a customer is choosing stays while the visit changes, and what cannot be sent is said', async ({
  demo,
}) => {
  const { visitId, path } = await promise(demo, dayAfter(today(), 4));
  const { page } = await demo.open({ phone: true });
  await page.goto(path);
  await page.getByRole('button', { name: 'Necesito cambiarla' }).click();
  const days = page.getByLabel('Día', { exact: true });
  const chosen = (await days.locator('option').nth(5).getAttribute('value'))!;
  await days.selectOption(chosen);
  await page.getByRole('radio').last().check();
  const slots = await demo.jefe<{ id: number; name: string }[]>('visit/get_timestripes_by_date', {
    subsidiary: demo.operation,
    date_selected: today(),
  });
  const before = await page.getByRole('article').locator('[data-part="promise"]').textContent();
  await demo.jefe('visit/edit', { visit_id: visitId, timestripe_id: slots.data[1]!.id });
  await expect(page.getByRole('article').locator('[data-part="promise"]')).not.toHaveText(before!);
  await expect(days).toHaveValue(chosen);
  await expect(page.getByRole('radio').last()).toBeChecked();
  // Back leaves the form, as it leaves a dialog.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Necesito cambiarla' })).toBeVisible();
});

test.describe('without an answer', () => {
  test.use({ cutsNetwork: true });

  test('a step that cannot be sent is said, and sent again it acts once', async ({ demo }) => {
    const { path } = await promise(demo, dayAfter(today(), 4));
    const { page } = await demo.open({ phone: true });
    await page.goto(path);
    const keys: string[] = [];
    await page.route('**/visit/external/reply/**', (route) => {
      keys.push(new URLSearchParams(route.request().postData()!).get('key')!);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    await page.getByRole('button', { name: 'Confirmo' }).click();
    await expect(page.getByRole('alert')).toContainText('No se pudo enviar.');
    await page.getByRole('button', { name: 'Confirmo' }).click();
    await expect(page.getByText('Confirmaste la visita. ¡Gracias!')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
  });
});
