import { choose, holdRequests } from '../../support/browser/forms.ts';
import { shiftOf, watchShifts } from '../../support/browser/layout-shift.ts';
import { dayAfter, expect, test, today } from '../people.ts';

test('the whole state of the board stands in its address: a reload and Back show the same', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.getByText('Prioridad', { exact: true }).click();
  await expect(page).toHaveURL(/modo=prioridad/);
  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  await expect(page).toHaveURL(/semana=\d{4}-\d\d-\d\d/);
  await page.locator('[data-order]').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page).toHaveURL(/orden=\d{11}/);
  await page.reload();
  await expect(page.getByRole('dialog').getByText(/Orden \d{11} \|/)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/modo=prioridad/);
});

test('who has chosen one of the first orders keeps it when the rest has come, and a hidden list brings none', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  const release = await holdRequests(page, /\/ask\/pendingOrders/);
  const board = `/jefetec?op=${demo.operation}`;
  await page.goto(board);
  const list = page.getByRole('region', { name: 'Órdenes' });
  const third = list.locator('[data-order]').nth(2);
  const number = await third.getAttribute('data-order');
  await list.locator('[data-order]').first().focus();
  await expect(async () => {
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(third).toBeFocused({ timeout: 500 });
  }).toPass();
  await expect(list.getByText('Cargando órdenes')).toBeVisible();
  await expect(list.getByText(/^\d+( de \d+)? OT$/)).toHaveCount(0);
  release();
  await expect.poll(() => list.locator('[data-order]').count()).toBeGreaterThan(14);
  await expect(list.locator(`[data-order="${number}"]`)).toBeFocused();
  const hidden = await (await page.request.get(`${board}&lista=0`)).text();
  expect(hidden).not.toContain('data-order=');
});

test('a board shows what a screen holds of its week before any script has run, and all of it as it is now once they have', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const release = await holdRequests(page, /\/assets\/.*\.js/);
  const board = `/jefetec?op=${demo.operation}`;
  // React takes a boundary over after the rest, and answers a press before that with an error and a new drawing.
  const document = await (await page.request.get(board)).text();
  expect(document.split('</html>')[0]).not.toContain('<!--$');
  // An icon of eight lines, drawn in each visit that waits, is one element (vite.config.ts).
  const parts = (tag: string) => document.split(`<${tag}`).length - 1;
  expect(parts('svg')).toBeGreaterThan(5);
  expect(parts('path')).toBeLessThanOrEqual(parts('svg'));
  const loaded = page.goto(board);
  const chips = page.locator('[data-visit-id][data-stop]');
  await expect(chips.first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Cómo va hoy' })).toBeVisible();
  const before = await chips.count();
  const orders = page.getByRole('region', { name: 'Órdenes' }).locator('[data-order]');
  const first = await orders.evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.order));
  expect(first).toHaveLength(14);
  // A change that the document does not hold yet.
  const changed = await chips.first().getAttribute('data-visit-id');
  const was = await chips.first().getAttribute('data-version');
  await demo.jefe('visit/edit', { visit_id: Number(changed), tech_comments: 'Tocar el timbre' });
  release();
  await loaded;
  const chip = page.locator(`[data-visit-id="${changed}"][data-stop]`);
  await expect(chip).not.toHaveAttribute('data-version', was!);
  await expect.poll(() => chips.count()).toBeGreaterThan(before);
  expect(asked).not.toContain('/board/week');
  await expect.poll(() => orders.count()).toBeGreaterThan(first.length);
  expect(
    await orders.evaluateAll((rows) => rows.slice(0, 14).map((row) => (row as HTMLElement).dataset.order)),
  ).toEqual(first);
  // What the document brought is shown once: a week that is come back to is read anew.
  await page.getByRole('button', { name: 'Semana siguiente' }).click();
  await expect(chip).toBeHidden();
  await page.getByRole('button', { name: 'Semana anterior' }).click();
  await expect(chip).toBeVisible();
  expect(asked.filter((path) => path === '/board/week').length).toBeGreaterThan(1);
});

test('the key a hides and shows the list, and is only a letter while typing', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  const list = page.getByRole('region', { name: 'Órdenes' });
  await expect(list).toBeVisible();
  await page.locator('body').press('a');
  await expect(list).toBeHidden();
  await page.locator('body').press('A');
  await expect(list).toBeVisible();
  await page.getByLabel('Número de 11 dígitos').fill('');
  await page.getByLabel('Número de 11 dígitos').press('a');
  await expect(list).toBeVisible();
});

test('the search checks the number and the operation before it asks', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  const search = async (number: string) => {
    await page.getByLabel('Número de 11 dígitos').fill(number);
    await page.getByRole('button', { name: 'Buscar' }).click();
  };
  const said = page.getByRole('alert').filter({ hasText: /\S/ });
  await search('1234567890');
  await expect(said.first()).toHaveText('Por favor verifique los datos ingresados');
  await search('99900000001');
  await expect(said.first()).toHaveText('No se pueden buscar OTs de operaciones no asignadas');
  await search(`${demo.operation}99999999`);
  await expect(page.getByRole('dialog').getByText('OT inexistente')).toBeVisible();
});

test('a full week, five slots and twelve orders fit without scrolling the page', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-visit-id]').first()).toBeVisible();
  await expect(page.locator('[data-order]').nth(12)).toBeAttached();
  const seen = await page.evaluate(() => {
    const within = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    };
    return {
      scrolls: document.documentElement.scrollHeight > innerHeight,
      days: [...document.querySelectorAll('thead th')].filter(within).length - 1,
      slots: [...document.querySelectorAll('tbody th[scope="row"]')].filter(within).length,
      orders: [...document.querySelectorAll('[data-order]')].filter(within).length,
    };
  });
  expect(seen.scrolls).toBe(false);
  expect(seen.days).toBe(7);
  expect(seen.slots).toBeGreaterThanOrEqual(5);
  expect(seen.orders).toBeGreaterThanOrEqual(12);
});

test('the week is one stop of the Tab key, and the arrows move inside it', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-visit-id]').first()).toBeVisible();
  expect(await page.locator('table [data-stop][tabindex="0"]').count()).toBe(1);
  await page.locator('table [data-stop][tabindex="0"]').focus();
  const where = () =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('td');
      return cell ? [cell.cellIndex, (cell.parentElement as HTMLTableRowElement).rowIndex] : null;
    });
  const start = (await where())!;
  // The stop is today, which may be the first or the last of the week.
  const isFirst = start[0] === 1;
  await page.keyboard.press(isFirst ? 'ArrowRight' : 'ArrowLeft');
  expect((await where())![0]).toBe(start[0]! + (isFirst ? 1 : -1));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  // A visit opens beside the board, a slot on a page of its own.
  await expect(page).toHaveURL(/[?&]ver=\d+|\/subsidiaries\/detail\//);
});

test('the search opens a client over the page, with what it waits for and what it had', async ({ demo }) => {
  const list = await demo.pendingOrders();
  const { client_id: client, ot_number: order } = list[0]!;
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  // A choice before the page is interactive is lost.
  await expect(page.getByText('En vivo')).toBeVisible();
  await page.getByLabel('Buscar por').selectOption('Cliente');
  const search = async (number: string) => {
    await page.getByLabel('Número de 11 dígitos').fill(number);
    await page.keyboard.press('Enter');
  };
  await search('99900000001');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toHaveText(
    'No se pueden buscar clientes de operaciones no asignadas',
  );
  await search(client);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`Cliente ${client}`)).toBeVisible();
  await dialog.getByRole('button', { name: new RegExp(`^${order} · `) }).click();
  await expect(page.getByRole('dialog').getByText(`Orden ${order} |`)).toBeVisible();
  await page.goto(`/jefetec?op=${demo.operation}&cliente=${demo.operation}99999999`);
  await expect(page.getByRole('dialog').getByText('Cliente inexistente')).toBeVisible();
  await expect(page.getByRole('dialog').getByText('Este cliente no existe')).toBeVisible();
});

test.describe('with its scripts blocked', () => {
  test.use({ cutsNetwork: true });

  test('the density and the scheme are remembered, and the scheme does not flash', async ({ demo }) => {
    const { page } = await demo.signIn('jefe', { scheme: 'light' });
    const chip = page.locator('a[data-stop][data-visit-id]').first();
    const height = async () => (await chip.boundingBox())!.height;
    await chip.waitFor();
    const before = await height();
    await page.getByRole('button', { name: /Menú de usuario/ }).click();
    await page.getByRole('menuitem', { name: 'Filas compactas' }).click();
    await expect.poll(height).toBeLessThan(before);
    await page.getByRole('button', { name: 'Cambiar entre colores claros y oscuros' }).click();
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
    // Without any script but the page's own first one, the saved scheme is already there.
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.reload({ waitUntil: 'domcontentloaded' });
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  });
});

test('who creates a visit is back on the very board they came from, with the visit shown', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe');
  const monday = dayAfter(today(), 28 - ((new Date(`${today()}T12:00:00Z`).getUTCDay() + 6) % 7));
  await page.goto(`/jefetec?op=${demo.operation}&sinvisita=1&semana=${monday}`);
  await page.locator('[data-order]').last().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Generar Visita' }).click();
  // The date is the board's, and an error leaves with what caused it.
  const [year, month, day] = monday.split('-');
  await expect(page.getByLabel('Fecha tentativa')).toContainText(`${day}/${month}/${year}`);
  await page.getByRole('button', { name: 'Crear visita' }).click();
  await expect(page.getByText('La franja horaria es obligatoria.')).toBeVisible();
  await choose(page, 'Franja horaria', 0);
  await expect(page.getByText('La franja horaria es obligatoria.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Crear visita' }).click();
  await expect(page).toHaveURL(
    (url) =>
      url.pathname === '/jefetec' &&
      url.searchParams.get('op') === demo.operation &&
      url.searchParams.get('semana') === monday &&
      url.searchParams.get('sinvisita') === '1' &&
      url.searchParams.has('visita'),
  );
  const id = new URL(page.url()).searchParams.get('visita');
  await expect(page.locator(`[data-visit-id="${id}"]`)).toBeFocused();
});

test('the keyboard begins at the beginning of a new screen, and skips the bars of the board', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.getByRole('link', { name: 'Reportes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reportes' })).toBeVisible();
  await expect(page.getByRole('main', { name: 'Reportes' })).toBeFocused();

  await page.goto(`/jefetec?op=${demo.operation}`);
  await expect(page.locator('[data-order]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir al listado de órdenes' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-order]').first()).toBeFocused();
});

test('the board prints as sheets that say what they are, with every visit that is open', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  const chips = page.locator('#week [data-stop][data-visit-id]');
  await expect(chips.first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(/ · Todas las zonas · Semana del \d\d\/\d\d\/\d{4} al /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Semana siguiente' })).toBeHidden();
  const cut = await chips.evaluateAll((all) =>
    all.filter((chip) => {
      const { bottom } = chip.getBoundingClientRect();
      return bottom > chip.closest('td')!.getBoundingClientRect().bottom;
    }),
  );
  expect(cut).toEqual([]);
  // An A4 sheet on its side is 842 points wide; none stands upright, as an empty one before the week would.
  const sheets = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/MediaBox \[[^\]]+\]/g)!;
  for (const sheet of sheets) expect(sheet).toMatch(/\[0 0 84[12][.\d]* 59[456][.\d]*\]/);
});

test('a suggestion says its score, and what it adds up to on hover and in focus', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}&modo=prioridad` });
  const card = page.locator('[data-order]').first();
  const sum = page.getByRole('tooltip');
  const score = Number((await card.getByText(/^Puntaje \d+$/).textContent())!.match(/\d+/)![0]);
  for (const look of [() => card.hover(), () => card.focus()]) {
    await look();
    await expect(sum).toContainText('Qué suma el puntaje');
    const points = [...(await sum.innerText()).matchAll(/(?:prioridad |\+)(\d+)/g)].map((part) =>
      Number(part[1]),
    );
    expect(points.reduce((total, part) => total + part, 0)).toBe(score);
    await page.mouse.move(700, 400);
  }
});

test('the days of this week that are over are a narrow strip, which opens by a press and by a key, and stays so', async ({
  demo,
}) => {
  const { page } = await demo.signedIn('jefe', { at: `/jefetec?op=${demo.operation}` });
  await expect(page.locator('[data-visit-id]').first()).toBeAttached();
  const over = page.locator('thead th[data-past]');
  const days = await over.count();
  await expect(page.locator('thead th[data-narrow]')).toHaveCount(days);
  await expect(page.locator('thead th')).toHaveCount(8);
  test.skip(days === 0, 'today is a Monday');
  const width = async () => (await over.first().boundingBox())!.width;
  expect(await width()).toBeLessThan(48);
  await over
    .first()
    .getByRole('button', { name: /Mostrar los días que pasaron/ })
    .click();
  await expect(page).toHaveURL(/pasados=1/);
  await expect.poll(width).toBeGreaterThan(90);
  await page.reload();
  await expect.poll(width).toBeGreaterThan(90);
  await page.locator('body').press('p');
  await expect(page).not.toHaveURL(/pasados=/);
  await expect.poll(width).toBeLessThan(48);
});

test('on a large screen no visit is hidden while there is room, and what others change moves nothing', async ({
  demo,
}) => {
  const day = dayAfter(today(), 24);
  const { ids } = await demo.visitsIn(day, 5);
  const { page } = await demo.signedIn('jefe');
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.addInitScript(watchShifts, true);
  await page.goto(`/jefetec?op=${demo.operation}&dias=corridos&semana=${day}&lista=0`);
  for (const id of ids) await expect(page.locator(`a[data-visit-id="${id}"][data-stop]`)).toBeVisible();
  await expect(page.locator('#week').getByText(/^\+\d+$/)).toHaveCount(0);
  const cut = await page.locator('#week ul a[data-stop]').evaluateAll((chips) =>
    chips.filter((chip) => {
      const { bottom } = chip.closest('ul')!.getBoundingClientRect();
      return chip.getBoundingClientRect().bottom > bottom + 1;
    }),
  );
  expect(cut).toEqual([]);
  // The slots without a visit are one line each.
  await expect(page.locator('tr[data-thin]').first()).toBeVisible();
  await demo.handOver(ids);
  for (const id of ids)
    await expect(page.locator(`a[data-visit-id="${id}"][data-stop]`)).toHaveAttribute(
      'data-tone',
      'assigned',
    );
  // Within a chip its technician takes the place of nothing; a row that moved would count a hundred times as much.
  expect(await shiftOf(page)).toBeLessThan(0.001);
});
