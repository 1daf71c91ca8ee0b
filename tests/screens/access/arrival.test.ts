import { card, cardButton, ownVisit, pendingOpener } from '../../support/browser/phone.ts';
import { problems } from '../../support/browser/violations.ts';
import { expect } from '../people.ts';
import { test } from '../record.ts';

test.use({ cutsNetwork: true });

test('a technician proves the visit without a signal: the arrival, its place and the calls reach the dispatcher', async ({
  demo,
  record,
}) => {
  const { visitId, call } = await ownVisit(demo, record);
  await call('visit/set_on_the_way', { visit_id: visitId, send_notification: false });
  const jefe = await demo.signedIn('jefe', { at: `/visit/view/${visitId}/jefetec` });
  // The state, which the history below names too.
  const state = jefe.page.getByRole('button', { name: /^Cambiar el estado/ });
  await expect(state).toHaveText(/En camino$/);

  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: -33.8912, longitude: -60.5725, accuracy: 14 });
  await expect(card(page, visitId)).toBeVisible();
  await context.setOffline(true);
  await cardButton(page, visitId, 'Llegué').click();
  await expect(card(page, visitId)).toContainText('En el domicilio');
  await expect(card(page, visitId)).toContainText('pendiente de envío');
  await expect(page.getByRole('region', { name: 'En el domicilio' })).toBeVisible();
  const telephone = card(page, visitId).getByRole('link', { name: /^Llamar/ });
  // Chromium would leave the page for a telephone that is not there.
  await telephone.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await telephone.click();
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (2)');
  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden();

  const proof = jefe.page.getByRole('region', { name: 'Prueba de visita' });
  await expect(proof).toContainText(/Llegó a las\d\d:\d\d/);
  await expect(proof).toContainText(/Llamadas al cliente1 \(\d\d:\d\d\)/);
  await expect(proof.getByRole('link', { name: 'Ver en el mapa (±14 m)' })).toHaveAttribute(
    'href',
    /query=-33\.8912,-60\.5725$/,
  );
  await expect(state).toHaveText(/En el domicilio$/);
});

test('a technician who runs late says it in one press: the board and the next visits show it', async ({
  demo,
  record,
}) => {
  const { visitId } = await ownVisit(demo, record);
  const jefe = await demo.signedIn('jefe', { at: `/visit/view/${visitId}/jefetec` });
  const { page } = await demo.signIn('tecnico', { phone: true });
  await page.getByRole('button', { name: 'Voy atrasado' }).click();
  const choice = page.getByRole('dialog', { name: 'Voy atrasado' });
  await expect(choice).toBeVisible();
  expect(await problems(page, 'Voy atrasado')).toEqual([]);
  await choice.getByRole('button', { name: '30 minutos' }).click();
  await expect(choice).toBeHidden();
  await expect(card(page, visitId)).toContainText('Avisaste que vas 30 min atrasado');
  await expect(jefe.page.getByText('El técnico avisó que va 30 min atrasado', { exact: true })).toBeVisible();
});
