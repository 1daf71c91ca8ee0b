import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '../people.ts';

// The API's page (contract §3): read, and tried out, from our own files under the policy of every page.

test('the document of the API is read and tried out in the browser', async ({ demo, request }) => {
  const login = await request.post('/v1/user/login', { data: { username: 'jefe', password: 'agenda-demo' } });
  const { token } = (await login.json()).data;
  const { page } = await demo.open();
  await page.goto('/v1/docs');
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByRole('textbox', { name: 'auth-bearer-value' }).fill(token);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Accounts' }).click();
  await page.getByText('/v1/user/permissions').click();
  await page.getByRole('button', { name: 'Try it out' }).click();
  await page.getByRole('button', { name: 'Execute' }).click();
  await expect(page.locator('.live-responses-table .response-col_status').getByText('200')).toBeVisible();
  await expect(page.locator('.live-responses-table')).toContainText('can_create_visit');
});

test('the document can be read on a phone in the dark', async ({ demo }) => {
  const { page } = await demo.open({ phone: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/v1/docs');
  await expect(page.getByRole('heading', { name: /Agenda técnica/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reports' })).toBeVisible();
  const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(background).not.toBe('rgb(255, 255, 255)');
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.target}`)).toEqual([]);
});
