import type { Page } from '@playwright/test';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, fillInLogin, test } from '../people.ts';

// Saved views: a named set of view, operations, filters and grouping, opened again by a press, by its link, or first.

type View = { id: string; name: string; path: string };

async function forgetViews(demo: Demo): Promise<void> {
  for (const username of ['jefe', 'sac', 'otro']) {
    const call = await demo.api(username);
    for (const { id } of (await call<View[]>('views')).data) await call('views/delete', { id });
  }
}
// Each test's board opens as it is at first.
test.beforeEach(({ demo }) => forgetViews(demo));

const menu = (page: Page) =>
  page.locator('button', { hasText: /^Vistas$/ }).or(page.locator('button[data-view]'));
const item = (page: Page, name: string | RegExp) =>
  page.getByRole('menuitem', { name, exact: typeof name === 'string' });
const params = (page: Page) => new URL(page.url()).searchParams;

async function choose(page: Page, name: string | RegExp) {
  await menu(page).click();
  await item(page, name).click();
}
async function save(page: Page, name: string, isDefault = false) {
  await choose(page, /^Guardar (lo que ves|como vista nueva)…$/);
  const dialog = page.getByRole('dialog', { name: 'Guardar la vista' });
  await dialog.getByLabel('Nombre').fill(name);
  if (isDefault) await dialog.getByLabel('Abrir el tablero con esta vista').check();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(menu(page)).toHaveAccessibleName(`Vistas: «${name}»`);
}

test('what the board shows is saved under a name, changed, saved over, opened again and deleted', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}&vista=dia&grupo=zona` });
  await save(page, 'Mañana por zonas');
  const id = params(page).get('guardada');

  // Another filter: it was changed, and the name of the view says so.
  await page.getByText('Semana', { exact: true }).click();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mañana por zonas», modificada');
  await expect(menu(page)).toContainText('· modificada');
  await page.reload();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mañana por zonas», modificada');
  await choose(page, 'Mañana por zonas');
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mañana por zonas»');
  expect([params(page).get('vista'), params(page).get('grupo')]).toEqual(['dia', 'zona']);

  // A day of another week is no change: a view is about today.
  await page.getByRole('button', { name: 'Día siguiente' }).click();
  await expect.poll(() => params(page).get('dia')).not.toBeNull();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mañana por zonas»');

  await page.getByText('Mapa', { exact: true }).click();
  await choose(page, 'Guardar los cambios en «Mañana por zonas»');
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mañana por zonas»');
  expect(params(page).get('guardada')).toBe(id);

  await choose(page, 'Cambiar el nombre…');
  const dialog = page.getByRole('dialog', { name: 'Cambiar el nombre de la vista' });
  await dialog.getByLabel('Nombre').fill('Mapa de la mañana');
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mapa de la mañana»');

  // The palette knows it, from any screen.
  await page.goto('/profile');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('mapa de la');
  await page.getByRole('option', { name: 'Mapa de la mañana' }).click();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mapa de la mañana»');
  expect(params(page).get('vista')).toBe('mapa');

  await choose(page, 'Eliminar…');
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(menu(page)).toHaveText('Vistas');
  await menu(page).click();
  await expect(item(page, /^Guardar lo que ves/)).toBeVisible();
  await expect(item(page, /Mapa de la mañana/)).toHaveCount(0);
  await page.goto(`/vistas/${id}`);
  await expect(page.getByText('Esa vista ya no está')).toBeVisible();
  await page.getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).toHaveURL(/\/jefetec/);
});

test('the board opens with the default view, and as it was left once there is none', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  await page.goto(`/jefetec?op=${demo.operation}&modo=prioridad`);
  await save(page, 'De entrada', true);
  // As it was left last: without a mode.
  await demo.jefe('user/preferences', { jefetec: `op=${demo.operation}` });
  await page.goto('/setup');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('tablero');
  await page.getByRole('option', { name: 'Tablero de la semana' }).click();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «De entrada»');
  expect(params(page).get('modo')).toBe('prioridad');
  await page.goto('/');
  await expect(menu(page)).toHaveAccessibleName('Vistas: «De entrada»');

  await choose(page, 'Dejar de usar como predeterminada');
  await expect(page.getByText('El tablero se abre como lo dejaste la última vez.')).toBeVisible();
  await page.goto('/');
  await expect(menu(page)).toHaveText('Vistas');
  // A look at a view is not what is remembered.
  expect(params(page).get('modo')).toBeNull();
});

test('a name that is empty, too long or taken is refused at its field, and nothing changes', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await save(page, 'Tarde');
  await choose(page, 'Guardar como vista nueva…');
  const dialog = page.getByRole('dialog', { name: 'Guardar la vista' });
  const field = dialog.getByLabel('Nombre');
  for (const name of ['', 'x', 'x'.repeat(41)]) {
    await field.fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('El nombre de la vista lleva de 2 a 40 caracteres.')).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill('TARDE');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Ya tenés una vista con ese nombre.')).toBeVisible();
  const jefe = await demo.api('jefe');
  expect((await jefe<View[]>('views')).data.map(({ name }) => name)).toEqual(['Tarde']);
  await dialog.getByRole('button', { name: 'Reemplazar «Tarde»' }).click();
  await expect(dialog).toBeHidden();
  expect((await jefe<View[]>('views')).data).toHaveLength(1);

  for (let n = 2; n <= 30; n++)
    await jefe('views/edit', { name: `Vista ${n}`, board: 'jefetec', search: `op=${demo.operation}` });
  await page.reload();
  await choose(page, 'Guardar como vista nueva…');
  await field.fill('Una de más');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Ya tenés 30 vistas, que es el máximo: eliminá una para guardar otra.',
  );
});

test('a link opens the view for another user without what is not theirs, says so, and is kept by them', async ({
  demo,
}) => {
  const operations = (await demo.profileOf('jefe')).subsidiaries.map(({ subsidiary_id }) => subsidiary_id);
  const theirs = (await demo.profileOf('otro')).subsidiaries.map(({ subsidiary_id }) => subsidiary_id)[0]!;
  const other = operations.find((code) => code !== theirs)!;
  const jefe = await demo.api('jefe');
  const { data: view } = await jefe<View>('views/edit', {
    name: 'Dos a la vez',
    board: 'jefetec',
    search: `op=${operations.includes(theirs) ? `${other},${theirs}` : other}&solo=demoradas&zona=1`,
  });
  const { page } = await demo.signedIn('otro', { at: view.path });
  await expect(
    page.getByText(
      `La vista «Dos a la vez» incluye una operación que no tenés asignada: ${other}; se abre sin ella.`,
    ),
  ).toBeVisible();
  expect(params(page).get('op') ?? theirs).toBe(theirs);
  expect([params(page).get('solo'), params(page).get('zona')]).toEqual(['demoradas', null]);
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Dos a la vez»');
  const name = (await demo.profileOf('jefe')).subsidiaries.find(
    ({ subsidiary_id }) => subsidiary_id === other,
  ) as unknown as { name?: string; subsidiary_name?: string };
  const named = name.name ?? name.subsidiary_name;
  if (named) await expect(page.locator('#main')).not.toContainText(named);
  await page.getByRole('button', { name: 'Entendido' }).click();
  await expect(page.getByText(/se abre sin ella/)).toBeHidden();

  await choose(page, 'Guardar en mis vistas…');
  const dialog = page.getByRole('dialog', { name: 'Guardar en mis vistas' });
  await expect(dialog.getByLabel('Nombre')).toHaveValue('Dos a la vez');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const otro = await demo.api('otro');
  await expect
    .poll(async () => (await otro<View[]>('views')).data.map((one) => one.name))
    .toEqual(['Dos a la vez']);
  // One's own, complete: nothing is left out of it.
  await page.reload();
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Dos a la vez»');
  await expect(page.getByRole('button', { name: 'Entendido' })).toHaveCount(0);
});

test('a view of the dispatcher’s board opens for SAC on the calendar, by keyboard, on a desktop and a phone', async ({
  demo,
}) => {
  const shared = (await demo.profileOf('sac')).subsidiaries[0]!.subsidiary_id;
  const jefe = await demo.api('jefe');
  const { data: view } = await jefe<View>('views/edit', {
    name: 'Con zonas',
    board: 'jefetec',
    search: `op=${shared}&vista=dia&grupo=zona&solo=demoradas`,
  });
  const { page } = await demo.signedIn('sac', { at: view.path });
  await expect(page).toHaveURL(/\/calendario\?/);
  expect([params(page).get('vista'), params(page).get('solo')]).toEqual([null, 'demoradas']);
  await expect(page.getByText(/es del tablero del jefe técnico/)).toBeVisible();

  await page.goto(`/calendario?op=${shared}`);
  await menu(page).focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Guardar lo que ves…')).toBeVisible();
  await expect(item(page, 'Guardar lo que ves…')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Nombre')).toBeFocused();
  await page.keyboard.type('Mi calendario');
  await page.keyboard.press('Enter');
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Mi calendario»');

  const found: string[] = [];
  for (const size of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.reload();
      await menu(page).click();
      await expect(item(page, 'Copiar enlace')).toBeVisible();
      found.push(...(await problems(page, `menu ${size.width} ${colorScheme}`)));
      await item(page, 'Guardar como vista nueva…').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      found.push(...(await problems(page, `dialog ${size.width} ${colorScheme}`)));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  expect(found).toEqual([]);
});

test('a link that is no view’s says so and leads back', async ({ demo }) => {
  const { page } = await demo.signedIn('sac');
  for (const id of ['AAAAAAAAAAAAAAAAAAAAAA', '__proto__', 'x'.repeat(5_000)]) {
    await page.goto(`/vistas/${id}`);
    await expect(page.getByText('Esa vista ya no está')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Ir al inicio' }).click();
  await expect(page).toHaveURL(/\/calendario/);
});

test('a link opens after the sign-in that it asks for, and the wall does too', async ({ demo }) => {
  const jefe = await demo.api('jefe');
  const { data: view } = await jefe<View>('views/edit', {
    name: 'Después de ingresar',
    board: 'jefetec',
    search: `op=${demo.operation}&modo=prioridad`,
  });
  const { page } = await demo.open();
  await page.goto(view.path);
  await fillInLogin(page, 'jefe', 'agenda-demo');
  await expect(menu(page)).toHaveAccessibleName('Vistas: «Después de ingresar»');
  const { page: screen } = await demo.open();
  await screen.goto(`/pizarra?op=${demo.operation}&segundos=30`);
  await fillInLogin(screen, 'sac', 'agenda-demo');
  await expect(screen.locator('[data-figure]').first()).toBeVisible();
});
