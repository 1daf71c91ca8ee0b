import { expect } from '../people.ts';
import { test } from '../record.ts';

// S2 §8 'Login', S1 §8 'Session check' and 'Profile call failure'.

test('too many wrong passwords: the spec’s text under the form, and the button is there again', async ({
  demo,
  record,
  request,
}) => {
  const username = `nadie-${Date.now() % 1_000_000}`;
  // So that no other user of this address has to wait for it.
  record.afterwards(() => record.sql`delete from login_attempts`);
  for (let tries = 0; tries < 10; tries++)
    await request.post('/v1/user/login', { data: { username, password: 'no es esta' } });
  const { page } = await demo.open();
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña').fill('no es esta');
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Demasiados intentos, por favor pruebe dentro de unos minutos',
  );
  await expect(page.getByRole('button', { name: 'Ingresar' })).toBeEnabled();
  await expect(page.getByLabel('Usuario')).toHaveValue(username);
});

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('a login without an answer says so, and keeps what was typed', async ({ demo }) => {
    const { page, context } = await demo.open();
    await page.goto('/login');
    await page.getByLabel('Usuario').fill('sac');
    await page.getByLabel('Contraseña').fill('agenda-demo');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'No se pudo obtener respuesta del servidor. Intentá de nuevo.',
    );
    await expect(page.getByLabel('Usuario')).toHaveValue('sac');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await expect(page).toHaveURL(/\/calendario/);
  });
});

test('a session that was ended elsewhere: the check answers 400, the screens lead to the login, and it is cleared', async ({
  demo,
  request,
}) => {
  const session = async (from: Awaited<ReturnType<typeof demo.signIn>>) =>
    (await from.context.cookies()).find(({ httpOnly, value }) => httpOnly && value !== '');
  for (const path of ['/', '/profile']) {
    const sac = await demo.signIn('sac');
    // No open screen that would go to the login by itself.
    await sac.page.goto('about:blank');
    const headers = { authorization: `Bearer ${(await session(sac))!.value}` };
    expect((await request.post('/v1', { headers })).status()).toBe(200);
    expect((await request.post('/v1/user/logout', { headers, data: {} })).status()).toBe(200);
    expect((await request.post('/v1', { headers })).status()).toBe(400);
    await sac.page.goto(path);
    await expect(sac.page).toHaveURL(/\/login$/);
    expect(await session(sac)).toBeUndefined();
  }
});
