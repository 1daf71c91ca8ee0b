import { type Browser, type BrowserContext, chromium, type Locator, type Page } from '@playwright/test';
import { everyPermission } from '../../machines/access/permissions.ts';
import { mondayOf, today } from '../../machines/calendar/slots.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { type Bench, startCallers, startScreens, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import { openPage, paintOf, taken, watchFrames } from './day-pages.ts';
import { alternate, atMost, beside, type Line, limit, median, quantile } from './measure.ts';
import { addDispatcher, addPlace, fillWeek, type Place } from './people.ts';
import { analyze } from './record.ts';

const size = { technicians: 60, visits: 900, free: 60, hours: [8, 10, 12, 14, 16, 18] };
const burst = { changes: 100, rate: 50 };
const frame = 1_000 / 60;

type Side = 'day' | 'week';
type Addresses = Record<Side, string>;
const allParts = ['paints', 'drag', 'burst', 'clicks'] as const;
type Part = (typeof allParts)[number];

/** P23: a day of 60 technicians and 900 visits in a browser, beside a week of the same size. */
export async function benchDay(bench: Bench, parts: readonly Part[] = allParts): Promise<Line[]> {
  const { db } = bench.record;
  const port = Number(process.env.BENCH_PORT ?? (await freePort()));
  const places = {
    day: await fill(bench, '940', 1),
    week: await fill(bench, '941', 6),
  };
  await analyze(bench.record, 'visits');
  const operations = [places.day.operation, places.week.operation];
  const [token] = await addDispatcher(db.sql, operations, 1, everyPermission);
  const [product, callers] = await Promise.all([startScreens(bench, port), startCallers()]);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--disable-gpu-rasterization', '--disable-gpu-compositing', ...chromiumArgs],
  });
  const base = `http://127.0.0.1:${port}`;
  const addresses = {
    day: `${base}/jefetec?op=${places.day.operation}&vista=dia`,
    week: `${base}/jefetec?op=${places.week.operation}`,
  };
  const open = () => openBrowser(browser, base, token!);
  const changes = { day: makeChanges(places.day, 'product'), week: makeChanges(places.week, 'product') };
  const send = (of: Side) =>
    callers.call('atRate', { port, rate: burst.rate, requests: changes[of](burst.changes) });
  const all: Record<Part, () => Promise<Line[]>> = {
    paints: () => paints(bench, open, addresses),
    drag: () => dragged(bench, open, addresses.day),
    burst: () => burstOf(bench, open, addresses, send),
    clicks: () => clicked(bench, open, addresses.day),
  };
  const lines: Line[] = [];
  try {
    for (const part of parts) {
      bench.log(`P23: ${part}`);
      lines.push(...(await all[part]()));
    }
    return lines;
  } finally {
    await browser.close();
    await stopAll(product, callers);
  }
}

/** An operation with its visits spread over so many days, from Monday, or today: nine of ten have a technician. */
async function fill({ record: { db } }: Bench, code: string, days: number): Promise<Place> {
  const { technicians, visits, free, hours } = size;
  const place = await addPlace(db.sql, code, technicians, free, hours);
  await fillWeek(db, place, visits);
  const day = today(new Date());
  const ids = place.technicians.map(({ technicianId }) => technicianId);
  await db.sql`
    update visits v set
      day = case when ${days} = 1 then ${day}::date else ${mondayOf(day)}::date + (n % ${days})::int end,
      slot_id = (${place.slotIds}::int[])[1 + (n / ${technicians} + n) % ${hours.length}],
      technician_id = case when n % 10 = 9 and not finished then null else (${ids}::int[])[1 + n % ${technicians}] end,
      assigned_at = case when n % 10 = 9 and not finished then null else coalesce(assigned_at, now()) end
    from (select id, row_number() over (order by id)::int as n from visits where operation = ${code}) o
    where o.id = v.id and v.id <> all(${place.free})`;
  return place;
}

/** A context of a person at a desk, signed in by this session's token. */
export async function openBrowser(browser: Browser, base: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
  });
  await context.addCookies([{ name: 'agenda', value: token, url: base }]);
  return context;
}

type Open = () => Promise<BrowserContext>;

/** The first visits painted: with an empty cache, and with everything kept but the visits. */
async function paints(bench: Bench, open: Open, addresses: Addresses): Promise<Line[]> {
  const cold = { day: [] as number[], week: [] as number[] };
  const hot = { day: [] as number[], week: [] as number[] };
  const side = (of: Side) => async () => {
    const context = await open();
    const page = await openPage(context);
    cold[of].push(await paintOf(page, addresses[of]));
    await page.waitForTimeout(1_000);
    hot[of].push(await paintOf(page, addresses[of]));
    await context.close();
  };
  await alternate(1, [side('week'), side('day')]);
  for (const times of [cold, hot]) times.day.length = times.week.length = 0;
  await alternate(bench.rounds, [side('week'), side('day')]);
  const what = (name: string) => `first visits of the day painted, ${name} / of the week`;
  return [
    atMost('P23', what('cold'), 'ms', median(cold.day), median(cold.week), 1),
    atMost('P23', what('hot'), 'ms', median(hot.day), median(hot.week), 1),
  ];
}

/** A card over 20 cells and back, beside the same way of the pointer alone. */
async function dragged(bench: Bench, open: Open, address: string): Promise<Line[]> {
  const frames = { card: [] as number[], pointer: [] as number[] };
  const long: number[] = [];
  const context = await open();
  const page = await openPage(context);
  await paintOf(page, address);
  await page.waitForTimeout(3_000);
  const cells = page.locator('tr[data-technician-id]:not([data-unassigned]) td[data-timestripe-id]');
  const middles = (await Promise.all(Array.from({ length: 20 }, (_, at) => middle(cells.nth(at))))).filter(
    ({ y }) => y < 700,
  );
  const from = await middle(page.locator('tr[data-unassigned] [data-visit-id]').first());
  const way = (what: 'card' | 'pointer') => async () => {
    await page.mouse.move(from.x, from.y);
    if (what === 'card') await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y + 4);
    await taken(page);
    await watchFrames(page, true);
    for (let turn = 0; turn < Math.ceil(20 / middles.length); turn++)
      for (const { x, y } of middles) await page.mouse.move(x, y, { steps: 8 });
    await watchFrames(page, false);
    await page.mouse.move(from.x, from.y);
    const seen = await taken(page);
    if (what === 'card') await page.mouse.up();
    frames[what].push(...seen.frames);
    if (what === 'card') long.push(seen.long.length);
    await page.mouse.move(4, 4);
    await page.waitForTimeout(500);
  };
  await alternate(bench.rounds, [way('pointer'), way('card')]);
  await context.close();
  const late = (times: number[]) => (100 * times.filter((ms) => ms > 1.5 * frame).length) / times.length;
  return [
    atMost(
      'P23',
      'frame while a card is dragged over 20 cells / the pointer alone, p95',
      'ms',
      quantile(frames.card, 0.95),
      quantile(frames.pointer, 0.95),
      1.1,
    ),
    beside('P23', 'frames that came late', '%', late(frames.card), late(frames.pointer)),
    limit('P23', 'tasks over 50 ms while it is dragged', '', Math.max(...long), 0),
  ];
}

type Point = { x: number; y: number };

async function middle(of: Locator): Promise<Point> {
  const box = (await of.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A dispatcher at work while others change a hundred visits within two seconds. */
async function burstOf(
  bench: Bench,
  open: Open,
  addresses: Addresses,
  send: (of: Side) => Promise<unknown>,
): Promise<Line[]> {
  const worst = { day: [] as number[], week: [] as number[] };
  const long = { day: [] as number[], week: [] as number[] };
  const side = (of: Side) => async () => {
    const context = await open();
    const page = await openPage(context);
    await paintOf(page, addresses[of]);
    await page.waitForTimeout(3_000);
    await work(page, of, () => send(of));
    const seen = await taken(page);
    await context.close();
    worst[of].push(Math.max(16, ...seen.interactions));
    long[of].push(Math.max(0, ...seen.long));
  };
  await alternate(bench.rounds, [side('week'), side('day')]);
  return [
    limit('P23', 'INP while 100 changes arrive', 'ms', median(worst.day), 50),
    beside('P23', 'the same beside the week’s', 'ms', median(worst.day), median(worst.week)),
    limit('P23', 'longest task while they arrive (0: none over 50)', 'ms', median(long.day), 50),
    beside('P23', 'the same beside the week’s', 'ms', median(long.day), median(long.week)),
  ];
}

/**
 * What a dispatcher does while changes arrive, until all are sent. Keys and presses go to places looked up before: a
 * locator's search through the page would be counted as the page's own work.
 */
async function work(page: Page, of: Side, sent: () => Promise<unknown>): Promise<void> {
  const filter = await middle(page.locator('[data-filter="todo"]'));
  const search = of === 'day' ? await middle(page.locator('input[type="search"]').last()) : null;
  await page.locator('td [data-visit-id][data-stop]').first().focus();
  await page.waitForTimeout(500);
  await taken(page);
  let over = false;
  const ended = sent().then(() => {
    over = true;
  });
  const press = async ({ x, y }: Point) => {
    await page.mouse.click(x, y);
    await page.waitForTimeout(80);
  };
  for (let turn = 0; !over; turn++) {
    await page.evaluate(() => document.querySelector<HTMLElement>('td [data-visit-id][data-stop]')?.focus());
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowDown', ...(of === 'day' ? ['Space', 'Space'] : [])]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(40);
    }
    await press(filter);
    if (search && turn % 2 === 0) {
      await press(search);
      await page.keyboard.type('gom', { delay: 60 });
      await page.waitForTimeout(250);
      for (const _ of 'gom') await page.keyboard.press('Backspace', { delay: 20 });
    }
    await press(filter);
  }
  await ended;
}

/** Clicks on everything that the board has; each is painted within so long. */
async function clicked(bench: Bench, open: Open, address: string): Promise<Line[]> {
  const times: number[] = [];
  const slow: string[] = [];
  let without = 0;
  const context = await open();
  const page = await openPage(context);
  await paintOf(page, address);
  await page.waitForTimeout(3_000);
  await taken(page);
  const click = async (what: Locator, key?: 'Control') => {
    // Looked up before it is pressed, so that the search through the page is not counted.
    await what.hover();
    const { x, y } = await middle(what);
    await page.waitForTimeout(200);
    if (key) await page.keyboard.down(key);
    await page.mouse.click(x, y);
    if (key) await page.keyboard.up(key);
    await page.waitForTimeout(350);
    // A label's click is followed by its input's: the press has one answer.
    const { clicks } = await taken(page);
    for (const ms of clicks.some((one) => one !== null)
      ? clicks.filter((one) => one !== null)
      : clicks.slice(0, 1)) {
      if (ms === null) without++;
      else times.push(ms);
      if (ms === null || ms > 60) slow.push(`${what} ${ms === null ? 'nothing' : ms.toFixed(0)}`);
    }
  };
  const named = (name: string | RegExp, exact = false) =>
    page.locator('main').getByRole('button', { name, exact });
  const cards = page.locator('td [data-visit-id][draggable="true"]');
  const dialog = page.getByRole('dialog');
  for (const filter of ['todo', 'onTheWay', 'done', 'late', 'unassigned', 'outOfSlot'])
    for (let press = 0; press < 2; press++) await click(page.locator(`[data-filter="${filter}"]`));
  for (let at = 0; at < 10; at++) await click(cards.nth(3 * at), 'Control');
  for (let time = 0; time < 3; time++) {
    await click(page.getByRole('region', { name: 'elegidas' }).getByRole('button', { name: 'Mover a…' }));
    await click(dialog.getByRole('button', { name: 'Cancelar' }).first());
  }
  await click(named('Soltar'));
  for (let at = 0; at < 8; at++) {
    await page.mouse.move(4, 4);
    await cards.nth(4 * at).evaluate((card: HTMLElement) => card.scrollIntoView({ block: 'nearest' }));
    await click(cards.nth(4 * at));
    await page.keyboard.press('Escape');
    await page.waitForTimeout(400);
  }
  for (let time = 0; time < 2; time++) {
    for (const name of [/^Día siguiente/, /^Día anterior/, /^Día siguiente/]) await click(named(name));
    await click(named('Hoy', true));
    await page.waitForTimeout(600);
    await click(named(/^Filtros/));
    await click(dialog.getByText('Agrupar por zona'));
    await click(dialog.getByText('Agrupar por zona'));
    await click(named(/^Filtros/));
    await click(named(/^Elegir el día/));
    await click(named(/^Elegir el día/));
    await click(named('Ocultar listado (A)'));
    await click(named('Mostrar listado (A)'));
    await click(page.getByText('Semana', { exact: true }));
    await click(page.getByText('Día', { exact: true }));
  }
  await context.close();
  bench.log(`P23: clicks over 60 ms: ${slow.join('; ')}`);
  return [
    limit(
      'P23',
      `from a click until something is painted, p95 of ${times.length}`,
      'ms',
      quantile(times, 0.95),
      100,
    ),
    limit('P23', 'the same, p50', 'ms', median(times), 100),
    limit('P23', 'clicks that showed nothing', '', without, 0),
  ];
}
