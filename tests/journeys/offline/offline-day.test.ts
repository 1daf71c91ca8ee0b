import type { BrowserContext, Page, Route } from '@playwright/test';
import { refusals } from '../../../machines/words/refusals.ts';
import { limit } from '../../gate/limits.mjs';
import {
  card,
  cardButton,
  keptOnPhone,
  namesOf,
  ownVisits,
  pendingOpener,
  picture,
  timelineOf,
} from '../../support/browser/phone.ts';
import { expect, postLogin } from '../people.ts';
import { test } from '../record.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

// A technician's whole day without a signal, and what a phone may suffer in between (contract §8): every press arrives
// once, in its order, with its time.

test.use({ cutsNetwork: true });

const currentBar = (page: Page, state: string) => page.getByRole('region', { name: state });

test('six visits are done without a signal, and arrive once and in order over a connection that breaks twice, but for the one that another technician has got (F22)', async ({
  demo,
  record,
}) => {
  test.setTimeout(limit(180_000));
  const ids = await ownVisits(demo, record, 'tecnico', 6);
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  for (const id of ids) {
    await expect(card(page, id)).toBeVisible();
    await expect
      .poll(() => keptOnPhone(page, 'answers'), { timeout: limit(30_000) })
      .toContain(`/board/closing/${id}`);
  }

  await context.setOffline(true);
  for (const id of ids) {
    await cardButton(page, id, 'Voy en camino').click();
    await currentBar(page, 'En camino').getByRole('button', { name: 'Llegué' }).click();
    await currentBar(page, 'En el domicilio').getByRole('button', { name: 'Cerrar visita' }).click();
    const form = page.getByRole('dialog', { name: 'Cerrar visita' });
    await form.getByLabel('Tipo de reparación').selectOption({ index: 1 });
    await form.getByRole('button', { name: 'Cerrar visita' }).click();
    await expect(page.getByText('Sin señal: el cierre quedó pendiente de envío.').last()).toBeVisible();
    await expect(form).toBeHidden();
    await expect(cardButton(page, id, 'Liberar')).toHaveCount(0);
  }
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (18)');
  const ended = Date.now();
  const other = (await (await demo.api('tecnico2'))<{ tech_id: number }>('user/getuserinfo', {})).data
    .tech_id;
  const given = ids.pop()!;
  await demo.jefe('visit/change_technician', { visit_id: [given], tech_id: other });

  const sent = await breakTwice(context);
  await context.setOffline(false);
  await expect(pendingOpener(page)).toHaveText('Pendientes de envío (3)', { timeout: limit(60_000) });
  expect(sent.lost).toBe(2);
  await pendingOpener(page).click();
  const list = page.getByRole('dialog', { name: /^Pendientes de envío/ });
  await expect(list.getByRole('alert')).toHaveText(refusals['assigned-to-other'][1]);
  await list.getByRole('button', { name: 'Descartar (3)' }).click();
  await expect(list.getByText('No hay nada pendiente de envío.')).toBeVisible();
  expect(await namesOf(demo, given)).toEqual(['visit.taken', 'visit.assigned']);

  let before = 0;
  for (const id of ids) {
    const lines = (await timelineOf(demo, id)).slice(1);
    expect(lines.map(({ name }) => name)).toEqual(['visit.on_the_way', 'visit.arrived', 'visit.finished']);
    for (const { happened_at, reported_at } of lines) {
      const at = Date.parse(happened_at);
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThan(ended);
      expect(Date.parse(reported_at)).toBeGreaterThan(ended - 1_000);
      before = at;
    }
  }
});

/** Of what is sent next, one request never arrives, and of another the answer is lost after the server has acted. */
async function breakTwice(context: BrowserContext): Promise<{ lost: number }> {
  const sent = { lost: 0 };
  let turn = 0;
  await context.route('**/do/**', async (route) => {
    turn++;
    if (turn === 3) await route.fetch();
    if (turn === 3 || turn === 7) {
      sent.lost++;
      return route.abort('failed');
    }
    return route.fallback();
  });
  return sent;
}

test('two phones of one technician do a visit once, and the second one says what was done already', async ({
  demo,
  record,
}) => {
  const [mine] = (await ownVisits(demo, record, 'tecnico', 1)) as [number];
  const phones = [
    await demo.signIn('tecnico', { phone: true }),
    await demo.signIn('tecnico', { phone: true }),
  ] as const;
  for (const { page, context } of phones) {
    await expect(card(page, mine)).toBeVisible();
    await context.setOffline(true);
    await cardButton(page, mine, 'Voy en camino').click();
    await expect(card(page, mine)).toContainText('pendiente de envío');
  }
  const [first, second] = phones;
  await first.context.setOffline(false);
  await expect.poll(() => namesOf(demo, mine)).toContain('visit.on_the_way');
  await second.context.setOffline(false);
  await pendingOpener(second.page).click();
  const list = second.page.getByRole('dialog');
  await expect(list.getByRole('alert')).toHaveText('Ya vas en camino para esta visita.');
  await list.getByRole('button', { name: 'Descartar' }).click();
  await expect(second.page.getByText('No hay nada pendiente de envío.')).toBeVisible();
  expect((await namesOf(demo, mine)).filter((name) => name === 'visit.on_the_way')).toHaveLength(1);
});

test('a phone whose clock is ten minutes ahead reports when it was, not what it believes', async ({
  demo,
  record,
  baseURL,
}) => {
  const [mine] = (await ownVisits(demo, record, 'tecnico', 1)) as [number];
  const { page, context } = await demo.open({ phone: true });
  // Its prototype stays: the calendar's library takes the methods from there.
  await context.addInitScript(() => {
    const now = Date.now;
    const ahead = 10 * 60_000;
    window.Date = new Proxy(Date, {
      construct: (real, parts, asked) =>
        Reflect.construct(real, parts.length > 0 ? parts : [now() + ahead], asked),
      get: (real, name) => (name === 'now' ? () => now() + ahead : Reflect.get(real, name)),
    });
  });
  await postLogin(context, 'tecnico', baseURL!);
  await page.goto('/tecnico');
  await expect(card(page, mine)).toBeVisible();
  await expect(page.getByTitle('En vivo')).toBeVisible();
  await context.setOffline(true);
  const pressed = Date.now();
  await cardButton(page, mine, 'Voy en camino').click();
  await expect(card(page, mine)).toContainText('pendiente de envío');
  await context.setOffline(false);
  await expect(pendingOpener(page)).toBeHidden();
  await expect(card(page, mine)).not.toHaveAttribute('data-pending', /./);
  const departure = (await timelineOf(demo, mine)).at(-1)!;
  expect(Math.abs(Date.parse(departure.happened_at) - pressed)).toBeLessThan(10_000);
});

test('a phone without room keeps the press in the page, says so until it has arrived, and sends it', async ({
  demo,
  record,
}) => {
  const [mine] = (await ownVisits(demo, record, 'tecnico', 1)) as [number];
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await expect(card(page, mine)).toBeVisible();
  await page.evaluate(() => {
    IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await context.setOffline(true);
  await cardButton(page, mine, 'Voy en camino').click();
  const notice = page.getByRole('status').filter({ has: pendingOpener(page) });
  const warning = 'El teléfono no tiene lugar para guardar lo que hiciste.';
  await expect(notice).toContainText(warning);

  let held: Route | undefined;
  await page.route('**/do/setOnTheWay', (route) => {
    held = route;
  });
  await context.setOffline(false);
  await expect.poll(() => held).toBeDefined();
  await expect(notice).toContainText(warning);
  await held!.continue();
  await expect(notice).toBeHidden();
  expect((await namesOf(demo, mine)).at(-1)).toBe('visit.on_the_way');
});

test('a phone whose database does not answer sends presses and photos all the same, and says that they are not kept', async ({
  demo,
  record,
}) => {
  const [mine] = (await ownVisits(demo, record, 'tecnico', 1)) as [number];
  const { page, context } = await demo.signIn('tecnico', { phone: true });
  await expect(card(page, mine)).toBeVisible();
  await page.evaluate(() => {
    const never = () => new Promise(() => {}) as never;
    Object.assign(IDBObjectStore.prototype, { add: never, put: never });
  });
  await context.setOffline(true);
  await cardButton(page, mine, 'Voy en camino').click();
  const notice = page.getByRole('status').filter({ has: pendingOpener(page) });
  await expect(notice).toContainText('No se pudo guardar en este teléfono lo que hiciste.');
  await context.setOffline(false);
  await expect.poll(async () => (await namesOf(demo, mine)).at(-1)).toBe('visit.on_the_way');
  await expect(notice).toBeHidden();

  await card(page, mine).getByRole('link', { name: /^OT/ }).click();
  const photos = page.getByRole('region', { name: 'Fotos' });
  await photos.locator('input[type=file]').setInputFiles([await picture('uno'), await picture('dos')]);
  await expect(photos.getByRole('button', { name: /^Foto \d,/ })).toHaveCount(2, { timeout: limit(20_000) });
});
