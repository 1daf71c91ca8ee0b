import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, expect, fillInLogin, test } from '../people.ts';

test.setTimeout(limit(120_000));

const unique = (name: string) => `${name}${Date.now() % 1_000_000}`;

/** An account made by the dispatcher through the API, with its temporary password changed. */
async function person(demo: Demo, more: object = {}) {
  const username = unique('persona');
  const made = await demo.jefe<{ id: number; temporary_password: string }>('users/edit', {
    id: null,
    username,
    firstName: 'Lía',
    lastName: username,
    subsidiaries: ['114'],
    permissions: ['can_query_order'],
    ...more,
  });
  expect(made.diagnostic).toBe('');
  return { id: made.data.id, username, password: made.data.temporary_password };
}
async function signInAs(page: Page, username: string, password: string) {
  await page.goto('/login');
  await fillInLogin(page, username, password);
}
async function choosePassword(page: Page, current: string, next: string, repeat = next) {
  await page.getByLabel('Contraseña temporal').fill(current);
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(next);
  await page.getByLabel('Repetir la contraseña nueva').fill(repeat);
  await page.getByRole('button', { name: 'Guardar y entrar' }).click();
}

test('an administrator makes a technician, whose first sign-in asks for a password of their own', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/setup' });
  await page.getByRole('link', { name: /^Usuarios/ }).click();
  await page.getByRole('link', { name: 'Crear usuario' }).click();
  const form = page.getByRole('form', { name: 'Usuario nuevo' });
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  await expect(form.getByText('El usuario es obligatorio.')).toBeVisible();
  await expect(form.getByLabel('Nombre')).toBeFocused();
  const username = unique('lia.');
  await form.getByLabel('Nombre').fill('Lía');
  await form.getByLabel('Apellido').fill(username);
  await form.getByRole('textbox', { name: 'Usuario' }).fill(username);
  await form.getByLabel('Vista inicial').selectOption('index_tecnico');
  await form.getByText('Trabaja como técnico').click();
  await form.getByLabel('Agregar operación').selectOption('114');
  await form.getByLabel('Agregar operación').selectOption('127');
  await form.getByRole('button', { name: /^Subir .*127/ }).click();
  await expect(form.getByRole('list', { name: 'Operaciones' }).getByRole('listitem').first()).toContainText(
    '127',
  );
  await form.getByLabel('Cambiar de vista').check();
  await form.getByRole('button', { name: 'Crear usuario' }).click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`Contraseña temporal de Lía ${username}`) });
  const temporary = (await dialog.locator('[data-temporary-password]').textContent())!;
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await expect(page).toHaveURL(/\/users\/\d+$/);
  await expect(page.getByText(/Número de técnico: \d+/)).toBeVisible();
  await expect(page.getByText(/Tiene una contraseña temporal sin cambiar/)).toBeVisible();
  await expect(page.getByText(/^Cuenta creada/)).toBeVisible();
  await expect(page.getByText(temporary)).toHaveCount(0);

  const { page: own } = await demo.open();
  await signInAs(own, username, temporary);
  await expect(own).toHaveURL(/\/password$/);
  for (const path of ['/', '/tecnico', '/jefetec', '/profile', '/users', '/reports', '/login']) {
    await own.goto(path);
    await expect(own, path).toHaveURL(/\/password$/);
  }
  expect((await own.request.get('/board/week?operation=114')).status()).toBe(403);
  await choosePassword(own, temporary, 'una clave corta', 'otra');
  await expect(own.getByText('Las contraseñas no coinciden.')).toBeVisible();
  await choosePassword(own, temporary, 'password1234');
  await expect(own.getByText(/^Esa contraseña es fácil de adivinar/)).toBeVisible();
  await choosePassword(own, temporary, 'correcto caballo batería');
  await expect(own).toHaveURL(/\/tecnico/);
  await expect(own.getByText('Visitas para tomar').first()).toBeVisible();
  await own.goto('/jefetec');
  await expect(own.getByRole('navigation', { name: 'Operaciones' }).getByRole('button')).toHaveCount(2);
  const { page: later } = await demo.open();
  await signInAs(later, username, 'correcto caballo batería');
  await expect(later).toHaveURL(/\/tecnico/);
});

test('what is withdrawn acts on an open screen, and a deactivated account is out', async ({ demo }) => {
  const { id, username, password } = await person(demo, { permissions: ['can_edit_timestripes'] });
  const { page: theirs } = await demo.open();
  await signInAs(theirs, username, password);
  await choosePassword(theirs, password, 'correcto caballo batería');
  await expect(theirs).toHaveURL(/\/jefetec/);
  await theirs.goto('/subsidiaries/edit');
  await theirs.getByRole('button', { name: /Agregar franja horaria/ }).click();

  const { page } = await demo.signedIn('jefe', { at: `/users/${id}` });
  await page.getByLabel('Editar franjas horarias').uncheck();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('La cuenta fue guardada.')).toBeVisible();
  await expect(page.getByText(/Cuenta editada: quitó “Editar franjas horarias”/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Guardar y cerrar' }).click();
  await expect(theirs.getByText('No poseés permisos para realizar esta acción')).toBeVisible();

  await theirs.goto('/jefetec');
  await page.getByRole('button', { name: 'Desactivar cuenta' }).click();
  const question = page.getByRole('dialog', { name: /Desactivar la cuenta/ });
  await expect(question.getByText(/sus sesiones abiertas se cierran/)).toBeVisible();
  await question.getByRole('button', { name: 'Desactivar cuenta' }).click();
  await expect(page.getByText('La cuenta fue desactivada.')).toBeVisible();
  await expect(theirs).toHaveURL(/\/login$/);
  await signInAs(theirs, username, 'correcto caballo batería');
  await expect(theirs.getByText('Usuario o contraseña incorrectos.')).toBeVisible();
  await page.goto(`/users?buscar=${username}`);
  await expect(page.getByText('Ningún usuario coincide con estos filtros.')).toBeVisible();
  await page.getByLabel('Estado').selectOption('inactivos');
  await page.getByRole('button', { name: 'Buscar' }).click();
  await expect(page.getByRole('link', { name: `Lía ${username}` })).toBeVisible();
  await page.goto(`/audit?usuario=${id}`);
  await expect(page.getByText('Ingreso rechazado: la cuenta está desactivada').first()).toBeVisible();
});

test('two administrators who edit one account see each other, and unsaved changes are asked about', async ({
  demo,
}) => {
  const { id } = await person(demo);
  const { page } = await demo.signedIn('jefe', { at: `/users/${id}` });
  await page.getByLabel('Tipo de perfil').fill('Mesa de ayuda');
  expect((await demo.jefe('users/edit', { id, email: 'otra@x.example', version: 1 })).diagnostic).toBe('');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/No se guardó nada: La cuenta cambió/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(page.getByRole('alert').getByText(/correo: ninguno → “otra@x.example”/)).toBeVisible();
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('otra@x.example');
  await expect(page.getByLabel('Tipo de perfil')).toHaveValue('Mesa de ayuda');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('La cuenta fue guardada.')).toBeVisible();
  await expect(page.getByText(/tipo de perfil: ninguno → “Mesa de ayuda”/)).toBeVisible();

  await page.getByLabel('Apellido').fill('Otra');
  await page.getByRole('link', { name: 'Inicio' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByLabel('Apellido')).toHaveValue('Otra');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Descartar cambios' }).click();
  await page.getByRole('link', { name: 'Inicio' }).click();
  await expect(page).toHaveURL(/\/users$/);
});

test('an account is found, made, deactivated and activated by the keyboard alone', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: '/audit' });
  await expect(page.getByRole('link', { name: /Carolina/ }).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Nombre, dirección/ }).fill('Usuarios');
  await expect(page.getByRole('option', { name: 'Usuarios' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users$/);
  await expect(page).toHaveTitle(/^(\(\d+\) )?Usuarios/);
  await page.getByRole('link', { name: 'Crear usuario' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^(\(\d+\) )?Usuario nuevo/);
  const username = unique('teclas');
  await page.getByLabel('Nombre').focus();
  for (const text of ['Ana', username, username]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('switch', { name: 'Trabaja como técnico' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('switch', { name: 'Trabaja como técnico' })).toBeChecked();
  await page.getByLabel('Agregar operación').focus();
  await page.keyboard.press('P');
  await expect(page.getByRole('list', { name: 'Operaciones' }).getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Apellido').press('Enter');
  await expect(page.getByRole('button', { name: 'Listo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users\/\d+$/);
  await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?Ana ${username}`));
  for (const [button, done, next] of [
    ['Desactivar cuenta', 'La cuenta fue desactivada.', 'Activar cuenta'],
    ['Activar cuenta', 'La cuenta fue activada.', 'Desactivar cuenta'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    // It takes the focus as it opens: a key that is sent before would press what it gives the focus to.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await dialog.getByRole('button', { name: button, exact: true }).press('Enter');
    await expect(page.getByText(done)).toBeVisible();
    await expect(page.getByRole('button', { name: next, exact: true })).toBeFocused();
  }
});

test('without the permission there is no card; one’s own account cannot be closed', async ({ demo }) => {
  const { page } = await demo.signedIn('otro', { at: '/setup' });
  await expect(page.getByRole('heading', { name: 'Administración' })).toHaveCount(0);
  const mine = await demo.jefe<{ users: { id: number }[] }>('users', { search: 'jefe@demo' });
  const { page: own } = await demo.signedIn('jefe');
  await own.goto(`/users/${mine.data.users[0]!.id}`);
  await expect(own.getByRole('button', { name: 'Desactivar cuenta' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(own.getByLabel('Administrar usuarios')).toBeDisabled();
  await own.goto('/users/999999');
  await expect(own.getByText('Usuario inexistente')).toBeVisible();
});

for (const [scheme, phone] of [
  ['light', false],
  ['dark', true],
] as const)
  test(`the screens of accounts keep the accessibility rules: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    demo,
  }) => {
    const { id, username, password } = await person(demo, { is_technician: true });
    const { page } = await demo.signedIn('jefe', { phone, scheme });
    const found: string[] = [];
    for (const path of ['/users', `/users/${id}`, '/users/nuevo', '/audit', '/setup']) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('link').or(page.getByRole('form')).first()).toBeVisible();
      if (path === '/users/nuevo') await page.getByRole('button', { name: 'Crear usuario' }).click();
      found.push(...(await problems(page, path)));
    }
    const { page: first } = await demo.open({ phone });
    await first.emulateMedia({ colorScheme: scheme });
    await signInAs(first, username, password);
    await choosePassword(first, password, 'corta');
    await expect(first.getByText('La contraseña nueva debe tener al menos 12 caracteres.')).toBeVisible();
    found.push(...(await problems(first, '/password')));
    await page.goto(`/users/${id}`);
    for (const [button, title] of [
      ['Desactivar cuenta', /Desactivar la cuenta/],
      ['Restablecer contraseña', /Restablecer la contraseña/],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      const question = page.getByRole('dialog', { name: title });
      await expect(question).toBeVisible();
      found.push(...(await problems(page, button)));
      if (button === 'Desactivar cuenta') await page.keyboard.press('Escape');
      else await question.getByRole('button', { name: button }).click();
      await expect(question).toHaveCount(0);
    }
    await expect(page.locator('[data-temporary-password]')).toBeVisible();
    found.push(...(await problems(page, 'temporary password')));
    expect(found).toEqual([]);
  });
