import { problems } from '../../support/browser/violations.ts';
import { chromiumArgs, chromiumPath } from '../../support/chromium.ts';
import { dayAfter, expect, test, today } from '../people.ts';

// The map as it is drawn, by the processor where there is no graphics card.

test.use({
  launchOptions: {
    executablePath: chromiumPath(),
    args: [
      ...chromiumArgs.filter((arg) => arg !== '--disable-gpu'),
      ...['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
    ],
  },
});

const day = dayAfter(today(), 18);

test('visits are selected with a box, and what the list points at is marked on the map', async ({ demo }) => {
  const [slot] = await demo.slotsOf(day);
  const order = await demo.orderWithoutVisit();
  const { visitId } = await demo.createVisit(order, { day, slotId: slot!.id });
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&vista=mapa&dia=${day}&lista=0`,
  });
  const map = page.getByRole('region', { name: /^Mapa de las visitas/ });
  await expect(map.locator('canvas')).toBeVisible();
  const row = page.locator(`[data-map-row="visit-${visitId}"]`);
  await row.hover();
  await expect(map.locator('[class*="halo"]')).toBeVisible();
  expect(await problems(page, 'the map')).toEqual([]);
  await map.getByRole('button', { name: 'Elegir con un recuadro (Mayúscula y arrastrar)' }).click();
  const box = (await map.boundingBox())!;
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4);
  await page.mouse.up();
  await expect(row).toHaveAttribute('data-selected', 'true');
  await expect(page.getByRole('status').filter({ hasText: /elegidas?$/ })).toBeVisible();
  // A lasso takes the place of what was selected: one in an empty corner, then one around everything.
  const lasso = async (corners: [number, number][]) => {
    await map.getByRole('button', { name: 'Elegir con un lazo' }).click();
    for (const [at, [x, y]] of corners.entries()) {
      await page.mouse.move(box.x + x, box.y + y);
      if (at === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  const [right, bottom] = [box.width - 4, box.height - 4];
  await lasso([
    [4, 4],
    [14, 4],
    [14, 14],
    [4, 14],
  ]);
  await expect(row).not.toHaveAttribute('data-selected', 'true');
  await lasso([
    [4, 4],
    [4, bottom],
    [right, bottom],
    [right, 4],
    [5, 5],
  ]);
  await expect(row).toHaveAttribute('data-selected', 'true');
});

test('the map opens with what is open, its legend beside it, and shows what is over by choice', async ({
  demo,
}) => {
  const [slot] = await demo.slotsOf(day);
  const { visitId } = await demo.createVisit(await demo.orderWithoutVisit(), { day, slotId: slot!.id });
  const other = await demo.createVisit(await demo.orderWithoutVisit(), { day, slotId: slot!.id });
  const closed = await demo.jefe('visit/finish', {
    visit_id: other.visitId,
    status: 20,
    extra_comments: 'prueba',
  });
  expect(closed.diagnostic).toBe('');
  const hosts = new Set<string>();
  const { page } = await demo.signedIn('jefe');
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`/jefetec?op=${demo.operation}&vista=mapa&dia=${day}&lista=0`);
  await expect(page.locator('[data-map-ready]')).toBeVisible();
  const row = (id: number) => page.locator(`[data-map-row="visit-${id}"]`);
  await expect(row(visitId)).toBeVisible();
  await expect(row(other.visitId)).toHaveCount(0);
  const legend = page.getByRole('region', { name: 'Referencias' });
  await expect(legend.getByText('OT pendiente')).toBeVisible();
  await expect(legend.getByText('Cancelada', { exact: true })).toHaveCount(0);
  const map = (await page.getByRole('region', { name: /^Mapa de las visitas/ }).boundingBox())!;
  expect((await legend.boundingBox())!.x).toBeGreaterThanOrEqual(map.x + map.width - 1);
  await legend.getByRole('checkbox', { name: /^Cerradas y canceladas \(\d+\)$/ }).click();
  await expect(row(other.visitId)).toBeVisible();
  await legend.getByRole('checkbox', { name: 'Todas las recorridas' }).click();
  await expect(page).toHaveURL(/mapa=cerradas,recorridas/);
  expect(await problems(page, 'the map and its legend')).toEqual([]);
  await page.reload();
  await expect(row(other.visitId)).toBeVisible();
  // Nothing of it is asked of another host.
  expect([...hosts]).toEqual([new URL(page.url()).host]);
});

test('without its server of tiles the map is the plain one, and says so', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe');
  await page.route('**/board/ground?*', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, base: { kind: 'style', url: '/tiles/style.json' } } });
  });
  // What a proxy in front of a server that is down answers.
  await page.route('**/tiles/style.json', (route) => route.fulfill({ body: '<h1>Bad gateway</h1>' }));
  await page.goto(`/jefetec?op=${demo.operation}&vista=mapa&dia=${day}`);
  await expect(page.getByText('El servidor de mapas no responde: se muestra el plano simple.')).toBeVisible();
  await expect(
    page.getByRole('region', { name: /^Mapa de las visitas/ }).getByText('Centro', { exact: true }),
  ).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
});

test('while it moves, a map that the processor draws has fewer pixels, and all of them at rest', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', {
    at: `/jefetec?op=${demo.operation}&vista=mapa&dia=${day}&lista=0`,
  });
  const canvas = page.getByRole('region', { name: /^Mapa de las visitas/ }).locator('canvas');
  const share = () => canvas.evaluate((element: HTMLCanvasElement) => element.width / element.clientWidth);
  await expect(page.locator('[data-map-ready]')).toBeVisible();
  await expect.poll(share).toBeCloseTo(1, 1);
  const box = (await canvas.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(x - 10 * step, y - 5 * step);
  await expect.poll(share).toBeCloseTo(0.5, 1);
  await page.mouse.up();
  await expect.poll(share).toBeCloseTo(1, 1);
});
