import { limit } from '../gate/limits.mjs';
import { expect, putBack, test } from './people.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

test('two technicians press Tomar at the same moment: one has it, the other sees why not', async ({
  demo,
}) => {
  const one = await demo.signIn('tecnico', { phone: true });
  const two = await demo.signIn('tecnico2', { phone: true });
  const { visitId } = await demo.freeVisit();
  const cards = [one, two].map(({ page }) => page.locator(`li[data-visit-id="${visitId}"]`));
  for (const { page } of [one, two]) await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  for (const card of cards) await expect(card).toBeVisible({ timeout: limit(5_000) });

  // Neither command leaves before both have pressed: else the card of the slower one may be gone under the finger.
  let pressed = 0;
  let letGo = () => {};
  const bothPressed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  for (const { page } of [one, two])
    await page.route(
      (url) => url.pathname.includes('/do/'),
      async (route) => {
        if (++pressed === 2) letGo();
        await bothPressed;
        await route.continue();
      },
    );
  await Promise.all(cards.map((card) => card.getByRole('button', { name: 'Tomar' }).click()));

  const said = (page: typeof one.page) =>
    page.getByText(/Tomaste la visita\.|No se pudo asignar: La visita ya está asignada a otro técnico\./);
  // Each as it comes: a notice stands for five seconds, which the other one's may take.
  const texts = (await Promise.all([one, two].map(({ page }) => said(page).textContent()))).sort();
  expect(texts[0]).toMatch(/^No se pudo asignar/);
  expect(texts[1]).toBe('Tomaste la visita.');
  // The technician who lost it no longer sees it on offer.
  for (const card of cards) await expect(card.getByRole('button', { name: 'Tomar' })).toHaveCount(0);
  for (const username of ['tecnico', 'tecnico2']) await putBack(await demo.api(username), visitId);
});

test('a double tap sends one command', async ({ demo }) => {
  const { page } = await demo.signIn('tecnico', { phone: true });
  const { visitId } = await demo.freeVisit();
  await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  const sent: string[] = [];
  page.on('request', (each) => each.url().includes('/do/') && sent.push(each.url()));
  await page.locator(`li[data-visit-id="${visitId}"]`).getByRole('button', { name: 'Tomar' }).dblclick();
  await expect(page.getByText('Tomaste la visita.')).toBeVisible();
  expect(sent).toHaveLength(1);
  await putBack(await demo.api('tecnico'), visitId);
});
