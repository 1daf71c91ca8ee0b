import { expect, test } from '../people.ts';

test('each account lands on its own view', async ({ demo }) => {
  const views: Record<string, RegExp> = {
    jefe: /\/jefetec/,
    sac: /\/calendario/,
    tecnico: /\/tecnico/,
    nuevo: /\/jefetec/,
  };
  for (const [username, path] of Object.entries(views)) {
    const { page } = await demo.signIn(username);
    await expect(page).toHaveURL(path);
  }
});

test('a wrong password says so under the form, keeps the name, and lets try again', async ({ demo }) => {
  const { page } = await demo.open();
  await page.goto('/login');
  await page.getByLabel('Usuario').fill('jefe');
  await page.getByLabel('Contraseña').fill('no es esta');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos.');
  await expect(page.getByLabel('Usuario')).toHaveValue('jefe');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeEnabled();
});

test('while it waits the button says Espere... and takes no second press', async ({ demo }) => {
  const { page } = await demo.open();
  await page.goto('/login');
  const waiting = page.getByRole('button', { name: 'Espere...' });
  let sent = 0;
  await page.route('**/login**', async (route) => {
    if (route.request().method() === 'POST') {
      sent++;
      await expect(waiting).toBeDisabled();
      await waiting.click({ force: true });
    }
    await route.continue();
  });
  await page.getByLabel('Usuario').fill('sac');
  await page.getByLabel('Contraseña').fill('agenda-demo');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/calendario/);
  expect(sent).toBe(1);
});

test('without a session every protected path goes to the login; signing out ends it', async ({ demo }) => {
  const { page } = await demo.open();
  for (const path of [
    '/',
    '/jefetec',
    '/tecnico',
    '/calendario',
    '/visit/view/1/jefetec',
    '/setup',
    '/reports',
    '/profile',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
  }
  const sac = await demo.signIn('sac');
  await sac.page.getByRole('button', { name: /Menú de usuario/ }).click();
  await sac.page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  await expect(sac.page).toHaveURL(/\/login$/);
  await sac.page.goto('/calendario');
  await expect(sac.page).toHaveURL(/\/login$/);
});

test('the login that follows signing out comes once, and keeps what is typed into it', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  await expect(page.getByText('En vivo').first()).toBeVisible();
  // Slow, so that the server has closed the connection of the ended session while the board still shows.
  await page.route(/\/login/, async (route) => {
    await new Promise((held) => setTimeout(held, 4_000));
    await route.continue();
  });
  const documents: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
  await page.getByRole('button', { name: /Menú de usuario/ }).click();
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
  const name = page.getByLabel('Usuario', { exact: true });
  await name.fill('otro');
  await page.waitForTimeout(1_500);
  await expect(name).toHaveValue('otro');
  expect(documents).toEqual([]);
});
