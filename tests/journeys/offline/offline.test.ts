import {
  browserEvent,
  card,
  cardButton,
  namesOf,
  ownVisit,
  pendingOpener,
  timelineOf,
} from '../../support/browser/phone.ts';
import { expect, postLogin } from '../people.ts';
import { test } from '../record.ts';

// What may not be lost may not be lost by chance either.
test.describe.configure({ retries: 0 });

// A technician without a signal (contract §8): what was pressed waits on the phone, and arrives as it took place.

test.describe('with the network cut', () => {
  test.use({ cutsNetwork: true });

  test('what is done without a signal shows at once, waits, and arrives once, in order, with its time', async ({
    demo,
    record,
  }) => {
    const visits = [await demo.freeVisit(), await demo.freeVisit()];
    const [mine, free] = visits.map(({ visitId }) => visitId) as [number, number];
    record.closeAfterwards([mine, free]);
    const call = await demo.freeTechnician('tecnico');
    await call('visit/attach', { visit_id: mine });
    const { page, context } = await demo.signIn('tecnico', { phone: true });
    await expect(card(page, mine)).toBeVisible();
    // The list of what waits is fetched once the page runs.
    await page.waitForLoadState('networkidle');

    await context.setOffline(true);
    const began = Date.now();
    await cardButton(page, mine, 'Voy en camino').click();
    await expect(card(page, mine)).toContainText(/pendiente de envío · \d\d:\d\d/);
    await expect(card(page, mine)).toHaveAttribute('data-pending', 'true');
    await expect(page.getByRole('region', { name: 'En camino' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
    await cardButton(page, free, 'Tomar').click();
    await page.getByRole('tab', { name: /Mis visitas/ }).click();
    await expect(card(page, free)).toContainText('pendiente de envío');
    // The machine decides here what it decides on the server: one visit at a time.
    await cardButton(page, free, 'Voy en camino').click({ force: true });
    await expect(page.getByRole('dialog', { name: 'No permitido' })).toBeVisible();
    await page.keyboard.press('Escape');

    await pendingOpener(page).click();
    const list = page.getByRole('dialog', { name: 'Pendientes de envío (2)' });
    await expect(list.getByRole('listitem')).toHaveText([/^Voy en camino · OT/, /^Tomar · OT/]);
    await expect(page).toHaveURL(/pendientes=1/);
    await page.goBack();
    await expect(list).toBeHidden();
    const ended = Date.now();

    await context.setOffline(false);
    await expect(pendingOpener(page)).toBeHidden();
    await expect(card(page, mine)).not.toHaveAttribute('data-pending', /./);
    expect(await namesOf(demo, mine)).toEqual(['visit.taken', 'visit.on_the_way']);
    expect(await namesOf(demo, free)).toEqual(['visit.taken']);
    for (const line of [...(await timelineOf(demo, mine)).slice(-1), ...(await timelineOf(demo, free))]) {
      const at = Date.parse(line.happened_at);
      expect(at).toBeGreaterThan(began - 2_000);
      expect(at).toBeLessThan(ended);
      expect(Date.parse(line.reported_at)).toBeGreaterThan(ended - 1_000);
    }
  });

  test('a card whose step has waited stands still, and says that it is not sent, while it is tried again', async ({
    demo,
    record,
  }) => {
    const visits = [await demo.freeVisit(), await demo.freeVisit()].map(({ visitId }) => visitId);
    record.closeAfterwards(visits);
    const call = await demo.freeTechnician('tecnico');
    for (const visit_id of visits) await call('visit/attach', { visit_id });
    const { page, context } = await demo.signIn('tecnico', { phone: true });
    const order = () =>
      page
        .locator('li[data-visit-id]')
        .evaluateAll((cards) => cards.map((one) => Number((one as HTMLElement).dataset.visitId)));
    await expect(card(page, visits[1]!)).toBeVisible();
    const pressed = (await order()).at(-1)!;
    await page.waitForLoadState('networkidle');

    await context.setOffline(true);
    await cardButton(page, pressed, 'Voy en camino').click();
    await expect(card(page, pressed)).toContainText('pendiente de envío');
    const waiting = await order();
    expect(waiting[0]).toBe(pressed);

    let pass = () => {};
    const passes = new Promise<void>((done) => {
      pass = done;
    });
    const asked = page.waitForRequest('**/do/**');
    await context.route('**/do/**', async (route) => {
      await passes;
      await route.fallback();
    });
    const seen: number[][] = [];
    await page.exposeFunction('cardsAre', (ids: number[]) => seen.push(ids));
    await page.evaluate(() => {
      const ids = () =>
        [...document.querySelectorAll<HTMLElement>('li[data-visit-id]')].map((one) =>
          Number(one.dataset.visitId),
        );
      const list = document.querySelector('li[data-visit-id]')!.parentElement!;
      new MutationObserver(() =>
        (window as unknown as { cardsAre(ids: number[]): void }).cardsAre(ids()),
      ).observe(list, { childList: true });
    });
    await context.setOffline(false);
    await asked;
    await expect(card(page, pressed)).toContainText('pendiente de envío');
    await expect(pendingOpener(page)).toHaveText('Pendientes de envío (1)');
    pass();
    await expect(pendingOpener(page)).toBeHidden();
    await expect(card(page, pressed)).not.toHaveAttribute('data-pending', /./);
    expect(await order()).toEqual(waiting);
    expect(seen.filter((ids) => ids.join() !== waiting.join())).toEqual([]);
  });

  test('a restart of the page loses nothing, and another user of the phone does not send it', async ({
    demo,
    record,
    baseURL,
  }) => {
    const { visitId } = await ownVisit(demo, record);
    const { page, context } = await demo.signIn('tecnico', { phone: true });
    let passes = false;
    await context.route('**/do/**', (route) => (passes ? route.fallback() : route.abort('failed')));
    await cardButton(page, visitId, 'Voy en camino').click();
    await expect(card(page, visitId)).toContainText('pendiente de envío');
    await page.getByRole('button', { name: /^Menú/ }).click();
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click();
    const question = page.getByRole('dialog', { name: 'Cerrar Sesión' });
    await expect(question).toContainText('Hay 1 acción sin enviar.');
    await question.getByRole('button', { name: 'Volver' }).click();
    for (const [username, shown] of [
      ['tecnico2', false],
      ['tecnico', true],
    ] as const) {
      await page.goto('about:blank');
      await postLogin(context, username, baseURL!);
      await page.goto('/tecnico');
      await expect(page.getByRole('tab', { name: /Visitas para tomar/ })).toBeVisible();
      await expect(pendingOpener(page)).toHaveCount(shown ? 1 : 0);
      // Not even from a page that stayed open.
      const headers = { origin: baseURL!, 'x-agenda-user': '1' };
      const sent = await context.request.post('/do/releaseVisit', {
        data: { visit_id: visitId, notes: 'de otro' },
        headers,
      });
      expect(sent.status()).toBe(401);
    }
    expect(await namesOf(demo, visitId)).toEqual(['visit.taken']);
    await pendingOpener(page).click();
    const sendNow = page.getByRole('button', { name: 'Enviar ahora' });
    await sendNow.waitFor();
    // At once: by itself it is sent again every 15 seconds.
    passes = true;
    await sendNow.click();
    await expect(page.getByText('No hay nada pendiente de envío.')).toBeVisible();
    expect(await namesOf(demo, visitId)).toEqual(['visit.taken', 'visit.on_the_way']);
  });

  test('a signal that returns while no page of the agenda is open sends what waits all the same', async ({
    demo,
    record,
  }) => {
    const { visitId } = await ownVisit(demo, record);
    const { page, context } = await demo.signIn('tecnico', { phone: true });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    await context.setOffline(true);
    await cardButton(page, visitId, 'Voy en camino').click();
    await expect(card(page, visitId)).toContainText('pendiente de envío');
    const asked = () =>
      page.evaluate(async () => {
        const { sync } = (await navigator.serviceWorker.ready) as never as {
          sync: { getTags(): Promise<string[]> };
        };
        return sync.getTags();
      });
    await expect.poll(asked).toEqual(['agenda.pasos']);
    // A page without scripts takes the place of the day's: only the service worker can send.
    await page.goto('/sin-conexion.html');
    await context.setOffline(false);
    await browserEvent(page, (registrationId, origin) => [
      'ServiceWorker.dispatchSyncEvent',
      { origin, registrationId, tag: 'agenda.pasos', lastChance: false },
    ]);
    await expect.poll(() => namesOf(demo, visitId)).toEqual(['visit.taken', 'visit.on_the_way']);
  });

  test('a step that was overtaken says why, holds what depends on it, and lets the others go', async ({
    demo,
    record,
  }) => {
    const visits = [await demo.freeVisit(), await demo.freeVisit()];
    const [lost, won] = visits.map(({ visitId }) => visitId) as [number, number];
    record.closeAfterwards([lost, won]);
    const other = await demo.freeTechnician('tecnico2');
    await demo.freeTechnician('tecnico');
    const { page, context } = await demo.signIn('tecnico', { phone: true });
    await page.getByRole('tab', { name: /Visitas para tomar/ }).click();
    await expect(card(page, lost)).toBeVisible();
    await context.setOffline(true);
    await cardButton(page, lost, 'Tomar').click();
    await cardButton(page, won, 'Tomar').click();
    await page.getByRole('tab', { name: /Mis visitas/ }).click();
    await cardButton(page, lost, 'Voy en camino').click();
    await expect(pendingOpener(page)).toHaveText('Pendientes de envío (3)');
    await other('visit/attach', { visit_id: lost });

    await context.setOffline(false);
    await expect(page.getByText('Una acción no se pudo aplicar. Mirá por qué.')).toBeVisible();
    await expect(pendingOpener(page)).toHaveText('Pendientes de envío (2)');
    await expect.poll(() => namesOf(demo, won)).toEqual(['visit.taken']);
    await pendingOpener(page).click();
    const rows = page.getByRole('dialog').getByRole('listitem');
    await expect(rows.first().getByRole('alert')).toHaveText(/tomada|asignada/);
    await expect(rows.last()).toContainText('Espera a que se resuelva lo anterior');
    await expect(rows.first().getByRole('link', { name: 'Ver la visita' })).toHaveAttribute(
      'href',
      `/visit/view/${lost}/default`,
    );
    await rows.first().getByRole('button', { name: 'Reintentar' }).click();
    await expect(rows.first().getByRole('alert')).toBeVisible();
    await rows.first().getByRole('button', { name: 'Descartar (2)' }).click();
    await expect(page.getByText('No hay nada pendiente de envío.')).toBeVisible();
    expect(await namesOf(demo, lost)).toEqual(['visit.taken']);
  });
});
