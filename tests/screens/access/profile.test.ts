import sharp from 'sharp';
import { limit } from '../../gate/limits.mjs';
import { expect, fillInLogin, test } from '../people.ts';

test('one’s own picture, preferences and sessions', async ({ demo }) => {
  const { page } = await demo.signedIn('tecnico2');
  const elsewhere = await demo.signIn('tecnico2', { phone: true });
  await page.goto('/profile');
  await expect(page.getByText('tecnico2', { exact: true })).toBeVisible();
  await expect(page.getByText('Tipo de perfil')).toBeVisible();

  const choose = page.locator('input[type="file"]');
  await choose.setInputFiles({
    name: 'foto.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<html>no soy una imagen</html>'),
  });
  await expect(page.getByText('La imagen no se puede leer. Se aceptan PNG, JPEG y WebP.')).toBeVisible();
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#126387' } })
    .png()
    .toBuffer();
  await choose.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: photo });
  await expect(page.getByText('Tu foto fue actualizada.')).toBeVisible();
  const shown = page.getByRole('img', { name: 'Tu foto de perfil' });
  await expect(shown).toBeVisible();
  // There is the element before its picture has arrived.
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  await expect(page.locator('header img')).toBeVisible();
  await page.getByRole('button', { name: 'Quitar foto' }).click();
  await expect(shown).toBeHidden();

  await page.getByText('Oscuros').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByText('Compactas').click();
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');

  await expect(page.getByText('Esta sesión')).toHaveCount(1);
  const close = page.getByRole('button', { name: /Cerrar la sesión de/ });
  for (let left = await close.count(); left > 0; left--) {
    await close.first().click();
    await expect(close).toHaveCount(left - 1);
  }
  // The phone was one of them: it is shown the login.
  await elsewhere.page.waitForURL(/\/login/, { timeout: limit(15_000) });
});

test('the bot is linked by its identifier, and the subscription needs it', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/profile' });
  await expect(page.getByText(/Para vincular con un toque hace falta un bot/)).toBeVisible();
  const link = async (id: string) => {
    await page.getByLabel('Identificador').fill(id);
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  };
  await link('1234');
  await expect(page.getByText('El Identificador debe tener al menos 5 dígitos')).toBeVisible();
  await expect(page.getByLabel('Identificador')).toHaveValue('1234');
  await link('123456789');
  await expect(page.getByText('Esta instalación no tiene configurado el bot de Telegram.')).toBeVisible();
  const subscription = page.getByRole('switch', { name: /lo que hacen los técnicos/ });
  await expect(subscription).toBeVisible();
});

test('a password is changed with the current one, and the new one opens', async ({ demo }) => {
  const { page } = await demo.signedIn('nuevo', { at: '/profile' });
  const change = async (current: string, next: string, repeat = next) => {
    await page.getByLabel('Contraseña actual').fill(current);
    await page.getByLabel('Contraseña nueva', { exact: true }).fill(next);
    await page.getByLabel('Repetir la contraseña nueva').fill(repeat);
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click();
  };
  await change('agenda-demo', 'otra clave larga', 'otra clave corta');
  await expect(page.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await change('no es esta', 'otra clave larga');
  await expect(page.getByText('La contraseña actual no es correcta.')).toBeVisible();
  await change('agenda-demo', 'corta');
  await expect(page.getByText('La contraseña nueva debe tener al menos 12 caracteres.')).toBeVisible();
  await change('agenda-demo', 'otra clave larga');
  await expect(page.getByText(/Tu contraseña fue cambiada/)).toBeVisible();
  const { page: again } = await demo.open();
  await again.goto('/login');
  await fillInLogin(again, 'nuevo', 'otra clave larga');
  await again.waitForURL(/\/jefetec/);
});
