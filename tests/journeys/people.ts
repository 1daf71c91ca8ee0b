import { basename } from 'node:path';
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { instantOf } from '../../machines/calendar/slots.ts';
import { refuseSecrets } from '../support/secrets.ts';
import { textsShownBy } from './error-catalogue.ts';
import { ownProduct, secretsOf } from './product.ts';

/** Anybody of the demo, in a browser of their own. */
export type Person = { page: Page; context: BrowserContext };
type Options = { phone?: boolean; scheme?: 'light' | 'dark' };
type SignIn = (username: string, options?: Options) => Promise<Person>;

/**
 * What a console may say without failing a journey: refusals that the journey itself causes, and Remix's line about an
 * answer that it was reading when the next navigation took its place (its single-fetch.js).
 */
const expected = [
  /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/,
  /^AbortError: signal is aborted without reason\s+at /,
];
/** A journey that cuts the network says so: then the browser may complain of it. */
const offline = [
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)|step not kept on the device|unknown error occurred when fetching the script|WebSocket connection|week not loaded|orders not loaded/,
];

/** And one that breaks the server says so. */
const broken = [/Failed to load resource: the server responded with a status of 50[03]/];

/** A console error, a hydration warning or a CSP violation fails the journey it happens in. */
export const test = base.extend<{
  /** By the form, to the person's own view. */
  signIn: SignIn;
  /** A user who signed in before, on no page yet: one who goes straight to a screen needs neither form nor view. */
  signedIn: SignIn;
  open: (options?: { phone?: boolean }) => Promise<Person>;
  /** The one that most journeys work in: of the demo's technician and its dispatcher. */
  operation: string;
  cutsNetwork: boolean;
  breaksServer: boolean;
  complaints: string[];
  /** The texts of the error catalogue that this journey has not shown yet. */
  catalogue: Set<string>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
  baseURL: async ({}, use) => use(ownProduct().baseURL),
  operation: async ({ request }, use) => use(await sharedOperation(request)),
  cutsNetwork: [false, { option: true }],
  breaksServer: [false, { option: true }],
  complaints: async ({ cutsNetwork, breaksServer }, use) => {
    const complaints: string[] = [];
    await use(complaints);
    const allowed = [...expected, ...(cutsNetwork ? offline : []), ...(breaksServer ? broken : [])];
    expect(complaints.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },
  catalogue: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use, { file, title }) => {
      const missing = new Set(textsShownBy(basename(file, '.test.ts'), title));
      await use(missing);
      expect([...missing], 'texts of the error catalogue that this journey has to show').toEqual([]);
    },
    { auto: true },
  ],
  open: async ({ browser, complaints, catalogue }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({
        viewport: options.phone ? { width: 390, height: 844 } : { width: 1366, height: 768 },
        hasTouch: options.phone ?? false,
      });
      contexts.push(context);
      if (catalogue.size > 0) await watchForTexts(context, catalogue);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      watchForSecrets(page, complaints);
      waitForScripts(page);
      return { page, context };
    });
    for (const context of contexts) await context.close();
  },
  signIn: async ({ open, request }, use) => {
    await use(async (username, options = {}) => {
      const person = await begin(open, request, username, options);
      await person.page.goto('/login');
      await person.page.getByLabel('Usuario').fill(username);
      await person.page.getByLabel('Contraseña').fill('agenda-demo');
      await person.page.keyboard.press('Enter');
      await person.page.waitForURL((url) => url.pathname !== '/login');
      // The address turns a moment before the screen does.
      await person.page.getByLabel('Contraseña').waitFor({ state: 'detached' });
      // The screen may have come as a document.
      await scriptsOf(person.page);
      return person;
    });
  },
  signedIn: async ({ open, request, baseURL }, use) => {
    await use(async (username, options = {}) => {
      const person = await begin(open, request, username, options);
      // What the form sends; the session's cookie stays with the browser.
      const answer = await person.context.request.post('/login', {
        form: { username, password: 'agenda-demo' },
        headers: { origin: baseURL! },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(302);
      return person;
    });
  },
});

/**
 * An address is there once its scripts are: a press before that is on a page that does not listen yet, which a person
 * repeats and a journey does not.
 */
function waitForScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (...args) => {
    const response = await goto(...args);
    await scriptsOf(page);
    return response;
  };
  page.reload = async (...args) => {
    const response = await reload(...args);
    await scriptsOf(page);
    return response;
  };
}

async function scriptsOf(page: Page): Promise<void> {
  const started = () =>
    document.readyState !== 'loading' && (!('__remixContext' in window) || '__remixRouter' in window);
  // One whose scripts are kept from it, as some journeys do, is taken as it is.
  await page.waitForFunction(started, undefined, { timeout: 10_000 }).catch(() => {});
}

/** Takes each text out of `missing` once a page shows it; an address ('/login') once a page is there. */
async function watchForTexts(context: BrowserContext, missing: Set<string>): Promise<void> {
  await context.exposeFunction('catalogueTextShown', (text: string) => missing.delete(text));
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => missing.delete(new URL(frame.url(), 'http://none').pathname)),
  );
  await context.addInitScript(
    (texts) => {
      const left = new Set(texts);
      const look = (node: Node | null) => {
        const shown = node?.textContent?.replace(/\s+/g, ' ') ?? '';
        for (const text of left)
          if (shown.includes(text)) {
            left.delete(text);
            (window as unknown as { catalogueTextShown: (text: string) => void }).catalogueTextShown(text);
          }
      };
      new MutationObserver((changes) => {
        for (const { target, addedNodes, type } of changes) {
          if (type === 'characterData') look(target.parentElement);
          for (const node of addedNodes) look(node.nodeType === Node.TEXT_NODE ? target : node);
        }
      }).observe(document, { childList: true, characterData: true, subtree: true });
    },
    [...missing],
  );
}

/** Documents, data and frames that hold a secret of the installation fail the journey. */
function watchForSecrets(page: Page, complaints: string[]): void {
  const secrets = secretsOf(ownProduct());
  const look = (place: string, text: string) => {
    try {
      refuseSecrets(secrets, place, text);
    } catch (error) {
      complaints.push((error as Error).message);
    }
  };
  page.on('response', async (response) => {
    if (!['document', 'fetch', 'xhr'].includes(response.request().resourceType())) return;
    // One whose page is gone cannot be read any more.
    const text = await response.text().catch(() => '');
    look(response.url(), `${JSON.stringify(response.headers())}\n${text}`);
  });
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => look('a frame', payload.toString())),
  );
}

/** Each journey begins with the boards as they were at first. */
async function begin(
  open: (options?: { phone?: boolean }) => Promise<Person>,
  request: APIRequestContext,
  username: string,
  options: Options,
): Promise<Person> {
  const call = await api(request, username);
  await call('user/preferences', { jefetec: '', calendario: '', singleKeys: true });
  const person = await open(options);
  if (options.scheme) await person.page.emulateMedia({ colorScheme: options.scheme });
  return person;
}

/** The same product by its API: what a journey prepares, or checks behind the screen. */
export async function api(request: APIRequestContext, username: string) {
  const login = await request.post('/v1/user/login', { data: { username, password: 'agenda-demo' } });
  const { token } = ((await login.json()) as { data: { token: string } }).data;
  return async <T = Record<string, never>>(
    path: string,
    data: object = {},
  ): Promise<{ code: number; diagnostic: string; data: T }> => {
    const response = await request.post(`/v1/${path}`, {
      data,
      headers: { authorization: `Bearer ${token}` },
    });
    refuseSecrets(secretsOf(ownProduct()), path, await response.text());
    return (await response.json()) as { code: number; diagnostic: string; data: T };
  };
}

type PendingOrder = { ot_number: string; ot_type: number; client_id: string };

/** The orders of an operation that wait for a visit, the first of the list first. */
export const pendingOrders = async (call: Call, operation: string, filter = {}): Promise<PendingOrder[]> =>
  (await call<{ orders: PendingOrder[] }>('orders/pending', { subsidiary: operation, ...filter })).data
    .orders;

/** Those that no visit stands for yet. */
export const unscheduledOrders = (call: Call, operation: string): Promise<PendingOrder[]> =>
  pendingOrders(call, operation, { unscheduled_only: true });

/** The last of them in the list: the lists of a screen show the first, which other journeys look at. */
export const orderWithoutVisit = async (call: Call, operation: string): Promise<PendingOrder> =>
  (await unscheduledOrders(call, operation)).at(-1)!;

/** Makes a visit of an order; `checked` names what the form's boxes add, as its link. */
export async function createVisit(
  call: Call,
  { ot_type, ot_number }: { ot_type: number; ot_number: string },
  { day = today(), slotId, checked = [] }: { day?: string; slotId: number; checked?: string[] },
): Promise<{ visitId: number; path: string }> {
  const { diagnostic, data } = await call<{ visit_id: number; public_link: string | null }>('visit/create', {
    ...{ ot_type, ot_number, checked },
    possibleDate: day,
    timestripe: slotId,
  });
  expect(diagnostic).toBe('');
  return { visitId: data.visit_id, path: data.public_link ? new URL(data.public_link).pathname : '' };
}

type DaySlot = { id: number; name: string; from: number; to: number };

const slotsOf = async (call: Call, operation: string, day: string): Promise<DaySlot[]> =>
  (await call<DaySlot[]>('visit/get_timestripes_by_date', { subsidiary: operation, date_selected: day }))
    .data;

/** The first slot of an operation, over or not. */
export const firstSlot = async (call: Call, operation: string, day: string): Promise<number> =>
  (await slotsOf(call, operation, day))[0]!.id;

/**
 * The first slot of the day that is not over and stays so for a quarter of an hour, for a visit that is given to
 * a technician and is not 'Cierre demorado' while the journey lasts. At the end of the day there is none: then the first,
 * whose visits stand highest in the lists.
 */
export async function slotNotOver(call: Call, operation: string, day: string): Promise<DaySlot> {
  const slots = await slotsOf(call, operation, day);
  const soon = Date.now() + 15 * 60_000;
  return slots.find(({ to }) => instantOf(day, to).getTime() > soon) ?? slots[0]!;
}

/**
 * In the day's last hour every slot is over, and a visit that is given to a technician 'Cierre demorado' within the minute,
 * unless a dispatcher left it pending since: then it waits for the customer's call.
 */
async function keepPending(jefe: Call, visitId: number, day: string, slot: DaySlot): Promise<void> {
  if (instantOf(day, slot.to).getTime() > Date.now()) return;
  const input = { visit_id: visitId, status: 50, extra_comments: 'El cliente avisa a qué hora llega' };
  expect((await jefe('visit/finish', input)).diagnostic).toBe('');
}

export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(new Date());

/**
 * The lists of what a technician can take show 15, the oldest slot first. Of those that stand before a new visit of
 * this slot some are given to another user when they are so many: in the evening nearly all of the day's do.
 */
export async function makeRoom(request: APIRequestContext, slot: { from: number }): Promise<void> {
  const call = await api(request, 'tecnico');
  for (;;) {
    const { data } = await call<{
      timestripe: { visits: { id: number; subsidiary: string; timestripe_friendly: string }[] };
    }>('visit/get/by_tech_id');
    const before = data.timestripe.visits.filter(
      ({ timestripe_friendly: name }) => Number.parseInt(name, 10) <= slot.from,
    );
    if (before.length < 12) return;
    const operation = before[0]!.subsidiary;
    const some = before.filter(({ subsidiary }) => subsidiary === operation).slice(0, 6);
    await handOver(
      request,
      operation,
      some.map(({ id }) => id),
    );
  }
}

/** To a technician whom no journey signs in. */
export async function handOver(
  request: APIRequestContext,
  operation: string,
  visits: number[],
): Promise<void> {
  const jefe = await api(request, 'jefe');
  const known: number[] = [];
  for (const username of ['jefe', 'tecnico', 'tecnico2']) {
    const call = await api(request, username);
    known.push((await call<{ tech_id: number }>('user/getuserinfo')).data.tech_id);
  }
  const crew = await jefe<{ value: number }[]>('visit/get_technicians_list', { operations: [operation] });
  const tech_id = crew.data.find(({ value }) => !known.includes(value))!.value;
  expect((await jefe('visit/change_technician', { visit_id: visits, tech_id })).diagnostic).toBe('');
}

/** A visit of today that is unassigned, made by the dispatcher through the API from an order without visits. */
export async function freeVisit(
  request: APIRequestContext,
  operation: string,
): Promise<{ visitId: number; orderNumber: string }> {
  const jefe = await api(request, 'jefe');
  const order = await orderWithoutVisit(jefe, operation);
  const slot = await slotNotOver(jefe, operation, today());
  await makeRoom(request, slot);
  const { visitId } = await createVisit(jefe, order, { slotId: slot.id });
  await keepPending(jefe, visitId, today(), slot);
  return { visitId, orderNumber: order.ot_number };
}

type Call = Awaited<ReturnType<typeof api>>;

/** A technician who is on the way to no visit, whatever an earlier journey or the demo left. */
export async function freeTechnician(request: APIRequestContext, username: string): Promise<Call> {
  const call = await api(request, username);
  const me = await call<{ tech_id: number; subsidiaries: { subsidiary_id: string }[] }>('user/getuserinfo');
  for (const { subsidiary_id: subsidiary } of me.data.subsidiaries) {
    const week = await call<{
      data: Record<
        string,
        Record<string, { visits: { id: number; tech_id: number; on_the_way: boolean }[] }>
      >;
    }>('visits', { subsidiary });
    const visits = Object.values(week.data.data).flatMap((day) =>
      Object.values(day).flatMap((slot) => slot.visits),
    );
    for (const visit of visits.filter((one) => one.on_the_way && one.tech_id === me.data.tech_id))
      await call('visit/set_on_the_way', { visit_id: visit.id, on_the_way: false });
  }
  return call;
}

/** Give a visit back that a journey took: the technician's list is capped, and the next journey looks at it. */
export async function putBack(call: Call, visitId: number): Promise<void> {
  await call('visit/set_on_the_way', { visit_id: visitId, on_the_way: false });
  await call('visit/detach', { visit_id: visitId, notes: 'fin de la prueba' });
}

/** The first operation that the technician of the demo and its dispatcher share. */
export async function sharedOperation(request: APIRequestContext): Promise<string> {
  const of = async (username: string) => {
    const call = await api(request, username);
    const me = await call<{ subsidiaries: { subsidiary_id: string }[] }>('user/getuserinfo', { username });
    return me.data.subsidiaries.map(({ subsidiary_id }) => subsidiary_id);
  };
  const mine = await of('jefe');
  return (await of('tecnico')).find((code) => mine.includes(code))!;
}

/** Visits of one day in its first slot that is not over, made by the dispatcher through the API. */
export async function visitsIn(request: APIRequestContext, operation: string, day: string, count: number) {
  const jefe = await api(request, 'jefe');
  const list = await unscheduledOrders(jefe, operation);
  const slot = await slotNotOver(jefe, operation, day);
  const ids: number[] = [];
  for (const order of list.slice(-count)) {
    const { visitId } = await createVisit(jefe, order, { day, slotId: slot.id });
    await keepPending(jefe, visitId, day, slot);
    ids.push(visitId);
  }
  return { slotId: slot.id, ids };
}

export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Closes a visit with the first of the reasons that cancel; one that is closed already stays as it is. */
export async function cancelVisit(call: Call, visitId: number): Promise<void> {
  const reasons = await call<{ value: number }[]>('visit/get_reasons_to_finish', {
    type: 'and',
    show_cancel: true,
    show_finish: false,
  });
  await call('visit/finish', {
    visit_id: visitId,
    status: reasons.data[0]!.value,
    extra_comments: 'Llamó para cancelar',
  });
}

export { expect };
