import { expect } from '../people.ts';
import { test } from '../record.ts';

// S2 §8 'Reports', and S1 §8 'Unclosed list removal': each refused by the real server.

test('a report that is refused says why: a warning, the unclosed one its own text, the on-the-way ones a dialog', async ({
  demo,
  record,
}) => {
  const { page } = await demo.signIn('jefe');
  const ask = async (path: string) => {
    await page.goto(`${path}?op=${demo.operation}`);
    // The form listens from then on.
    await expect(page.getByText('En vivo')).toBeVisible();
    await expect(page.getByRole('table').or(page.getByText(/^No hay (datos|visitas)/))).toBeVisible();
    const giveBack = await record.takeOperation('jefe', demo.operation);
    await page.getByRole('button', { name: 'Actualizar' }).click();
    return giveBack;
  };
  const warning = page.getByRole('alert').filter({ hasText: 'Advertencia' });
  const first = await ask('/reports/tech_report');
  await expect(warning).toContainText('No tenés asignada esa operación.');
  await first();
  await warning.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByRole('table').or(page.getByText('No hay datos para el período'))).toBeVisible();

  const second = await ask('/reports/unclosed');
  await expect(warning).toContainText('No se pudo generar el reporte');
  await second();
  for (const path of ['/reports/on_the_way', '/reports/on_the_way_global']) {
    const giveBack = await ask(path);
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog.getByRole('alert')).toHaveText('No se pudo generar el reporte');
    await giveBack();
  }
});

test('a visit that is closed leaves the open list of unclosed ones, which says when it cannot follow', async ({
  demo,
  record,
}) => {
  // Of days gone by: of today there is none before its first slot is over.
  const unclosed = await demo.jefe<{ unclosed_visits: { id: number }[] }>('report/unclosed', {
    subsidiary: demo.operation,
    timeframe: 'all',
  });
  const ids = unclosed.data.unclosed_visits.slice(0, 2).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const { page } = await demo.signedIn('jefe', { at: `/reports/unclosed?op=${demo.operation}&plazo=all` });
  const row = (id: number) => page.getByRole('link', { name: `Ver la visita ${id}` });
  for (const id of ids) await expect(row(id)).toBeVisible();
  await demo.cancelVisit(ids[0]!);
  await expect(row(ids[0]!)).toHaveCount(0);
  await expect(row(ids[1]!)).toBeVisible();

  await record.takePermission('jefe', 'can_read_reports');
  await demo.cancelVisit(ids[1]!);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: 'No se pudo actualizar listado. Por favor refresque esta página' }),
  ).toBeVisible();
  await expect(row(ids[1]!)).toBeVisible();
});

test('a technician who is not unlinked any more: the text, and the dialog as it was', async ({
  demo,
  record,
}) => {
  const { page } = await demo.signedIn('jefe', { at: '/reports/my_techs' });
  const linked = page.getByRole('article').filter({ has: page.getByText('Usa el bot', { exact: true }) });
  await linked.last().getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Dar de baja del bot' }).click();
  await record.takePermission('jefe', 'can_read_reports');
  const question = page.getByRole('dialog', { name: 'Dar de baja del bot' });
  await question.getByRole('button', { name: 'Dar de baja del bot' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Hubo un error dando de baja al usuario' }),
  ).toHaveText(/^Hubo un error dando de baja al usuario$/);
});
