import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { Demo } from './people.ts';
import type { JourneyRecord } from './record.ts';

/** A visit of today that `tecnico` has, and no other one under way; `call` asks as `tecnico`. */
export async function ownVisit(demo: Demo, record: JourneyRecord) {
  const { visitId } = await demo.freeVisit();
  record.closeAfterwards([visitId]);
  const call = await demo.freeTechnician('tecnico');
  await call('visit/attach', { visit_id: visitId });
  return { visitId, call };
}

/** Visits of today that are this technician's, who has no other open one: their list is capped. */
export async function ownVisits(demo: Demo, record: JourneyRecord, username: string, count: number) {
  const call = await demo.freeTechnician(username);
  type Day = {
    assigned: { visits: { id: number; tech_id: number; delayed: boolean; on_the_way: boolean }[] };
  };
  const { data } = await call<Day>('visit/get/by_tech_id', {});
  const others = data.assigned.visits.filter((visit) => !visit.delayed && !visit.on_the_way);
  const hand = (tech_id: number | null) =>
    demo.jefe('visit/change_technician', { visit_id: others.map(({ id }) => id), tech_id });
  if (others.length > 0) {
    await hand(null);
    record.afterwards(() => hand(others[0]!.tech_id));
  }
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { visitId } = await demo.freeVisit();
    await call('visit/attach', { visit_id: visitId });
    ids.push(visitId);
  }
  record.closeAfterwards(ids);
  return ids;
}

export const card = (page: Page, id: number) => page.locator(`li[data-visit-id="${id}"]`);
export const cardButton = (page: Page, id: number, name: string) =>
  card(page, id).getByRole('button', { name });
export const pendingOpener = (page: Page) =>
  page.getByRole('button', { name: /^Pendientes de envío \(\d+\)$/ });

/** The addresses whose answers or screens the phone keeps. */
export const keptOnPhone = (page: Page, store: 'answers' | 'screens'): Promise<string[]> =>
  page.evaluate(async (name) => {
    const databases = await indexedDB.databases();
    if (!databases.some((database) => database.name === 'agenda')) return [];
    return new Promise<string[]>((done) => {
      const opening = indexedDB.open('agenda');
      opening.onsuccess = () => {
        const keys = opening.result.transaction(name).objectStore(name).getAllKeys();
        keys.onsuccess = () => {
          opening.result.close();
          done(keys.result.map((key) => String((key as [number, string])[1])));
        };
      };
    });
  }, store);

/** What the phone keeps of answers goes, but for these addresses: as on the morning of another day. */
export const forgetAnswers = (page: Page, but: string[] = []): Promise<void> =>
  page.evaluate(
    (stay) =>
      new Promise<void>((done) => {
        const opening = indexedDB.open('agenda');
        opening.onsuccess = () => {
          const tx = opening.result.transaction('answers', 'readwrite');
          const asked = tx.objectStore('answers').openCursor();
          asked.onsuccess = () => {
            const cursor = asked.result;
            if (!cursor) return;
            if (!stay.includes((cursor.key as [number, string])[1])) cursor.delete();
            cursor.continue();
          };
          tx.oncomplete = () => {
            opening.result.close();
            done();
          };
        };
      }),
    but,
  );

type Line = { name: string; happened_at: string; reported_at: string };
/** What the record says of a visit since the office prepared it (`keepPending` of office.ts). */
export async function timelineOf(demo: Demo, visitId: number): Promise<Line[]> {
  const { data } = await demo.jefe<{ events: Line[] }>('report/segment', { visit_id: visitId });
  return data.events.filter(
    ({ name }) => name.startsWith('visit.') && !['visit.created', 'visit.postponed'].includes(name),
  );
}
export const namesOf = async (demo: Demo, visitId: number) =>
  (await timelineOf(demo, visitId)).map(({ name }) => name);

/** An event that the browser itself would send to the page's service worker. */
export async function browserEvent(
  page: Page,
  make: (
    registrationId: string,
    origin: string,
  ) => ['ServiceWorker.deliverPushMessage', object] | ['ServiceWorker.dispatchSyncEvent', object],
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) done(registrations[0].registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const [method, parameters] = make(await registered, new URL(page.url()).origin);
  await session.send(method, parameters as never);
  await session.detach();
}

/** A picture of a camera: larger than what is kept, and of several pieces when it is sent. */
export const picture = async (name: string, width = 2_000) => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width, height: 1_500, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 9 } },
  } as never)
    .withExif({ IFD0: { Artist: 'Rosa Dueña' } })
    .jpeg()
    .toBuffer(),
});
