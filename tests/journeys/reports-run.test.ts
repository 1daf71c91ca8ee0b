import postgres from 'postgres';
import { addMonths, monthOf } from '../../machines/calendar/month.ts';
import { limit } from '../gate/limits.mjs';
import { expect, test, today } from './people.ts';
import { ownProduct } from './product.ts';

// A report that takes a while: a progress bar instead of an answer, and an end when no user waits.

/** What the segments are counted from cannot be read, so that the process that generates them waits, until the returned function is called. */
async function holdUp(sql: postgres.Sql): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((free) => {
    release = free;
  });
  let ready = () => {};
  const locked = new Promise<void>((is) => {
    ready = is;
  });
  const done = sql.begin(async (tx) => {
    await tx`lock table segment_days in access exclusive mode`;
    ready();
    await held;
  });
  await locked;
  return async () => {
    release();
    await done;
  };
}

const month = (back: number) => addMonths(monthOf(today()), -back);
const address = (back: number) => `/reports/visit_segments?mes=${month(back).slice(0, 7)}`;
let sql: postgres.Sql;
test.beforeEach(() => {
  sql = postgres(ownProduct().recordUrl, { max: 2, onnotice: () => {} });
});
let release = async () => {};
test.afterEach(async () => {
  await release();
  release = async () => {};
  await sql.end({ timeout: 1 });
});

test('a report that takes a while shows a progress bar and then its rows; who asks later gets them at once', async ({
  demo,
}) => {
  const [jefe, other] = [await demo.signedIn('jefe'), await demo.signedIn('jefe')];
  release = await holdUp(sql);
  for (const { page } of [jefe, other]) {
    await page.goto(address(7));
    await expect(page.getByRole('progressbar', { name: 'Generando el reporte' })).toBeVisible();
    await expect(page.getByText(/^Generando el reporte: \d+ %$/)).toBeVisible();
    // Another question can be asked in between.
    await expect(page.getByRole('button', { name: 'Actualizar' })).toBeEnabled();
  }
  const runs = await sql`select 1 from report_runs where month = ${month(7)}`;
  expect(runs.count).toBe(1);
  await release();
  for (const { page } of [jefe, other]) {
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  }
  await jefe.page.reload();
  await expect(jefe.page.getByRole('table')).toBeVisible();
  expect((await sql`select 1 from report_runs where month = ${month(7)}`).count).toBe(1);
});

test('who leaves waits no more, and the report is not generated to its end', async ({ demo }) => {
  const { page } = await demo.signIn('jefe');
  release = await holdUp(sql);
  await page.goto(address(11));
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page
    .getByRole('link', { name: 'Volver' })
    .or(page.getByRole('button', { name: 'Volver' }))
    .first()
    .click();
  await expect
    .poll(async () => (await sql`select state from report_runs where month = ${month(11)}`)[0]?.state, {
      timeout: limit(20_000),
    })
    .toBe('cancelled');
});
