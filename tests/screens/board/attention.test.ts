import type { Page } from '@playwright/test';
import { addDays, today as dayOf } from '../../../machines/calendar/slots.ts';
import { chooseByKeys } from '../../support/browser/forms.ts';
import type { Office } from '../../support/browser/office.ts';
import type { JourneyRecord } from '../../support/browser/record.ts';
import { runSettings } from '../../support/browser/run-settings.ts';
import { problems } from '../../support/browser/violations.ts';
import { expect } from '../people.ts';
import { test } from '../record.ts';

// The headless shell gives no notices on the desktop.
test.use({ launchOptions: runSettings.use.launchOptions });

// 'Necesita atención' (ux.md U48): counted in the title of every tab, ended from its list, live for the colleagues.

const yesterday = () => addDays(dayOf(new Date()), -1);
const panel = (page: Page) => page.getByRole('dialog', { name: 'Necesita atención' });
const button = (page: Page) => page.getByRole('button', { name: /^Necesita atención/ });
const row = (page: Page, visitId: number) =>
  panel(page).locator(`[data-attention][data-visit-id="${visitId}"]`);

/** As a timer or a worker writes it: the open screens learn of it by the feed alone. */
async function happen(
  { sql }: JourneyRecord,
  visitId: number,
  name: string,
  { data = {}, day }: { data?: object; day?: string } = {},
) {
  await sql.begin(async (tx) => {
    if (day) await tx`update visits set day = ${day}, version = version + 1 where id = ${visitId}`;
    const [visit] = await tx`select operation, order_number from visits where id = ${visitId}`;
    const [{ version }] = (await tx`
      update operations set version = version + 1 where code = ${visit!.operation} returning version`) as unknown as [
      { version: string },
    ];
    await tx`insert into events (operation, version, name, visit_id, order_number, data)
      values (${visit!.operation}, ${version}, ${name}, ${visitId}, ${visit!.order_number}, ${tx.json(data as never)})`;
  });
}

/** A visit of yesterday that no technician has. */
async function leaveUnassigned(demo: Office, record: JourneyRecord): Promise<number> {
  const { visitId } = await demo.createVisit(await demo.orderWithoutVisit(), {
    slotId: await demo.firstSlot(),
  });
  await happen(record, visitId, 'visit.edited', { day: yesterday() });
  return visitId;
}

const failed = {
  to: { state: 'failed', audience: 'customer', template: 'visit-created', channel: 'telegram' },
};

/** What the title says, once it says what the button says. */
async function countOf(page: Page): Promise<number> {
  await expect(button(page)).toBeVisible();
  await expect
    .poll(async () => {
      const [, said = '0'] = /(\d+)$/.exec((await button(page).getAttribute('aria-label')) ?? '') ?? [];
      return (await page.title()).startsWith(said === '0' ? '' : `(${said}) `);
    })
    .toBe(true);
  return Number(/^\((\d+)\) /.exec(await page.title())?.[1] ?? 0);
}

/** Every row of a group, of days before today too, whatever else needs attention. */
async function unfold(page: Page, group: string) {
  const past = panel(page).getByRole('button', { name: /^De días anteriores/ });
  const groups = panel(page).locator('details', { has: page.getByText(group, { exact: true }) });
  await expect(groups.or(past).first()).toBeVisible();
  if ((await past.isVisible()) && (await past.getAttribute('aria-expanded')) === 'false')
    await past.press('Enter');
  await expect(groups.first()).toBeVisible();
  for (const details of await groups.all()) {
    if ((await details.getAttribute('open')) === null) await details.locator('summary').press('Enter');
    await expect(details.locator('[data-attention]').first()).toBeVisible();
    const rest = details.getByRole('button', { name: /^Ver (las \d+ restantes|la restante)/ });
    if (await rest.isVisible()) await rest.click();
  }
}

test('what needs attention is counted in every tab at once, and ends with what is done from the list', async ({
  demo,
  record,
}) => {
  const { page: jefe } = await demo.signedIn('jefe', { at: '/reports' });
  const { page: sac } = await demo.signedIn('sac', { at: `/calendario?op=${demo.operation}` });
  const before = [await countOf(jefe), await countOf(sac)];
  let loads = 0;
  for (const page of [jefe, sac]) page.on('load', () => loads++);
  const visitId = await leaveUnassigned(demo, record);
  await expect.poll(() => countOf(jefe)).toBeGreaterThan(before[0]!);
  expect(await jefe.title()).toMatch(/^\(\d+\) Reportes · Agenda técnica$/);

  // By keyboard, to the dialog that ends it.
  await button(jefe).focus();
  await jefe.keyboard.press('Enter');
  await expect(panel(jefe)).toBeVisible();
  expect(new URL(jefe.url()).searchParams.get('atencion')).toBe('1');
  await unfold(jefe, 'Sin técnico');
  await expect(row(jefe, visitId)).toContainText('Sin técnico');
  await row(jefe, visitId)
    .getByRole('button', { name: /^Asignar técnico/ })
    .press('Enter');
  const dialog = jefe.getByRole('dialog', { name: 'Cambio de técnico' });
  await expect(dialog).toBeVisible();
  await jefe.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panel(jefe)).toBeVisible();
  await row(jefe, visitId)
    .getByRole('button', { name: /^Asignar técnico/ })
    .press('Enter');
  const technician = dialog.getByRole('textbox', { name: 'Nuevo técnico' });
  await expect(technician).toBeEnabled();
  await technician.focus();
  await chooseByKeys(jefe, 'Nuevo técnico', 'Sin técnico');
  await dialog.getByRole('button', { name: 'Cambiar técnico' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(jefe, visitId)).toHaveCount(0);

  // Customer service, who can give it to no technician, never had it; what is acknowledged there is gone here.
  await button(sac).click();
  await expect(panel(sac)).toBeVisible();
  await expect(row(sac, visitId)).toHaveCount(0);
  await happen(record, visitId, 'visit.edited', { day: dayOf(new Date()) });
  await happen(record, visitId, 'notice.recorded', { data: failed });
  await expect.poll(() => countOf(sac)).toBeGreaterThan(before[1]!);
  for (const page of [jefe, sac]) {
    await unfold(page, 'Mensajes que fallaron');
    await expect(row(page, visitId)).toContainText('No se pudo avisar al cliente: Visita agendada');
  }
  await row(sac, visitId)
    .getByRole('button', { name: /^Enterado/ })
    .press('Enter');
  await expect(row(sac, visitId)).toHaveCount(0);
  await expect(row(jefe, visitId)).toHaveCount(0);
  expect(await countOf(jefe)).toBeLessThanOrEqual(before[0]! + 1);

  // Back closes it, and the focus is where it was opened.
  await sac.goBack();
  await expect(panel(sac)).toBeHidden();
  await expect(button(sac)).toBeFocused();
  expect(loads).toBe(0);
});

test('the list stands beside the board, which stays in use, and is filtered by operation and by kind', async ({
  demo,
  record,
}) => {
  const old = await leaveUnassigned(demo, record);
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}&vista=dia` });
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(page.locator('.mantine-Modal-overlay')).toHaveCount(0);
  // What is over is folded below, with how many it is.
  await expect(panel(page).getByRole('button', { name: /^De días anteriores \d+$/ })).toBeVisible();
  await expect(row(page, old)).toHaveCount(0);
  // Nothing of the board lies under it, and it takes presses: another day is chosen beside the list.
  const board = (await page.locator('#week').boundingBox())!;
  const list = (await panel(page).boundingBox())!;
  expect(board.x + board.width).toBeLessThanOrEqual(list.x + 1);
  const address = page.url();
  await page
    .getByRole('button', { name: /siguiente/i })
    .first()
    .click();
  await expect(page).not.toHaveURL(address);
  await expect(panel(page)).toBeVisible();

  const groups = panel(page).locator('details');
  await panel(page).getByRole('combobox', { name: 'Tipo' }).selectOption('unassigned');
  await unfold(page, 'Sin técnico');
  await expect(row(page, old)).toBeVisible();
  for (const reason of await groups.evaluateAll((all) => all.map((group) => group.dataset.reason)))
    expect(reason).toBe('unassigned');
  const operations = panel(page).getByRole('combobox', { name: 'Operación' });
  const other = (
    await operations
      .locator('option')
      .evaluateAll(
        (all, own) =>
          all.map((option) => (option as HTMLOptionElement).value).filter((code) => code && code !== own),
        demo.operation,
      )
  )[0]!;
  await operations.selectOption(other);
  await expect(row(page, old)).toHaveCount(0);
  // It is remembered.
  await page.reload();
  await expect(operations).toHaveValue(other);
  await expect(panel(page).getByRole('combobox', { name: 'Tipo' })).toHaveValue('unassigned');
});

test('the list is reached by its address, breaks no rule of access, and fits a phone', async ({
  demo,
  record,
}) => {
  const visitId = await leaveUnassigned(demo, record);
  for (const options of [{}, { phone: true, scheme: 'dark' as const }]) {
    const { page } = await demo.signedIn('jefe', { at: '/jefetec?atencion=1', ...options });
    await unfold(page, 'Sin técnico');
    await expect(row(page, visitId)).toBeVisible();
    expect(await problems(page, `atención ${JSON.stringify(options)}`)).toEqual([]);
    await page.goto('/tecnico');
    await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(button(page)).toHaveCount(0);
    expect(await page.title()).not.toMatch(/^\(/);
  }
});

test('a burst gives one notice on the desktop, only by choice and only where the tab is not in sight', async ({
  demo,
  record,
}) => {
  const { page, context } = await demo.signedIn('jefe');
  await context.grantPermissions(['notifications']);
  await context.addInitScript(() => {
    const Real = window.Notification;
    const given: string[] = [];
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        given.push(`${title}: ${options?.body}`);
      }
    } as typeof Notification;
    let hidden = false;
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
    Object.assign(window, { given, hide: (is: boolean) => (hidden = is) });
  });
  type Seen = { given: string[]; hide(is: boolean): void };
  const given = () => page.evaluate(() => (window as unknown as Seen).given);
  const hide = (is: boolean) => page.evaluate((hidden) => (window as unknown as Seen).hide(hidden), is);
  await page.goto('/reports?atencion=1');
  const desktop = panel(page).getByRole('switch', { name: /^Avisar en el escritorio/ });
  await expect(desktop).not.toBeChecked();
  const happened = async () => {
    const before = await countOf(page);
    const ids = [await leaveUnassigned(demo, record), await leaveUnassigned(demo, record)];
    await expect.poll(() => countOf(page)).toBeGreaterThanOrEqual(before + 2);
    await page.waitForTimeout(3_000);
    return ids;
  };
  await hide(true);
  await happened();
  expect(await given()).toEqual([]);
  await hide(false);
  await desktop.press('Space');
  await expect(desktop).toBeChecked();
  await happened();
  expect(await given()).toEqual([]);
  await page.reload();
  await expect(desktop).toBeChecked();
  await hide(true);
  await happened();
  expect((await given()).filter((text) => text.startsWith('2 visitas necesitan atención'))).toHaveLength(1);
});
