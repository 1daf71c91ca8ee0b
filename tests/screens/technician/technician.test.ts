import postgres from 'postgres';
import { fillInClosing } from '../../support/browser/forms.ts';
import { runSettings } from '../../support/browser/run-settings.ts';
import { type Demo, expect, putBack, test, today } from '../people.ts';

// The headless shell refuses push messages, and the day would not offer them.
test.use({ launchOptions: runSettings.use.launchOptions });

/** The list shows the oldest 15: early in the day more wait. They are assigned until what this returns is called. */
async function shortList(demo: Demo): Promise<() => Promise<void>> {
  const [jefe, tecnico] = [demo.jefe, await demo.api('tecnico')];
  const { tech_id } = (await (await demo.api('tecnico2'))<{ tech_id: number }>('user/getuserinfo', {})).data;
  const taken: number[] = [];
  for (;;) {
    const { data } = await tecnico<{ timestripe: { visits: { id: number }[]; total: number } }>(
      'visit/get/by_tech_id',
      {},
    );
    const { visits, total } = data.timestripe;
    if (total <= 10) break;
    const ids = visits.map(({ id }) => id);
    const moved = await jefe('visit/change_technician', { visit_id: ids, tech_id });
    expect(moved.diagnostic).toBe('');
    taken.push(...ids);
  }
  return async () => {
    if (taken.length > 0) await jefe('visit/change_technician', { visit_id: taken, tech_id: null });
  };
}

test('a technician gives a visit back only with a reason of 5 to 100 characters', async ({ demo }) => {
  const { visitId } = await demo.freeVisit();
  const call = await demo.freeTechnician('tecnico');
  await call('visit/attach', { visit_id: visitId });
  const giveBack = await shortList(demo);
  const { page } = await demo.signIn('tecnico', { phone: true });
  const card = page.locator(`li[data-visit-id="${visitId}"]`);
  await card.getByRole('button', { name: 'Liberar' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Liberar visita' }).click();
  await expect(dialog.getByText('Debe ingresar el motivo de la desasignación')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('no');
  await dialog.getByRole('button', { name: 'Liberar visita' }).click();
  await expect(dialog.getByText('Debe ingresar el motivo de la desasignación')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Se rompió el móvil');
  await dialog.getByRole('button', { name: 'Liberar visita' }).click();
  await expect(page.getByText('Liberaste la visita.')).toBeVisible();
  await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  await expect(card.getByRole('button', { name: 'Tomar' })).toBeVisible();
  await giveBack();
});

test('what is not allowed says why, in the spec’s words', async ({ demo }) => {
  const first = await demo.freeVisit();
  const second = await demo.freeVisit();
  const call = await demo.freeTechnician('tecnico2');
  for (const { visitId } of [first, second]) await call('visit/attach', { visit_id: visitId });
  await call('visit/set_on_the_way', { visit_id: first.visitId, on_the_way: true, send_notification: false });
  const { page } = await demo.signIn('tecnico2', { phone: true });
  const dialog = page.getByRole('dialog');
  // The button is off, and says so; a finger that presses it all the same is answered why. As a person does, it scrolls
  // the card out from under the bar of the visit on the way first.
  const offered = page
    .locator(`li[data-visit-id="${second.visitId}"]`)
    .getByRole('button', { name: 'Voy en camino' });
  await offered.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await offered.click({ force: true });
  await expect(dialog.getByText('No permitido')).toBeVisible();
  await expect(dialog.getByText('Ya vas en camino para otra visita.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(dialog).toBeHidden();
  const release = page
    .locator(`li[data-visit-id="${first.visitId}"]`)
    .getByRole('button', { name: 'Liberar' });
  await release.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await release.click({ force: true });
  await expect(
    dialog.getByText(
      'No se puede desasignar una visita en camino. Si no podes realizar la visita, por favor cancelala.',
    ),
  ).toBeVisible();
  for (const { visitId } of [first, second]) await putBack(call, visitId);
});

test('the closing form and the chosen list are in the address: Back closes, and a reload shows the same', async ({
  demo,
}) => {
  const { visitId } = await demo.freeVisit();
  const call = await demo.freeTechnician('tecnico');
  await call('visit/attach', { visit_id: visitId });
  await call('visit/set_on_the_way', { visit_id: visitId, on_the_way: true, send_notification: false });
  const { page } = await demo.signIn('tecnico', { phone: true });
  await page.locator(`li[data-visit-id="${visitId}"]`).getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(page).toHaveURL(`/tecnico?cerrar=${visitId}`);
  const dialog = page.getByRole('dialog', { name: 'Cerrar visita' });
  // What closes it is under the thumb, however long the form is.
  await expect(dialog.getByRole('button', { name: 'Cerrar visita' })).toBeInViewport();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/tecnico');

  await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  await expect(page).toHaveURL('/tecnico?grupo=tomar');
  await page.reload();
  await expect(page.getByRole('tab', { name: /Visitas para tomar/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await putBack(call, visitId);
});

test('of a visit the map opens its town, and the telephone calls', async ({ demo }) => {
  const { page } = await demo.signIn('tecnico', { phone: true });
  // Some customers have no telephone.
  const reachable = page.locator('li[data-visit-id]').filter({ has: page.locator('a[href^="tel:"]') });
  const card = reachable.first();
  const map = await card.getByRole('link', { name: /Navegar/ }).getAttribute('href');
  // Its coordinates, or its address and town.
  expect(decodeURIComponent(map!)).toMatch(/query=(-?\d+\.\d+,-?\d+\.\d+|.+, .+)$/);
  await expect(card.locator('a[href^="tel:"]')).toHaveAttribute('href', /^tel:\+549\d{10}$/);
  // Of the others the telephone shows with the rest of what is known.
  const other = reachable.nth(1);
  await expect(other.getByRole('link', { name: /Llamar/ })).toBeHidden();
  await other.getByRole('button', { name: /Más datos/ }).click();
  await expect(other.getByRole('link', { name: /Llamar/ })).toBeVisible();
});

test('all visits that can be taken are reached: by zone, and a few more at a time', async ({
  demo,
  product,
}) => {
  // Some of two zones.
  const { ids } = await demo.visitsIn(today(), 18);
  const sql = postgres(product.recordUrl, { max: 1 });
  await sql`
    update visits v set zone_id = z.ids[1 + v.id % 2]
    from (select array_agg(id order by id) as ids from zones where operation = ${demo.operation}) z where v.id = any(${ids})`;
  await sql.end({ timeout: 1 });
  const { page } = await demo.signedIn('tecnico', { phone: true, at: '/tecnico?grupo=tomar' });
  const cards = page.locator('li[data-visit-id]');
  await expect(cards.first()).toBeVisible();
  await expect(page.getByRole('note')).toContainText('primero las de ahora en adelante');
  const more = page.getByRole('button', { name: /^Ver \d+ más$/ });
  await expect(more).toBeVisible();
  while ((await more.count()) > 0) {
    const before = await cards.count();
    await more.click();
    await expect.poll(() => cards.count()).toBeGreaterThan(before);
  }
  const zone = page.getByLabel('Zona');
  await expect(zone).toBeVisible();
  const [value, label] = await zone
    .locator('option')
    .nth(1)
    .evaluate((option: HTMLOptionElement) => [option.value, option.text]);
  await zone.selectOption(value!);
  await expect(page).toHaveURL(new RegExp(`zona=${value}`));
  await expect(cards).toHaveCount(Math.min(15, Number(/\((\d+)\)/.exec(label!)![1])));
  await demo.handOver(ids);
});

test('the sheet of a technician’s day is found from the report, and prints without bars', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports/my_techs' });
  await page.getByRole('link', { name: 'Hoja del día' }).first().click();
  await expect(page).toHaveURL(/\/tecnico\/.+\/hoja$/);
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden();
});

test('a technician on the way to the newest of 20 visits finds it first, and closes it', async ({ demo }) => {
  const call = await demo.freeTechnician('tecnico2');
  const { tech_id } = (await call<{ tech_id: number }>('user/getuserinfo')).data;
  const { ids } = await demo.visitsIn(today(), 20);
  expect((await demo.jefe('visit/change_technician', { visit_id: ids, tech_id })).diagnostic).toBe('');
  const newest = Math.max(...ids);
  const departed = await call('visit/set_on_the_way', { visit_id: newest, send_notification: false });
  expect(departed.diagnostic).toBe('');
  const { page } = await demo.signIn('tecnico2', { phone: true });
  await expect(page.getByText(/Se muestran las 15 visitas más antiguas de \d+\./)).toBeVisible();
  const cards = page.locator('li[data-visit-id]');
  await expect(cards).toHaveCount(15);
  await expect(cards.first()).toHaveAttribute('data-visit-id', String(newest));
  await cards.first().getByRole('button', { name: 'Cerrar visita' }).click();
  const dialog = page.getByRole('dialog');
  await fillInClosing(dialog, 'No había nadie');
  await dialog.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(page.locator(`li[data-visit-id="${newest}"]`)).toHaveCount(0);
  await demo.jefe('visit/change_technician', { visit_id: ids.filter((id) => id !== newest), tech_id: null });
});

test('the main actions are large enough for a thumb', async ({ demo }) => {
  const { page } = await demo.signIn('tecnico', { phone: true });
  await page.locator('li[data-visit-id] button').first().waitFor();
  const heights = await page
    .locator('li[data-visit-id] button')
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test('text of twice the size cuts no button and widens no screen', async ({ demo }) => {
  const { visitId } = await demo.freeVisit();
  const call = await demo.freeTechnician('tecnico');
  await call('visit/attach', { visit_id: visitId });
  await call('visit/set_on_the_way', { visit_id: visitId, send_notification: false });
  const { page } = await demo.signIn('tecnico', { phone: true });
  for (const address of [
    '/tecnico',
    `/tecnico?cerrar=${visitId}`,
    '/tecnico?atraso=1',
    `/visit/view/${visitId}/default`,
  ]) {
    await page.goto(address);
    await expect(page.getByRole('button', { name: /Cerrar visita|No llego/ }).last()).toBeVisible();
    if (address === '/tecnico')
      await expect(page.getByRole('button', { name: 'Sí, avisarme' })).toBeVisible();
    const cut = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      const labels = [...document.querySelectorAll<HTMLElement>('main button *, [role="dialog"] button *')];
      return {
        labels: labels
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.textContent),
        wider: document.documentElement.scrollWidth - window.innerWidth,
      };
    });
    expect({ address, ...cut }).toEqual({ address, labels: [], wider: 0 });
  }
  await putBack(call, visitId);
});
