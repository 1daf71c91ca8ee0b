import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { type Bench, startScreens, stopAll } from './bench.ts';
import { figure, type Line, limit, median } from './measure.ts';
import { addPlace } from './people.ts';
import { analyze } from './record.ts';
import { startSlowLink } from './slow-link.ts';

/** What the list of a technician shows. */
const visits = 15;
/** A cheap phone on a weak network. */
const link = { bytesPerSecond: 1_600_000 / 8, delayMs: 75 };
const slowerCpu = 4;
const lookEveryMs = 200;
const givenUpMs = 120_000;

/** Seconds since the address was asked for. */
type Seen = { opens: number; closes: number; all: number; kilobytes: number };

/**
 * P29: from the first time that a technician's day is asked for until it opens without a signal, its visits can be closed
 * and everything else of it is there; on a processor four times slower and 1.6 Mbit/s.
 */
export async function benchNoSignal(bench: Bench): Promise<Line[]> {
  const { db } = bench.record;
  const port = Number(process.env.BENCH_PORT ?? (await freePort()));
  const place = await addPlace(db.sql, '962', 1, visits);
  const [{ technicianId, token }] = place.technicians as [(typeof place.technicians)[number]];
  await db.sql`update visits set technician_id = ${technicianId}, assigned_at = now() where id = any(${place.free}::int[])`;
  await analyze(bench.record, 'visits');
  const product = await startScreens(bench, port);
  const slow = await startSlowLink(port, link);
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--disable-gpu-rasterization', '--disable-gpu-compositing', ...chromiumArgs],
  });
  const base = `http://127.0.0.1:${slow.port}`;
  const rounds: Seen[] = [];
  try {
    // The server's first answers are slow by themselves.
    for (let round = -1; round < bench.rounds; round++) {
      const seen = await firstDay(browser, base, token, slow.carried);
      if (round >= 0) rounds.push(seen);
      bench.log(`P29: ${JSON.stringify(seen)}`);
    }
  } finally {
    await browser.close();
    await slow.close();
    await stopAll(product);
  }
  const of = (what: keyof Seen) => median(rounds.map((seen) => seen[what]));
  return [
    limit('P29', 'until the day opens without a signal', 's', of('opens'), 10),
    limit('P29', 'until each visit can be closed without one', 's', of('closes'), 10),
    figure('P29', 'until all forms, sheet and visits are kept', 's', of('all')),
    figure('P29', 'bytes until then', 'kB', of('kilobytes')),
  ];
}

async function firstDay(browser: Browser, base: string, token: string, carried: () => number): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
  });
  await context.addCookies([{ name: 'agenda', value: token, url: base }]);
  const page = await context.newPage();
  // tsx names inner functions by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (of) => of');
  const wire = await context.newCDPSession(page);
  await wire.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu });
  const before = carried();
  const begun = performance.now();
  const since = () => Math.round((performance.now() - begun) / 100) / 10;
  await page.goto(`${base}/tecnico`, { waitUntil: 'commit' });
  const seen: Seen = { opens: 0, closes: 0, all: 0, kilobytes: 0 };
  while (seen.all === 0) {
    await page.waitForTimeout(lookEveryMs);
    if (performance.now() - begun > givenUpMs) throw new Error(`P29: not ready, ${JSON.stringify(seen)}`);
    const { screens, answers, dialogs } = await keptBy(page);
    const forms = answers.filter((address) => /closing\/\d+$/.test(address)).length;
    if (seen.opens === 0 && screens.includes('/tecnico')) seen.opens = since();
    const closes = forms === visits || answers.includes('/board/closing');
    if (seen.closes === 0 && seen.opens > 0 && dialogs && closes) seen.closes = since();
    const pages = screens.filter((address) => /^\/visit\/view\/\d+\/default$/.test(address)).length;
    if (seen.closes > 0 && forms === visits && pages === visits) seen.all = since();
  }
  seen.kilobytes = Math.round((carried() - before) / 1_000);
  // It is so.
  await context.setOffline(true);
  await page.reload({ waitUntil: 'commit' });
  await page.waitForSelector('li[data-visit-id]');
  await context.close();
  return seen;
}

/** The addresses that the phone keeps, and whether the files of the dialogs are among its files. */
const keptBy = (page: Page): Promise<{ screens: string[]; answers: string[]; dialogs: boolean }> =>
  page.evaluate(async () => {
    const none = { screens: [], answers: [], dialogs: false };
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'agenda')) return none;
    const kept = await new Promise<IDBDatabase>((done) => {
      const opening = indexedDB.open('agenda');
      opening.onsuccess = () => done(opening.result);
    });
    const keysOf = (store: string) =>
      new Promise<string[]>((done) => {
        if (!kept.objectStoreNames.contains(store)) return done([]);
        const keys = kept.transaction(store).objectStore(store).getAllKeys();
        keys.onsuccess = () => done(keys.result.map((key) => String((key as [number, string])[1])));
      });
    const found = {
      screens: await keysOf('screens'),
      answers: await keysOf('answers'),
      dialogs: (await caches.match('/files-of/dialogs')) !== undefined,
    };
    kept.close();
    return found;
  });
