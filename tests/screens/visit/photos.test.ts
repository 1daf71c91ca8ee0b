import { readFileSync } from 'node:fs';
import { limit } from '../../gate/limits.mjs';
import {
  card,
  cardButton,
  keptOnPhone,
  ownVisit,
  pendingOpener,
  picture,
  timelineOf,
} from '../../support/browser/phone.ts';
import { problems } from '../../support/browser/violations.ts';
import { expect } from '../people.ts';
import { test } from '../record.ts';

// The photos of a visit, from the phone that takes them to the dispatcher who looks at them (contract §8).

test.use({ cutsNetwork: true });

test('photos taken without a signal outlive a restart and a cut, and arrive once each, after the closing', async ({
  demo,
  record,
}) => {
  test.setTimeout(limit(120_000));
  const { visitId, call } = await ownVisit(demo, record);
  await call('visit/set_on_the_way', { visit_id: visitId, send_notification: false });
  await call('visit/arrive', { visit_id: visitId });
  const jefe = await demo.signedIn('jefe', { at: `/visit/view/${visitId}/jefetec` });
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await expect
    .poll(() => keptOnPhone(page, 'answers'), { timeout: limit(30_000) })
    .toContain(`/board/closing/${visitId}`);
  await expect
    .poll(() => keptOnPhone(page, 'screens'), { timeout: limit(30_000) })
    .toContain(`/visit/view/${visitId}/default`);

  await context.setOffline(true);
  await cardButton(page, visitId, 'Cerrar visita').click();
  const form = page.getByRole('dialog', { name: 'Cerrar visita' });
  await form.locator('input[type=file]').setInputFiles([await picture('uno'), await picture('dos', 2_400)]);
  await expect(form.getByText('pendiente de envío')).toHaveCount(2);
  expect(await problems(page, '')).toEqual([]);
  await form.getByLabel('Tipo de reparación').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(form).toBeHidden();
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (3)');

  // The phone is restarted, and the signal that returns is lost again in the middle of the first photo.
  await page.close();
  const again = await context.newPage();
  const sent: string[] = [];
  await context.route('**/photos/pieces/*/*', async (route) => {
    const piece = route.request().url().split('/pieces/')[1]!;
    if (sent.length === 2) await context.setOffline(true);
    sent.push(piece);
    await route.continue().catch(() => {});
  });
  await again.goto('/tecnico');
  await expect(pendingOpener(again)).toHaveText('Pendientes de envío (3)');
  await context.setOffline(false);
  await expect.poll(() => sent.length, { timeout: limit(20_000) }).toBe(3);
  await expect(pendingOpener(again)).toHaveText('Pendientes de envío (2)');
  await context.setOffline(false);
  await expect(pendingOpener(again)).toBeHidden({ timeout: limit(40_000) });
  await expect
    .poll(async () => (await call<object[]>('visit/photos/list', { visit_id: visitId })).data)
    .toMatchObject({ photos: [{ width: 1_600 }, { width: 1_600 }] });
  const arrived = [...sent.slice(0, 2), ...sent.slice(3)];
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(new Set(sent.map((piece) => piece.split('/')[0])).size).toBe(2);

  const names = (await timelineOf(demo, visitId)).map(({ name }) => name);
  expect(names.slice(-3)).toEqual(['visit.finished', 'visit.photographed', 'visit.photographed']);

  // The dispatcher's page, open all along, shows them.
  const photos = jefe.page.getByRole('region', { name: 'Fotos' });
  await expect(photos.getByRole('img')).toHaveCount(2);
  await expect(jefe.page.getByRole('region', { name: 'Prueba de visita' })).toContainText('Fotos2');
  await photos.getByRole('button', { name: /^Foto 1,/ }).focus();
  await jefe.page.keyboard.press('Enter');
  const viewer = jefe.page.getByRole('dialog', { name: 'Foto 1 de 2' });
  await expect(viewer.getByRole('img', { name: /^Foto 1,/ })).toHaveJSProperty('naturalWidth', 1_600);
  expect(await problems(jefe.page, '')).toEqual([]);
  await jefe.page.keyboard.press('ArrowRight');
  await expect(jefe.page.getByRole('dialog', { name: 'Foto 2 de 2' })).toBeVisible();
  await jefe.page.keyboard.press('Escape');
  await expect(photos.getByRole('button', { name: /^Foto 2,/ })).toBeVisible();
  await expect(photos.getByText('Agregar fotos')).toBeHidden();
});

test('a photo that was sent stays in the closing form, first from the phone and then as the server has it', async ({
  demo,
  record,
}) => {
  const { visitId, call } = await ownVisit(demo, record);
  await call('visit/set_on_the_way', { visit_id: visitId, send_notification: false });
  const { page } = await demo.signIn('tecnico', { phone: true });
  await page
    .getByRole('region', { name: 'En camino' })
    .getByRole('button', { name: 'Cerrar visita' })
    .click();
  const form = page.getByRole('dialog', { name: 'Cerrar visita' });
  await expect(form.getByText('Agregar fotos')).toBeVisible();
  // What the form reads anew comes seconds after the photo was sent.
  await page.route(`**/board/closing/${visitId}`, async (route) => {
    await new Promise((done) => setTimeout(done, 4_000));
    // The journey may have ended: the phone reads it too, to keep it.
    await route.continue().catch(() => {});
  });
  await form.locator('input[type=file]').setInputFiles(await picture('uno'));
  const shown = form.getByRole('img', { name: /^Foto/ });
  await expect(shown).toHaveCount(1);
  await expect
    .poll(
      async () => (await call<{ photos: object[] }>('visit/photos/list', { visit_id: visitId })).data.photos,
    )
    .toHaveLength(1);
  for (const began = Date.now(); Date.now() - began < 3_000; ) expect(await shown.count()).toBe(1);
  await expect(form.getByRole('img', { name: 'Foto enviada' })).toBeVisible();
  expect(await problems(page, '')).toEqual([]);
  await expect(form.getByRole('button', { name: /^Foto 1,/ })).toBeVisible({ timeout: limit(10_000) });
  await expect(shown).toHaveCount(1);
});

test('a visit takes eight photos and no more, and what is no picture is said so', async ({
  demo,
  record,
}) => {
  const { visitId } = await ownVisit(demo, record);
  const { page } = await demo.signIn('tecnico', { phone: true });
  await card(page, visitId).getByRole('link', { name: /^OT/ }).click();
  const photos = page.getByRole('region', { name: 'Fotos' });
  const input = photos.locator('input[type=file]');
  await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no') });
  await expect(page.getByText('La foto no se puede leer. Se aceptan JPEG, PNG, WebP y HEIC.')).toBeVisible();
  const small = await Promise.all([...Array(9).keys()].map((n) => picture(`foto${n}`, 100 + n)));
  await input.setInputFiles(small);
  await expect(page.getByText('Se agregan 8 fotos: el máximo por visita es 8.')).toBeVisible();
  await expect(photos.getByRole('button', { name: /^Foto \d,/ })).toHaveCount(8, { timeout: limit(30_000) });
  await expect(photos.getByRole('button', { name: 'Ya hay 8 fotos' })).toBeDisabled();
});

test('a HEIC photo, which this browser cannot draw, is sent as it looks', async ({ demo, record }) => {
  const { visitId, call } = await ownVisit(demo, record);
  const { page } = await demo.signIn('tecnico', { phone: true });
  await card(page, visitId).getByRole('link', { name: /^OT/ }).click();
  const photos = page.getByRole('region', { name: 'Fotos' });
  const heic = readFileSync('tests/screens/visit/red-left-blue-right.heic');
  const input = photos.locator('input[type=file]');
  // Named as some phones name it, and broken off in the middle.
  await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: heic.subarray(0, 500) });
  await expect(page.getByText('La foto no se puede leer.')).toBeVisible();
  await input.setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: heic });
  await expect(photos.getByRole('button', { name: /^Foto 1,/ })).toBeVisible({ timeout: limit(30_000) });
  const listed = await call<{ photos: { id: number }[] }>('visit/photos/list', { visit_id: visitId });
  const colours = await page.evaluate(async (id) => {
    const image = await createImageBitmap(await (await fetch(`/photos/${id}`)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', {
      willReadFrequently: true,
    })!;
    canvas.drawImage(image, 0, 0);
    const at = (x: number) =>
      [...canvas.getImageData(x, image.height / 2, 1, 1).data].map((value) => value > 128);
    return { width: image.width, height: image.height, left: at(10), right: at(image.width - 10) };
  }, listed.data.photos[0]!.id);
  expect(colours).toEqual({
    ...{ width: 96, height: 64 },
    left: [true, false, false, true],
    right: [false, false, true, true],
  });
});
