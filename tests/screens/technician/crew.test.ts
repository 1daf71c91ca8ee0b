import type { Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { choose, holdRequests, markLoaded, staysLoaded } from '../../support/browser/forms.ts';
import { lastWithSlots } from '../../support/browser/slots.ts';
import { type Demo, dayAfter, expect, test, today } from '../people.ts';

// Absences and skills: two screens of the setup, and what they change in the lists of technicians.

test.setTimeout(limit(120_000));

type Technician = { id: number; name: string };
const shown = (day: string) => day.split('-').reverse().join('/');
const newest = (page: Page) =>
  page.getByRole('region', { name: 'Historial de cambios' }).getByRole('listitem').first();

async function place(demo: Demo) {
  const { subsidiary_id: operation, timestripes } = await lastWithSlots(demo);
  const { data } = await demo.jefe<Technician[]>('subsidiary/get_techs', { subsidiaries: [operation] });
  return { operation, slots: timestripes, technician: data.at(-1)!, other: data.at(-2)! };
}

test('an absence that was just entered is awaited, and not said to be deleted', async ({ demo }) => {
  const { operation, technician } = await place(demo);
  const { page } = await demo.signedIn('jefe', { at: `/subsidiaries/absences?op=${operation}` });
  const form = page.getByRole('form', { name: 'Nueva ausencia' });
  // It begins with today, which its calendar marks; what is over cannot be chosen.
  await expect(form.getByRole('button', { name: /Desde/ })).toHaveText(shown(today()));
  await form.getByRole('button', { name: /Desde/ }).click();
  const marked = page.locator('[data-dates-dropdown] button[data-today]');
  await expect(marked).toHaveText(String(Number(today().slice(8))));
  await page.keyboard.press('Escape');
  await choose(form, 'Técnico', technician.name);
  const release = await holdRequests(page, /\/subsidiaries\/absences\.data/);
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(/^Ausencia creada correctamente/)).toBeVisible();
  await expect(page).toHaveURL(/ausencia=\d+/);
  await expect(page.getByText('Ausencia inexistente')).toHaveCount(0);
  release();
  const opened = page.getByRole('form', { name: new RegExp(`^${technician.name}, `) });
  await expect(opened).toBeVisible();
  await opened.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText(/^Ausencia eliminada correctamente/)).toBeVisible();
});

test('an absence is entered, seen in the month, changed and deleted; another dispatcher follows', async ({
  demo,
}) => {
  const { operation, slots, technician } = await place(demo);
  const at = `/subsidiaries/absences?op=${operation}`;
  const { page: other } = await demo.signedIn('jefe', { at });
  await markLoaded(other);
  const { page } = await demo.signedIn('jefe', { at });
  const form = page.getByRole('form', { name: 'Nueva ausencia' });
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText(/^No se pudo obtener el nombre del técnico/).first()).toBeVisible();
  await choose(form, 'Técnico', technician.name);
  await form.getByRole('button', { name: /Desde/ }).click();
  const days = page.getByRole('dialog').or(page.locator('[data-dates-dropdown]')).first();
  const dayOfMonth = new RegExp(`^${Number(today().slice(8))}$`);
  await days.locator('button:not([data-outside]):not([disabled])').filter({ hasText: dayOfMonth }).click();
  await form.getByText('Todo el día').click();
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(form.getByText('Elegí al menos una franja, o marcá ‘Todo el día’.')).toBeVisible();
  const slot = slots[0]!.name;
  await form.getByRole('checkbox', { name: new RegExp(slot) }).check();
  await form.getByLabel('Motivo').fill('Turno médico');
  await form.getByRole('button', { name: 'Guardar' }).dblclick();
  await expect(page.getByText(/^Ausencia creada correctamente/)).toBeVisible();
  await expect(page).toHaveURL(/ausencia=\d+/);
  const bar = (of: Page) =>
    of.getByRole('link', {
      name: new RegExp(`^${technician.name}, .*: no trabaja, Algunas franjas, Turno médico`),
    });
  await expect(bar(page)).toHaveCount(1);
  await expect(bar(other)).toHaveCount(1);
  await expect(newest(other)).toContainText(`Creó una ausencia de ${technician.name}`);

  // A conflict of two is seen before it is decided.
  const id = Number(new URL(page.url()).searchParams.get('ausencia'));
  const edit = page.locator('main form');
  await edit.getByLabel('Motivo').fill('Curso');
  const day = today();
  const input = { id, tech_id: technician.id, from: day, to: day, timestripes: null };
  expect((await demo.jefe('absences/edit', { ...input, reason: 'Licencia' })).diagnostic).toBe('');
  await expect(edit.getByText('La ausencia cambió mientras la estabas editando.')).toBeVisible();
  await edit.getByRole('button', { name: 'Guardar' }).click();
  await edit.getByRole('button', { name: 'Ver cambios' }).click();
  await expect(edit.getByText('motivo: Turno médico → Licencia')).toBeVisible();
  await edit.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText(/^Ausencia guardada correctamente!/)).toBeVisible();
  await expect(other.getByText(/Cambió una ausencia de .*motivo: Licencia → Curso/)).toBeVisible();

  // Left unsaved it asks; deleted it asks too.
  await edit.getByLabel('Motivo').fill('Otra cosa');
  await page.getByRole('link', { name: 'Habilidades' }).click();
  const question = page.getByRole('dialog', { name: '¿Descartar cambios?' });
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await edit.getByRole('button', { name: 'Limpiar campos' }).click();
  await question.getByRole('button', { name: 'Descartar cambios' }).click();
  await edit.getByRole('button', { name: 'Eliminar ausencia' }).click();
  const removal = page.getByRole('dialog', { name: 'Eliminar ausencia' });
  await expect(removal.getByText(`la ausencia de ${technician.name} del ${shown(day)}`)).toBeVisible();
  await removal.getByRole('button', { name: 'Eliminar ausencia' }).click();
  await expect(page.getByText('Ausencia eliminada correctamente')).toBeVisible();
  await expect(other.locator(`[data-absence-id="${id}"]`)).toHaveCount(0);
  await staysLoaded(other);
});

test('the month turns and an absence is opened by the keyboard alone, on a phone too', async ({ demo }) => {
  const { operation, technician } = await place(demo);
  const from = `${dayAfter(`${today().slice(0, 8)}01`, 40).slice(0, 8)}15`;
  const absence = { tech_id: technician.id, from, to: dayAfter(from, 2), reason: 'Vacaciones' };
  const { data } = await demo.jefe<{ id: number }>('absences/edit', absence);
  try {
    for (const phone of [false, true]) {
      const { page } = await demo.signedIn('jefe', { phone, at: `/subsidiaries/absences?op=${operation}` });
      const month = page.getByRole('heading', { name: /^Ausencias de/ });
      const before = await month.textContent();
      await page.getByRole('button', { name: 'Mes siguiente' }).focus();
      await page.keyboard.press('Enter');
      await expect(month).not.toHaveText(before!);
      const bar = page.locator(`table a[href*="ausencia=${data.id}"]`);
      await bar.first().focus();
      await page.keyboard.press('Enter');
      await expect(page.locator('main form').getByLabel('Motivo')).toHaveValue('Vacaciones');
      await expect(bar.first()).toHaveAttribute('aria-current', 'true');
      // Nothing reaches beyond the screen.
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  } finally {
    await demo.jefe('absences/delete', { id: data.id });
  }
});

test('who does not work is off in the lists of technicians, and is refused with the text', async ({
  demo,
}) => {
  const { operation, slots, technician, other } = await place(demo);
  const day = dayAfter(today(), 2);
  const order = await demo.orderWithoutVisit(operation);
  const { visitId } = await demo.createVisit(order, { day, slotId: slots[0]!.id });
  const { data } = await demo.jefe<{ id: number }>('absences/edit', {
    tech_id: technician.id,
    from: day,
    to: day,
  });
  try {
    const { page } = await demo.signedIn('jefe', { at: `/visit/view/${visitId}/jefetec` });
    await page.getByRole('textbox', { name: 'Técnico' }).click();
    const options = page.getByRole('listbox', { name: 'Técnico' }).getByRole('option');
    const absent = options.filter({ hasText: technician.name });
    await expect(absent).toContainText('no trabaja');
    await expect(absent).toHaveAttribute('data-combobox-disabled', 'true');
    await options.filter({ hasText: other.name }).first().click();
    // Absent since: the answer says so beside the field, and nothing is saved.
    const late = await demo.jefe<{ id: number }>('absences/edit', { tech_id: other.id, from: day, to: day });
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('El técnico no trabaja en esa franja.').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await demo.jefe('absences/delete', { id: late.data.id });
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await expect(page.getByText('Se editó correctamente la visita!')).toBeVisible();
  } finally {
    await demo.jefe('absences/delete', { id: data.id });
  }
});

test('skills are added, needed and ticked, and a list of technicians says what lacks', async ({ demo }) => {
  const { operation, slots, technician } = await place(demo);
  type Skills = {
    mode: string;
    skills: object[];
    needs: object[];
    technicians: { tech_id: number; skills: number[] }[];
  };
  const { data: before } = await demo.jefe<Skills>('skills', { subsidiary: operation });
  const order = await demo.orderWithoutVisit(operation);
  const { data: detail } = await demo.jefe<{ ot_type: number }>('order', {
    ot_type: order.ot_type,
    ot_number: order.ot_number,
  });
  const name = `soldadura ${Date.now() % 10_000}`;
  try {
    const at = `/subsidiaries/skills?op=${operation}`;
    const { page: open } = await demo.signedIn('jefe', { at });
    const { page } = await demo.signedIn('jefe', { at });
    const form = page.getByRole('form', { name: 'Habilidades' });
    await form.getByRole('button', { name: 'Agregar habilidad' }).click();
    // What was added is what is typed next; an empty name is refused.
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(form.getByText('El nombre es obligatorio.')).toBeVisible();
    await page.keyboard.type(name);
    await form.getByRole('checkbox', { name: `${technician.name}: ${name}` }).check();
    await form.getByRole('button', { name: 'Agregar necesidad' }).click();
    const need = form.getByRole('group', { name: /^Necesidad/ }).last();
    await need.getByLabel('Habilidad').selectOption({ label: name });
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(form.getByText('Elegí un tipo de OT, un síntoma o los dos.')).toBeVisible();
    await need.getByLabel('Tipo de OT').selectOption(String(detail.ot_type));
    await form.getByRole('radio', { name: 'Se impide' }).check();
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(page.getByText('Habilidades guardadas correctamente!')).toBeVisible();
    await expect(newest(page)).toContainText(`agregó ${name}`);
    await expect(open.getByRole('checkbox', { name: `${technician.name}: ${name}` })).toBeChecked();

    const { visitId } = await demo.createVisit(order, { day: dayAfter(today(), 2), slotId: slots[0]!.id });
    await page.goto(`/visit/view/${visitId}/jefetec`);
    await page.getByRole('textbox', { name: 'Técnico' }).click();
    const options = page.getByRole('listbox', { name: 'Técnico' }).getByRole('option');
    await expect(options.filter({ hasText: technician.name })).not.toContainText(name);
    await expect(options.filter({ hasText: `le falta: ` }).filter({ hasText: name }).first()).toHaveAttribute(
      'data-combobox-disabled',
      'true',
    );
  } finally {
    const technicians = before.technicians.map(({ tech_id, skills }) => ({ tech_id, skills }));
    const { mode, skills, needs } = before;
    await demo.jefe('skills/edit', { subsidiary: operation, mode, skills, needs, technicians });
  }
});
