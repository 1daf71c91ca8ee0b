import { basename } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { limit } from '../../gate/limits.mjs';
import { refuseSecrets } from '../processes/secrets.ts';
import { textsShownBy } from './error-catalogue.ts';
import { type Office, officeOf } from './office.ts';
import { type Product, secretsOf } from './product.ts';

/** Anybody of the demo, in a browser of their own. */
export type Person = { page: Page; context: BrowserContext };
type Open = (options?: { phone?: boolean }) => Promise<Person>;
type Options = { phone?: boolean; scheme?: 'light' | 'dark' };

/** The product with its demo: the office behind the screens, and its users in browsers. */
export type Demo = Office & {
  open: Open;
  /** By the form, to the person's own view. */
  signIn: (username: string, options?: Options) => Promise<Person>;
  /** A user who signed in before, at an address or on no page yet: neither the form nor the user's own view is needed. */
  signedIn: (username: string, options?: Options & { at?: string }) => Promise<Person>;
};

/**
 * What a console may say without failing a journey: refusals that the journey itself causes, Remix's line about an
 * answer that it was reading when the next navigation took its place (its single-fetch.js), and Chromium's about style
 * sheets that Remix has preloaded for a navigation which is under way 5 s after the page's load (its links.js).
 */
const expected = [
  /Failed to load resource: the server responded with a status of (401|403|404|409|422|429)/,
  /^AbortError: signal is aborted without reason\s+at /,
  /^The resource \S+\.css was preloaded using link preload but not used within a few seconds from the window's load event/,
];
/** A journey that cuts the network says so: then the browser may complain of it. */
const offline = [
  /net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED)|step not kept on the device|unknown error occurred when fetching the script|WebSocket connection|week not loaded|orders not loaded/,
];

/** And one that breaks the server says so. */
const broken = [/Failed to load resource: the server responded with a status of 50[03]/];

/** A console error, a hydration warning or a CSP violation fails the journey it happens in. */
export const test = base.extend<{
  /** Given by each layer. */
  product: Product;
  /** In a world of its own: whether a worker process sends, reports and keeps time (`test.use({ worker: true })`). */
  worker: boolean;
  office: Office;
  demo: Demo;
  open: Open;
  cutsNetwork: boolean;
  breaksServer: boolean;
  complaints: string[];
  /** The texts of the error catalogue that this journey has not shown yet. */
  catalogue: Set<string>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
  product: async ({}) => {
    throw new Error('a layer of tests gives its own product');
  },
  worker: [false, { option: true }],
  baseURL: async ({ product }, use) => use(product.baseURL),
  office: async ({ product }, use) => use(await officeOf(product)),
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
  open: async ({ browser, complaints, catalogue, product }, use) => {
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
      watchForSecrets(page, complaints, secretsOf(product));
      waitForScripts(page);
      return { page, context };
    });
    for (const context of contexts) await context.close();
  },
  demo: async ({ office, open, baseURL }, use) => {
    /** Each journey begins with the boards as they were at first. */
    const begin = async (username: string, { phone = false, scheme }: Options) => {
      const call = await office.api(username);
      await call('user/preferences', { jefetec: '', calendario: '', singleKeys: true });
      const person = await open({ phone });
      if (scheme) await person.page.emulateMedia({ colorScheme: scheme });
      return person;
    };
    await use({
      ...office,
      open,
      async signIn(username, options = {}) {
        const person = await begin(username, options);
        await person.page.goto('/login');
        await fillInLogin(person.page, username, 'agenda-demo');
        await person.page.waitForURL((url) => url.pathname !== '/login');
        // The address turns a moment before the screen does.
        await person.page.getByLabel('Contraseña').waitFor({ state: 'detached' });
        // The screen may have come as a document.
        await scriptsOf(person.page);
        return person;
      },
      async signedIn(username, { at, ...options } = {}) {
        const person = await begin(username, options);
        await postLogin(person.context, username, baseURL!);
        if (at) await person.page.goto(at);
        return person;
      },
    });
  },
});

/** The form of the sign-in screen. */
export async function fillInLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel('Contraseña').fill(password);
  await page.keyboard.press('Enter');
}

/** What that form sends; the session's cookie stays with the browser. */
export async function postLogin({ request }: BrowserContext, username: string, base: string): Promise<void> {
  const form = { username, password: 'agenda-demo' };
  const answer = await request.post(`${base}/login`, { form, headers: { origin: base }, maxRedirects: 0 });
  expect(answer.status()).toBe(302);
}

/**
 * An address is there once its scripts have run: a press before that is on a page that does not listen yet, which a
 * person repeats and a journey does not.
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

type ReactRoot = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } };

async function scriptsOf(page: Page): Promise<void> {
  const started = () => {
    if (document.readyState === 'loading') return false;
    if (!('__remixContext' in window)) return true;
    // React's own root, whose first state says whether what the server drew is still to be taken over.
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'));
    if (!key) return false;
    const { current } = (document as unknown as Record<string, ReactRoot>)[key]!.stateNode;
    return !current.memoizedState.isDehydrated;
  };
  // One whose scripts are kept from it, as some journeys do, is taken as it is.
  await page.waitForFunction(started, undefined, { timeout: limit(10_000) }).catch(() => {});
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
function watchForSecrets(page: Page, complaints: string[], secrets: string[]): void {
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

export { dayAfter, putBack, today } from './office.ts';
export { expect };
