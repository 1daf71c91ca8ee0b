import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import {
  card,
  cardButton,
  forgetAnswers,
  keptOnPhone,
  namesOf,
  ownVisits,
  pendingOpener,
  picture,
  timelineOf,
} from '../../support/browser/phone.ts';
import { problems } from '../../support/browser/violations.ts';
import { expect } from '../people.ts';
import { test } from '../record.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

// Closing without a signal (contract §8) where the form of the visit could not be fetched, once or at all.

test.use({ cutsNetwork: true });

const closingForm = (page: Page) => page.getByRole('dialog', { name: 'Cerrar visita' });
const noItems = /^Sin señal no se sabe si esta OT ya tiene materiales o mano de obra/;

/** The phone was ready on another day: nothing of it is under way any more. */
async function openedBefore(page: Page) {
  await expect(page.getByText('Listo para trabajar sin señal', { exact: true })).toBeVisible({
    timeout: limit(30_000),
  });
}

test('forms that could not be fetched when the app was opened are fetched in twelve seconds of signal, and every visit can be closed', async ({
  demo,
  record,
}) => {
  const ids = await ownVisits(demo, record, 'tecnico', 3);
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  for (const id of ids) await expect(card(page, id)).toBeVisible();
  await openedBefore(page);
  await context.setOffline(true);
  await forgetAnswers(page);
  await page.reload();
  await expect(card(page, ids[0]!)).toBeVisible();
  // The forms are asked for once the screen is there, and cannot be had.
  await page.waitForTimeout(5_000);
  expect(await keptOnPhone(page, 'answers')).toEqual([]);

  await context.setOffline(false);
  await page.waitForTimeout(12_000);
  await context.setOffline(true);
  for (const id of ids) {
    await cardButton(page, id, 'Voy en camino').click();
    await page.getByRole('region', { name: 'En camino' }).getByRole('button', { name: 'Llegué' }).click();
    await page
      .getByRole('region', { name: 'En el domicilio' })
      .getByRole('button', { name: 'Cerrar visita' })
      .click();
    const form = closingForm(page);
    await form.getByLabel('Tipo de reparación').selectOption({ index: 1 });
    await expect(form.getByText(noItems)).toHaveCount(0);
    await form.getByRole('button', { name: 'Cerrar visita' }).click();
    await expect(form).toBeHidden();
  }
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (9)');
  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden({ timeout: limit(30_000) });
  for (const id of ids) expect((await namesOf(demo, id)).at(-1)).toBe('visit.finished');
});

test('a visit whose form was never fetched is closed with the kept reasons, a note, a signature and a photo', async ({
  demo,
  record,
}) => {
  const [mine] = (await ownVisits(demo, record, 'tecnico', 1)) as [number];
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await expect(card(page, mine)).toBeVisible();
  await openedBefore(page);
  await context.setOffline(true);
  await forgetAnswers(page, ['/board/closing']);
  await page.reload();
  await cardButton(page, mine, 'Voy en camino').click();
  await page
    .getByRole('region', { name: 'En camino' })
    .getByRole('button', { name: 'Cerrar visita' })
    .click();
  const form = closingForm(page);
  await form.getByLabel('Tipo de reparación').selectOption({ index: 1 });
  await form.getByLabel('Notas').fill('Usé 12 m de cable');
  await expect(form.getByText(noItems)).toBeVisible();
  await expect(form.getByLabel('Agregar material')).toHaveCount(0);
  const pad = form.getByRole('img', { name: 'Firmá con el dedo dentro del recuadro' });
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 60, { steps: 6 });
  await page.mouse.up();
  await form.getByLabel('Aclaración').fill('Rosa Dueña');
  await form.locator('input[type=file]').setInputFiles(await picture('uno'));
  await expect(form.getByText('pendiente de envío')).toHaveCount(1);
  expect(await problems(page, '')).toEqual([]);
  await form.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(page.getByText('Sin señal: el cierre quedó pendiente de envío.').last()).toBeVisible();
  await expect(form).toBeHidden();
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (3)');

  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden({ timeout: limit(30_000) });
  expect((await timelineOf(demo, mine)).map(({ name }) => name)).toEqual([
    'visit.taken',
    'visit.on_the_way',
    'visit.finished',
    'visit.photographed',
  ]);
  const { data } = await demo.jefe<object>('visit/get/by_number', { visit_id: mine });
  expect(data).toMatchObject({ signature_name: 'Rosa Dueña', extra_comments: 'Usé 12 m de cable' });
});
