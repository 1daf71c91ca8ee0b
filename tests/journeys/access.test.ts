import type { APIRequestContext, Page } from '@playwright/test';
import { api, dayAfter, expect, sharedOperation, test, today, visitsIn } from './people.ts';
import { settled, violations } from './violations.ts';

/** `press`: a button that shows what is missing; `list`: a field whose list is opened. */
const screens: { path: string; as: string; press?: string; list?: string }[] = [
  // An operation of middling size: the rules are asked of every element, and a busy one has thousands alike.
  { path: '/jefetec?op=203&sinvisita=1', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&orden=FIRST', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&ayuda=calendario', as: 'jefe' },
  { path: '/calendario?op=203', as: 'sac' },
  { path: '/tecnico', as: 'tecnico' },
  { path: 'VISIT', as: 'jefe' },
  { path: 'VISIT?accion=reprogramar', as: 'jefe', press: 'Reagendar Visita' },
  { path: 'VISIT?accion=estado', as: 'jefe', press: 'Cerrar visita' },
  { path: 'VISIT?ayuda=atajos', as: 'jefe' },
  { path: 'CLOSED', as: 'jefe' },
  { path: 'SLOT', as: 'jefe' },
  { path: '/profile', as: 'jefe' },
  { path: 'SLOT&accion=reprogramar', as: 'jefe', press: 'Reagendar Visita' },
  { path: 'SLOT&accion=tecnico', as: 'jefe', press: 'Cambiar técnico', list: 'Nuevo técnico' },
];

// Each scheme and each size once; `AXE=all` walks every pair.
const pairs = (['light', 'dark'] as const).flatMap((scheme) =>
  [false, true].map((phone) => ({ scheme, phone })),
);
const walked = pairs.filter(
  ({ scheme, phone }) => process.env.AXE === 'all' || (scheme === 'dark') === phone,
);

for (const { scheme, phone } of walked)
  test(`no screen breaks the accessibility rules: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    signedIn,
    open,
    request,
  }) => {
    test.setTimeout(360_000);
    const places = await dispatcherPlaces(request);
    const { page: login } = await open({ phone });
    await login.emulateMedia({ colorScheme: scheme });
    await login.goto('/login');
    const found = [...(await brokenRules(login)).map((text) => `/login ${text}`)];
    const pages: Record<string, Awaited<ReturnType<typeof signedIn>>> = {};
    for (const { path, as, press, list } of screens) {
      pages[as] ??= await signedIn(as, { phone, scheme });
      const { page } = pages[as];
      let target = path.replace(/^[A-Z]+/, (name) => places[name] ?? name);
      if (path.includes('FIRST')) {
        await page.goto('/jefetec?op=203&sinvisita=1&vista=listado');
        target = path.replace(
          'FIRST',
          (await page.locator('[data-order]').first().getAttribute('data-order'))!,
        );
      }
      await page.goto(target);
      const shown = /^(VISIT|CLOSED)/.test(path)
        ? page.getByRole('heading', { name: /^Visita #/, includeHidden: true })
        : path === '/profile'
          ? page.getByText('Tipo de perfil')
          : page.locator('[data-visit-id]');
      await shown.first().waitFor({ state: 'attached' });
      if (path.includes('orden')) await page.getByText('Franjas posibles').waitFor();
      if (path.endsWith('sinvisita=1'))
        await page.locator('[data-order]').first().waitFor({ state: 'attached' });
      if (/accion|ayuda/.test(path)) await page.getByRole('dialog').waitFor();
      if (press) await page.getByRole('dialog').getByRole('button', { name: press }).click();
      if (list) {
        await page.getByRole('dialog').getByRole('textbox', { name: list }).click();
        await page.getByRole('listbox', { name: list }).waitFor();
      }
      await settled(page);
      found.push(...(await brokenRules(page)).map((text) => `${path} ${text}`));
    }
    const { page } = pages.jefe!;
    await page.goto('/jefetec?op=203&sinvisita=1');
    await page.locator('[data-visit-id]').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Número de OT, de cliente o de visita, o una pantalla').waitFor();
    await settled(page);
    found.push(...(await brokenRules(page)).map((text) => `palette ${text}`));
    expect(found).toEqual([]);
  });

for (const { scheme, phone } of walked)
  test(`who is refused, or has nothing to see, reads why under the header, and as the rules ask: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    signedIn,
  }) => {
    const found: string[] = [];
    for (const [as, path, text] of [
      ['nuevo', '/jefetec', 'No hay operaciones asignadas para este usuario.'],
      ['nuevo', '/reports', 'No poseés permisos para ver reportes.'],
      ['nuevo', '/setup', 'No tenés permisos para configurar la agenda.'],
      ['sac', '/tecnico', 'Tu usuario no tiene un técnico asociado.'],
      ['sac', '/users', 'No posee permisos para realizar esta acción'],
      ['jefe', '/tecnico/Nadie', 'No se pudo obtener el nombre del técnico.'],
    ] as const) {
      const { page } = await signedIn(as, { phone, scheme });
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await settled(page);
      found.push(...(await brokenRules(page)).map((rule) => `${as} ${path} ${rule}`));
      await page.context().close();
    }
    expect(found).toEqual([]);
  });

/** An open and a closed visit, and a slot with two visits selected. */
async function dispatcherPlaces(request: APIRequestContext): Promise<Record<string, string>> {
  const operation = await sharedOperation(request);
  const day = dayAfter(today(), 20);
  const { ids, slotId } = await visitsIn(request, operation, day, 3);
  const jefe = await api(request, 'jefe');
  const reasons = await jefe<{ value: number }[]>('visit/get_reasons_to_finish', {
    type: 'and',
    show_cancel: true,
    show_finish: false,
  });
  await jefe('visit/edit', { visit_id: ids[0], tech_comments: 'Tocar el timbre' });
  await jefe('visit/finish', {
    visit_id: ids[0],
    status: reasons.data[0]!.value,
    extra_comments: 'Llamó para cancelar',
  });
  return {
    CLOSED: `/visit/view/${ids[0]}/jefetec`,
    VISIT: `/visit/view/${ids[1]}/jefetec`,
    SLOT: `/subsidiaries/detail/${day}/${slotId}?sel=${ids[1]},${ids[2]}`,
  };
}

async function brokenRules(page: Page): Promise<string[]> {
  const found = await violations(page);
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => node.target.join(' '))
        .join(' | ')} (${nodes.length}) ${nodes[0]?.any[0]?.message ?? ''}`,
  );
}
