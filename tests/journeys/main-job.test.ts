import { limit } from '../gate/limits.mjs';
import { choose, markLoaded, staysLoaded } from '../support/browser/forms.ts';
import { expect, test } from './people.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

test.setTimeout(limit(150_000));

test('a visit goes from the pending list to the customer’s house while every board turns by itself', async ({
  demo,
}) => {
  const jefe = await demo.signedIn('jefe');
  const sac = await demo.signedIn('sac');
  const tecnico = await demo.signIn('tecnico', { phone: true });
  await sac.page.goto(`/calendario?op=${demo.operation}`);
  await jefe.page.goto(`/jefetec?op=${demo.operation}&sinvisita=1`);
  for (const { page } of [jefe, sac]) {
    await expect(page.locator('[data-visit-id]').first()).toBeVisible();
    await markLoaded(page);
  }

  // The dispatcher picks a pending order and generates its visit.
  const { ot_number: orderNumber } = await demo.orderWithoutVisit();
  await jefe.page.locator(`[data-order="${orderNumber}"]`).click();
  const dialog = jefe.page.getByRole('dialog');
  await expect(dialog.getByText(`Orden ${orderNumber} |`)).toBeVisible();
  await dialog.getByRole('link', { name: 'Generar Visita' }).click();
  await expect(jefe.page.getByRole('heading', { name: 'Generar visita técnica' })).toBeVisible();
  await jefe.page.getByLabel('Notas para el técnico').fill('Tocar timbre dos veces');
  const slot = await demo.slotNotOver();
  await demo.makeRoom(slot);
  await choose(jefe.page, 'Franja horaria', slot.name);
  await jefe.page.getByRole('button', { name: 'Crear visita' }).click();
  await expect(jefe.page.getByText('Se generó correctamente la visita!')).toBeVisible();
  await jefe.page.waitForURL(/\/jefetec/);
  await jefe.page.goto(`/jefetec?op=${demo.operation}`);
  await markLoaded(jefe.page);

  // It appears on every open board.
  const onBoard = (page: typeof jefe.page) =>
    // The order may have had visits before.
    page.locator(
      `a[data-visit-id][aria-label*="OT ${orderNumber}"]:not([data-status="rescheduled"], [data-status="cancelled"])`,
    );
  await expect(onBoard(sac.page)).toHaveAttribute('data-status', 'pending', { timeout: limit(5_000) });
  await expect(onBoard(jefe.page)).toHaveAttribute('data-status', 'pending');
  const visitId = Number(await onBoard(jefe.page).getAttribute('data-visit-id'));

  // The technician takes it, and sets out.
  await tecnico.page.getByRole('tab', { name: /Visitas para tomar/ }).click();
  const inHand = tecnico.page.locator(`li[data-visit-id="${visitId}"]`);
  await inHand.getByRole('button', { name: 'Tomar' }).click();
  await expect(onBoard(jefe.page)).toHaveAttribute('data-status', 'assigned', { timeout: limit(5_000) });
  await tecnico.page.getByRole('tab', { name: /Mis visitas/ }).click();
  await expect(inHand).toContainText('Tocar timbre dos veces');
  await inHand.getByRole('button', { name: 'Voy en camino' }).click();
  for (const { page } of [jefe, sac])
    await expect(onBoard(page)).toHaveAttribute('data-status', 'onTheWay', { timeout: limit(5_000) });

  // The customer is notified, and the visit says so.
  const detail = await jefe.context.newPage();
  await detail.goto(`/visit/view/${visitId}/jefetec`);
  const notice = detail.locator('[data-notice-state="sent"]', {
    hasText: 'Técnico en camino · Cliente avisado',
  });
  await expect(notice).toBeVisible({ timeout: limit(15_000) });
  await notice.getByRole('link', { name: 'Ver en el buzón de desarrollo' }).click();
  await detail.waitForURL(/#aviso-\d+$/);
  // Not the newest one: another visit may just have become late.
  const message = detail.locator(`article${new URL(detail.url()).hash}`);
  await expect(message).toContainText('camino');
  await expect(message).toBeInViewport();
  await detail.close();

  // The visit is closed with its evidence.
  await tecnico.page.getByRole('button', { name: 'Cerrar visita' }).last().click();
  const closing = tecnico.page.getByRole('dialog');
  await expect(closing.getByLabel('Estado de la visita')).toHaveValue('6');
  await closing.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(closing.getByText('Por favor seleccione un tipo de reparación de la lista')).toBeVisible();
  await closing.getByLabel('Tipo de reparación').selectOption({ index: 1 });
  await choose(closing, 'Agregar material', 0);
  await closing
    .getByRole('button', { name: /^Sumar/ })
    .first()
    .click();
  await choose(closing, 'Agregar tarea', 0);
  const pad = closing.getByRole('img', { name: /Firmá con el dedo/ });
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox())!;
  await tecnico.page.mouse.move(box.x + 40, box.y + 60);
  await tecnico.page.mouse.down();
  await tecnico.page.mouse.move(box.x + 140, box.y + 110, { steps: 6 });
  await tecnico.page.mouse.up();
  await closing.getByLabel('Aclaración').fill('Quien recibió');
  await closing.getByRole('button', { name: 'Cerrar visita' }).click();
  await expect(tecnico.page.getByText('La visita se cerró correctamente.')).toBeVisible();
  for (const { page } of [jefe, sac]) {
    await expect(onBoard(page)).toHaveAttribute('data-status', 'finished', { timeout: limit(5_000) });
    await staysLoaded(page);
  }

  // The order is fulfilled, and the evidence is there.
  const order = await demo.jefe<{ status_id: number; ot_type: number }>('visit/get/by_number', {
    visit_id: visitId,
  });
  expect(order.data).toMatchObject({
    finished: true,
    status: 'Concluida',
    materials: [{ amount: 2 }],
    labors: [{ amount: 1 }],
  });
  expect((order.data as unknown as { signature: string }).signature).toMatch(/^data:image\/png;base64,/);
  const detailOfOrder = await demo.jefe<{ status_id: number }>('order', {
    ot_type: order.data.ot_type,
    ot_number: orderNumber,
  });
  expect(detailOfOrder.data.status_id).toBe(3);
});
