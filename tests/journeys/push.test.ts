import { limit } from '../gate/limits.mjs';
import { browserEvent, card, ownVisit } from '../support/browser/phone.ts';
import { problems } from '../support/browser/violations.ts';
import { startPushService } from '../support/fakes/push-service.ts';
import { expect } from './people.ts';
import { test } from './record.ts';

// Push messages on a technician's phone (contract §8): from the offer to the message that the phone shows. The browser
// of the tests has no push service of its own, so that one of ours stands in its place, as strict as the standard.

test('a technician switches push messages on, is notified of a cancelled visit, and switches them off', async ({
  demo,
  record,
}) => {
  const { visitId, call } = await ownVisit(demo, record);
  const key = (await call<{ public_key: string }>('user/push_key', {})).data.public_key;
  const service = await startPushService(key);
  const browser = service.subscribe();
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await context.grantPermissions(['notifications']);
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    let subscribed: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => subscribed,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const bytes = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
        const own = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer;
        subscribed = {
          endpoint,
          options: { applicationServerKey: own },
          toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
          unsubscribe: async () => {
            subscribed = null;
            return true;
          },
        };
        return subscribed;
      },
    });
  }, browser);
  await page.goto('/tecnico');
  await expect(card(page, visitId)).toBeVisible();
  await page.getByRole('button', { name: 'Sí, avisarme' }).click();
  await expect(page.getByText('Este teléfono te va a avisar.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sí, avisarme' })).toBeHidden();
  await demo.cancelVisit(visitId);
  await expect.poll(() => browser.received, { timeout: limit(15_000) }).toHaveLength(1);
  const [message] = browser.received;
  expect(message).toMatchObject({
    title: 'Se canceló una visita tuya',
    url: `/visit/view/${visitId}/default`,
  });
  expect(service.wrong).toEqual([]);

  // The phone shows it.
  await browserEvent(page, (registrationId, origin) => [
    'ServiceWorker.deliverPushMessage',
    { origin, registrationId, data: JSON.stringify(message) },
  ]);
  const shown = () =>
    page.evaluate(async () =>
      (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body }) => ({
        title,
        body,
      })),
    );
  await expect.poll(shown).toEqual([{ title: message!.title, body: message!.body }]);

  await page.goto('/profile');
  const onThisPhone = page.getByRole('switch', { name: 'Avisarme en este teléfono' });
  await expect(onThisPhone).toBeChecked();
  expect(await problems(page, '')).toEqual([]);
  // Another page of the browser that the test made knows no subscription yet; the real one would.
  await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).pushManager.subscribe({ applicationServerKey: 'AAAA' }),
  );
  await onThisPhone.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Este teléfono ya no te avisa.')).toBeVisible();
  await expect(onThisPhone).not.toBeChecked();
  const left = await record.sql`select 1 from push_subscriptions where endpoint = ${browser.endpoint}`;
  expect(left.length).toBe(0);
  await page.goto('/tecnico');
  await expect(page.getByRole('tab', { name: /Mis visitas/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sí, avisarme' })).toBeHidden();
  await service.close();
});
