import { expect, test } from './people.ts';

// 'Colas de trabajo': the workers' queues, for who administers the installation (docs/operations/watching.md).

test('an administrator sees the queues and what became of each job, without asking anybody outside', async ({
  demo,
  baseURL,
  complaints,
}) => {
  const { page } = await demo.signedIn('jefe');
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL!) && !request.url().startsWith('data:'))
      elsewhere.push(request.url());
  });
  await page.goto('/setup');
  await page.getByRole('region', { name: 'Administración' }).getByText('Colas de trabajo').click();
  await page.waitForURL('**/queues/**');
  await expect(page).toHaveTitle('Colas de trabajo');
  await page
    .getByRole('link', { name: /reactions/i })
    .first()
    .click();
  await page.waitForURL('**/queues/queue/reactions**');
  await expect(page.getByRole('link', { name: /^completad[ao]s/i })).toBeVisible();
  expect(elsewhere).toEqual([]);
  // The way back stands in the last menu of its header.
  await page.locator('header ul li').last().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Volver a Agenda técnica' }).click();
  await page.waitForURL('**/setup');
  // Bull Board fetches ahead what its other pages need: the browser's remark about that, and nothing else.
  const own = complaints.filter((text) => !/was preloaded using link preload but not used/.test(text));
  complaints.splice(0, complaints.length, ...own);
});

test('customer service is shown no such card, and refused at its address', async ({ demo }) => {
  const { page } = await demo.signedIn('sac', { at: '/setup' });
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(page.getByText('Colas de trabajo')).toHaveCount(0);
  const answer = await page.goto('/queues/');
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole('alert')).toHaveText('No poseés permisos para realizar esta acción');
});
