import { chromium } from '@playwright/test';
import { everyPermission } from '../../machines/access/permissions.ts';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { type Bench, startFloorServer, startScreens, stopAll } from './bench.ts';
import { openBrowser } from './day.ts';
import { openPage, paintOf } from './day-pages.ts';
import { alternate, atMost, type Line, limit, median } from './measure.ts';
import { type PlainRow, plainPage } from './painted-pages.ts';
import { addDispatcher, addPlace, fillWeek } from './people.ts';
import { analyze } from './record.ts';

const weekVisits = 943;
const warmingLoads = 40;

/**
 * P17: from the navigation until the first visit of a week of 943 stands painted, with an empty cache and with a full
 * one, beside a plain page with the same visits; and the gzipped scripts that the board does not work without.
 */
export async function benchFirstRow(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const place = await addPlace(db.sql, '962', 20, 0);
  await fillWeek(db, place, weekVisits);
  await analyze(bench.record, 'visits');
  const [token] = await addDispatcher(db.sql, [place.operation], 1, everyPermission);
  const [product, floor] = await Promise.all([
    startScreens(bench, await freePort()),
    startFloorServer(bench),
  ]);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--disable-gpu-rasterization', '--disable-gpu-compositing', ...chromiumArgs],
  });
  try {
    const rows = await db.sql<PlainRow[]>`
      select id, version, client_name, technician_id from visits where operation = ${place.operation} order by day, slot_id, id`;
    await floor.call('showPage', plainPage(rows));
    const [ours, floors] = await Promise.all([product.call('port'), floor.call('port')]);
    const board = `http://127.0.0.1:${ours}/jefetec?op=${place.operation}`;
    const plain = `http://127.0.0.1:${floors}/page`;
    // A server that has drawn a few boards only takes ten times as long for one as it does from then on.
    const headers = { accept: 'text/html', cookie: `agenda=${token}` };
    for (const page of [plain, board])
      for (let load = 0; load < warmingLoads; load++) await (await fetch(page, { headers })).text();
    const times = {
      board: { cold: [] as number[], hot: [] as number[] },
      plain: { cold: [] as number[], hot: [] as number[] },
    };
    const side = (of: keyof typeof times, address: string) => async () => {
      const context = await openBrowser(browser, new URL(address).origin, token!);
      const page = await openPage(context);
      times[of].cold.push(await paintOf(page, address));
      // A page at rest: the board fetches its dialogs and menus for some two seconds more.
      await page.waitForTimeout(4_000);
      times[of].hot.push(await paintOf(page, address));
      await context.close();
    };
    const sides = [side('plain', plain), side('board', board)];
    await alternate(1, sides);
    for (const { cold, hot } of Object.values(times)) cold.length = hot.length = 0;
    await alternate(bench.rounds, sides);
    const context = await openBrowser(browser, new URL(board).origin, token!);
    const html = await (await context.request.get(board)).text();
    let bytes = 0;
    for (const script of new Set(html.match(/\/assets\/[\w.~-]+\.js/g))) {
      const answer = await context.request.get(new URL(script, board).href, {
        headers: { 'accept-encoding': 'gzip' },
      });
      bytes += Number(answer.headers()['content-length']);
    }
    const what = `first of ${weekVisits} visits painted / a plain page`;
    return [
      atMost('P17', `${what}, empty cache`, 'ms', median(times.board.cold), median(times.plain.cold), 1.5),
      atMost('P17', `${what}, full cache`, 'ms', median(times.board.hot), median(times.plain.hot), 1.5),
      limit('P17', 'gzipped scripts that the board does not work without', 'kB', bytes / 1_000, 100),
    ];
  } finally {
    await browser.close();
    await stopAll(product, floor);
  }
}
