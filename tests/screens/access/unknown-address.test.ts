import { expect, test } from '../people.ts';

// An address that is no screen, and one that fails, leave a signed-in user with the ways on.

const title = 'No encontramos esa página';
const unknown = ['/nada', '/setup/nada', '/visit/view/1/nada/mas/aun', '/reports/a/b'];

test('an address that is no screen is a 404 for everybody, however it is asked for', async ({
  demo,
  request,
}) => {
  const { context } = await demo.signedIn('sac');
  for (const path of unknown)
    for (const asked of [path, `${path}.data`, `${path}.data?_routes=routes%2Fnot-found%2Froute`])
      for (const asker of [request, context.request]) {
        const answer = await asker.get(asked, { maxRedirects: 0 });
        expect([asked, answer.status()]).toEqual([asked, 404]);
      }
});

test('it stands inside the frame for who is signed in, and without it for who is not', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/nada' });
  await expect(page.getByRole('main').getByText(title)).toBeVisible();
  await expect(page).toHaveTitle(/^No encontramos esa página/);
  await expect(page.getByRole('button', { name: /Carolina Benítez/ })).toBeVisible();
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).toHaveURL(/\/jefetec/);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  const { page: visitor } = await demo.open();
  await visitor.goto('/nada');
  await expect(visitor.getByRole('heading', { name: title })).toBeVisible();
  await expect(visitor.getByRole('banner')).toHaveCount(0);
  // Nothing of who is signed in is asked of a visitor who is not.
  await expect(visitor).toHaveURL(/\/nada$/);
});

test('a screen that is refused keeps the frame, and its text stands in the middle', async ({ demo }) => {
  const { page } = await demo.signedIn('sac');
  for (const path of ['/subsidiaries/edit', '/users', '/reports']) {
    await page.goto(path);
    const said = page
      .getByRole('main')
      .getByText(/No pose|permiso/)
      .first();
    await expect(said).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    const box = (await said.boundingBox())!;
    expect(Math.abs(box.x + box.width / 2 - 683), path).toBeLessThan(12);
  }
});

test('so does one that has no words of its own for a refusal', async ({ demo }) => {
  const { page } = await demo.signedIn('nuevo', { at: '/mailbox' });
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toContainText('No posee permisos para consultar OTs');
  await expect(page.getByRole('banner')).toBeVisible();
  await main.getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).not.toHaveURL(/mailbox/);
  await expect(main.getByRole('alert')).not.toContainText('consultar OTs');
});
