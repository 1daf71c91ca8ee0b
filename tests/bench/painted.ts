import { chromium, type Page } from '@playwright/test';
import { everyPermission } from '../../machines/access/permissions.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { type Bench, startCallers, startFloorServer, startScreens, stopAll } from './bench.ts';
import { makeChanges } from './changes.ts';
import { openBrowser } from './day.ts';
import { alternate, atMost, figure, type Line, limit, median, quantile } from './measure.ts';
import { addCardWatch, type PlainRow, plainPage, takeCards, watchCards } from './painted-pages.ts';
import { addDispatcher, addPlace, fillWeek, type Place } from './people.ts';
import { analyze } from './record.ts';

const weekVisits = 950;
const technicians = 20;
/** More than a burst changes: within it each change is of a card of its own. */
const free = 120;
const steady = { changes: 80, rate: 20 };
/** All at once. */
const burst = { changes: 100, rate: 1_000_000 };
const bursts = 2;
/** The last cards are painted after the last answer; one that is missed has nothing to wait for. */
const restMs = 1_500;

type Seen = { steady: number[]; burst: number[]; missed: number; long: number[] };
type Side = { page: Page; port: number; changes: ReturnType<typeof makeChanges>; place: Place; seen: Seen };

/**
 * P2: from a command's POST until the changed card is painted in Chromium, on a week of 950 visits, beside a plain
 * page of as many rows over the floor's server. A change counts as painted with the first frame after its card
 * changed, whether or not the card is scrolled into view.
 */
export async function benchPainted(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const port = Number(process.env.BENCH_PORT ?? (await freePort()));
  const ours = await addPlace(db.sql, '960', technicians, free);
  const floors = await addPlace(db.sql, '961', technicians, free);
  for (const place of [ours, floors]) await fillWeek(db, place, weekVisits);
  await analyze(bench.record, 'visits');
  const [token] = await addDispatcher(db.sql, [ours.operation], 1, everyPermission);
  const [product, floor, callers] = await Promise.all([
    startScreens(bench, port),
    startFloorServer(bench),
    startCallers(),
  ]);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--disable-gpu-rasterization', '--disable-gpu-compositing', ...chromiumArgs],
  });
  try {
    const floorPort = await floor.call('port');
    const rows = await db.sql<PlainRow[]>`
      select id, version, client_name, technician_id from visits where operation = ${floors.operation} order by day, slot_id, id`;
    await floor.call('showPage', plainPage(rows));
    const open = async (base: string, path: string): Promise<Page> => {
      const context = await openBrowser(browser, base, token!);
      const page = await context.newPage();
      await addCardWatch(page);
      await page.goto(`${base}${path}`);
      await page.waitForSelector('[data-visit-id][data-version]', { state: 'attached' });
      await page.waitForTimeout(4_000);
      const shown = await watchCards(page);
      if (shown < weekVisits) throw new Error(`${page.url()} shows ${shown} visits of ${weekVisits}`);
      return page;
    };
    const side = async (place: Place, at: number, to: 'product' | 'floor', path: string): Promise<Side> => ({
      page: await open(`http://127.0.0.1:${at}`, path),
      port: at,
      changes: makeChanges(place, to),
      place,
      seen: { steady: [], burst: [], missed: 0, long: [] },
    });
    const board = await side(ours, port, 'product', `/jefetec?op=${ours.operation}`);
    const plain = await side(floors, floorPort, 'floor', '/page');

    const run = async (
      { page, port: at, changes, place, seen }: Side,
      how: typeof burst,
      of: 'steady' | 'burst',
    ) => {
      const known = await db.sql<{ id: number; version: number }[]>`
        select id, version from visits where id = any(${place.free}::int[])`;
      const versions = new Map(known.map(({ id, version }) => [id, version]));
      await watchCards(page);
      const requests = changes(how.changes);
      const timed = await callers.call('atRate', {
        port: at,
        rate: how.rate,
        requests: requests.map(({ key, text }) => ({ key, text })),
      });
      await page.waitForTimeout(restMs);
      const { painted, long } = await takeCards(page);
      const sentAt = new Map(timed.map((one) => [one.key, one.sentAt]));
      for (const { key, visitId } of requests) {
        // Each change is the visit's next version: a later one on the card says that this one was shown with it.
        const version = versions.get(visitId)! + 1;
        versions.set(visitId, version);
        const shown = painted.find((one) => one.visitId === visitId && one.version >= version);
        if (shown) seen[of].push(shown.at - sentAt.get(key)!);
        else seen.missed++;
      }
      if (of === 'burst') seen.long.push(Math.max(0, ...long));
    };
    const round = (one: Side) => async () => {
      await one.page.bringToFront();
      await run(one, steady, 'steady');
      for (let n = 0; n < bursts; n++) await run(one, burst, 'burst');
    };
    await alternate(1, [round(plain), round(board)]);
    for (const { seen } of [plain, board]) {
      seen.steady.length = seen.burst.length = seen.long.length = 0;
      seen.missed = 0;
    }
    await alternate(bench.rounds, [round(plain), round(board)]);
    if (plain.seen.missed > 0) throw new Error(`the plain page missed ${plain.seen.missed} changes`);
    const ratio = (what: string, of: 'steady' | 'burst', share: number) =>
      atMost('P2', what, 'ms', quantile(board.seen[of], share), quantile(plain.seen[of], share), 1.25);
    return [
      ratio(
        `POST to the changed card painted, ${weekVisits} visits, 20/s / a plain page, p50`,
        'steady',
        0.5,
      ),
      ratio('the same, p99', 'steady', 0.99),
      ratio(`the same in bursts of ${burst.changes}, p50`, 'burst', 0.5),
      ratio('the same, p99', 'burst', 0.99),
      limit('P2', 'changes that were never painted', '', board.seen.missed, 0),
      limit(
        'P2',
        `longest task in a burst of ${burst.changes} (0: none over 50)`,
        'ms',
        median(board.seen.long),
        50,
      ),
      figure('P2', 'the same on the plain page', 'ms', median(plain.seen.long)),
    ];
  } finally {
    await browser.close();
    await stopAll(product, floor, callers);
  }
}
