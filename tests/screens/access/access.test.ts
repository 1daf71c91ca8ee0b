import { limit } from '../../gate/limits.mjs';
import { runSettings } from '../../support/browser/run-settings.ts';
import { problems } from '../../support/browser/violations.ts';
import { type Demo, dayAfter, expect, test, today } from '../people.ts';

// The headless shell refuses push messages, and the technician's day would not offer them.
test.use({ launchOptions: runSettings.use.launchOptions });

const notAllowed = 'No poseés permisos para realizar esta acción';
const lastMonth = dayAfter(today(), -31).slice(0, 7);
/** `shows`: what is waited for; `press`: a button that shows what is missing; `list`: a field whose list is opened. */
const screens: { path: string; as: string; shows?: string; press?: string; list?: string }[] = [
  // An operation of middling size: the rules are asked of every element, and a busy one has thousands alike.
  { path: '/jefetec?op=203&sinvisita=1', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&orden=FIRST', as: 'jefe' },
  { path: '/jefetec?op=203&sinvisita=1&ayuda=calendario', as: 'jefe' },
  { path: '/jefetec?op=203&dias=corridos&solo=porhacer', as: 'jefe' },
  { path: '/calendario?op=203', as: 'sac' },
  { path: '/tecnico', as: 'tecnico', shows: 'button:has-text("Sí, avisarme")' },
  { path: 'VISIT', as: 'jefe' },
  { path: 'VISIT?accion=reprogramar', as: 'jefe', press: 'Reagendar Visita' },
  { path: 'VISIT?accion=estado', as: 'jefe', press: 'Cerrar visita' },
  { path: 'VISIT?ayuda=atajos', as: 'jefe' },
  { path: 'CLOSED', as: 'jefe' },
  { path: 'SLOT', as: 'jefe' },
  { path: '/profile', as: 'jefe', shows: 'text=Tipo de perfil' },
  { path: 'SLOT&accion=reprogramar', as: 'jefe', press: 'Reagendar Visita' },
  { path: 'SLOT&accion=tecnico', as: 'jefe', press: 'Cambiar técnico', list: 'Nuevo técnico' },
  { path: '/setup', as: 'jefe', shows: 'main a' },
  { path: '/import', as: 'jefe', shows: 'main button' },
  { path: 'EDITOR', as: 'jefe', shows: 'main form' },
  { path: '/priorities/edit?op=203', as: 'jefe', shows: 'main input' },
  { path: '/conversation/edit?op=203', as: 'jefe', shows: 'main form' },
  { path: '/subsidiaries/absences?op=235', as: 'jefe', shows: 'main form' },
  { path: '/subsidiaries/absences?op=203', as: 'jefe', shows: 'main form', press: 'Guardar' },
  { path: '/subsidiaries/skills?op=235', as: 'jefe', shows: 'main form' },
  { path: 'ZONE', as: 'jefe', shows: '[data-zone-id]' },
  { path: '/names/new', as: 'jefe', shows: 'main table' },
  { path: '/zones/edit?op=203', as: 'jefe', shows: '[data-zone-id]', press: 'Guardar' },
  { path: '/reports', as: 'jefe', shows: 'main a' },
  { path: '/reports/monthly_report', as: 'jefe', shows: 'main button' },
  { path: `/reports/monthly_report?mes=${lastMonth}`, as: 'jefe', shows: 'table' },
  { path: `/reports/cancellation_reason_report?mes=${lastMonth}`, as: 'jefe', shows: 'table' },
  { path: `/reports/visit_segments?mes=${lastMonth}`, as: 'jefe', shows: 'table' },
  { path: `/reports/on_the_way?mes=${lastMonth}`, as: 'jefe', shows: 'table' },
  { path: '/reports/unclosed?plazo=all', as: 'jefe', shows: 'table' },
  { path: '/reports/my_techs', as: 'jefe', shows: 'article' },
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
    demo,
  }) => {
    test.setTimeout(limit(600_000));
    const places = await dispatcherPlaces(demo);
    const { page: login } = await demo.open({ phone });
    await login.emulateMedia({ colorScheme: scheme });
    await login.goto('/login');
    const found = await problems(login, '/login');
    const pages: Record<string, Awaited<ReturnType<typeof demo.signedIn>>> = {};
    for (const { path, as, shows, press, list } of screens) {
      pages[as] ??= await demo.signedIn(as, { phone, scheme });
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
        : page.locator(shows ?? '[data-visit-id]');
      await shown.first().waitFor({ state: 'attached' });
      if (path.includes('orden')) await page.getByText('Franjas posibles').waitFor();
      if (path.endsWith('sinvisita=1'))
        await page.locator('[data-order]').first().waitFor({ state: 'attached' });
      if (/accion|ayuda/.test(path)) await page.getByRole('dialog').waitFor();
      if (press)
        await page
          .getByRole(path.includes('accion') ? 'dialog' : 'main')
          .getByRole('button', { name: press })
          .click();
      if (list) {
        await page.getByRole('dialog').getByRole('textbox', { name: list }).click();
        await page.getByRole('listbox', { name: list }).waitFor();
      }
      found.push(...(await problems(page, path)));
    }
    const { page } = pages.jefe!;
    await page.goto('/jefetec?op=203&sinvisita=1');
    await page.locator('[data-visit-id]').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Nombre, dirección/ }).fill('fernandez');
    await page.getByRole('option').locator('mark').first().waitFor();
    found.push(...(await problems(page, 'palette')));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Elegir los días/ }).click();
    await page.locator('table button[aria-label]').first().waitFor();
    found.push(...(await problems(page, 'days')));
    await page.keyboard.press('Escape');
    const chip = page.locator('a[data-visit-id][data-stop]').first();
    await (phone ? chip.tap() : chip.hover());
    await page.locator('[data-visit-card] a[href^="https://www.google.com/maps/"]').waitFor();
    found.push(...(await problems(page, 'card')));
    await page.goto(`/jefetec?op=203&ver=${await chip.getAttribute('data-visit-id')}`);
    await page.getByRole('dialog').getByRole('link', { name: 'Abrir visita' }).waitFor();
    found.push(...(await problems(page, 'visit')));
    expect(found).toEqual([]);
  });

for (const { scheme, phone } of walked)
  test(`who is refused, or has nothing to see, reads why under the header, and as the rules ask: ${scheme}, ${phone ? 'phone' : 'desktop'}`, async ({
    demo,
  }) => {
    test.setTimeout(limit(180_000));
    const found: string[] = [];
    for (const [as, path, text] of [
      ['nuevo', '/jefetec', 'No hay operaciones asignadas para este usuario.'],
      ['nuevo', '/reports', 'No poseés permisos para ver reportes.'],
      ['nuevo', '/setup', 'No tenés permisos para configurar la agenda.'],
      ['sac', '/tecnico', 'Tu usuario no tiene un técnico asociado.'],
      ...[
        '/users',
        '/subsidiaries/edit',
        '/priorities/edit',
        '/zones/edit',
        '/subsidiaries/absences',
        '/webhooks',
      ].map((path) => ['sac', path, notAllowed] as const),
      ...['/users/1', '/users/nuevo', '/audit', '/retention'].map(
        (path) => ['otro', path, notAllowed] as const,
      ),
      ['sac', '/reports/monthly_report?mes=2026-01&op=114', 'No poseés permisos para ver reportes.'],
      ['sac', '/reports/my_techs', 'No poseés permisos para ver reportes.'],
      ['jefe', '/tecnico/Nadie', 'No se pudo obtener el nombre del técnico.'],
    ] as const) {
      const { page } = await demo.signedIn(as, { phone, scheme });
      await page.goto(path);
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      found.push(...(await problems(page, `${as} ${path}`)));
      await page.context().close();
    }
    expect(found).toEqual([]);
  });

/** An open and a closed visit, a slot with two visits selected, and a slot and a zone in their editors. */
async function dispatcherPlaces(demo: Demo): Promise<Record<string, string>> {
  const operation = demo.operation;
  const day = dayAfter(today(), 20);
  const { ids, slotId } = await demo.visitsIn(day, 3);
  await demo.jefe('visit/edit', { visit_id: ids[0], tech_comments: 'Tocar el timbre' });
  await demo.cancelVisit(ids[0]!);
  const zones = await demo.jefe<{ id: number }[]>('zones', { operations: [operation] });
  return {
    CLOSED: `/visit/view/${ids[0]}/jefetec`,
    VISIT: `/visit/view/${ids[1]}/jefetec`,
    SLOT: `/subsidiaries/detail/${day}/${slotId}?sel=${ids[1]},${ids[2]}`,
    EDITOR: `/subsidiaries/edit?op=${operation}&franja=${slotId}`,
    ZONE: `/zones/edit?op=${operation}&zona=${zones.data[0]!.id}`,
  };
}
