import { limit } from '../gate/limits.mjs';
import { errorsKept } from './line.ts';
import type { Page, Point } from './page.ts';

/** What is on the page, by what is written on it: `in` is a selector of where to look. */
type Thing = { in?: string; text?: string | RegExp };

const waitMs = limit(20_000);

/** Who uses a page: waits for what is to be seen, and presses it where it is. */
export type Person = ReturnType<typeof personAt>;

export function personAt(page: Page) {
  /** Where it is: the last visible element that matches and has the text, in it or as its name. */
  const find = ({
    in: selector = '*',
    text,
  }: Thing): Promise<(Point & { box: DOMRect; works: boolean }) | null> => {
    const isIt =
      text instanceof RegExp ? `${text}.test(said)` : `said.includes(${JSON.stringify(text ?? '')})`;
    return page.run(`
      const found = [...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => {
        const said = ((one.getAttribute('aria-label') ?? '') + ' ' + (one.innerText ?? '')).replace(/\\s+/g, ' ').trim();
        return one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0 && (${isIt});
      }).at(-1);
      if (!found) return null;
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
      await new Promise((done) => setTimeout(done, 60));
      const box = found.getBoundingClientRect();
      const works = Object.keys(found).some((key) => key.startsWith('__react'));
      return { x: box.left + box.width / 2, y: box.top + box.height / 2, box, works };`);
  };
  /** What a person would read first of why it is not as expected. */
  const saidOnPage = () =>
    page
      .run<string>(`
        const read = [...document.querySelectorAll('[role="alert"], [role="dialog"], form')].map((one) => one.innerText);
        return read.join(' | ').replace(/\\s+/g, ' ').slice(0, 800);`)
      .catch((error: Error) => error.message);
  const person = {
    page,
    /** @throws when it is not to be seen in time */
    async see(thing: Thing | string, ms = waitMs) {
      const what = typeof thing === 'string' ? { text: thing } : thing;
      return waitFor(
        () => find(what),
        `to see ${JSON.stringify(thing)} ${thing instanceof Object ? thing.text : ''}`,
        ms,
      ).catch(async (error: Error) => {
        throw new Error(`${error.message}; the page says: ${await saidOnPage()}`);
      });
    },
    async press(thing: Thing | string) {
      const what = typeof thing === 'string' ? { text: thing } : thing;
      await person.see(what);
      // A page stands before its scripts run; a press is lost until then.
      const working = async () => {
        const at = await find(what);
        return at?.works ? at : null;
      };
      await page.press(await waitFor(working, `to press ${JSON.stringify(what)}`));
    },
    async isGone(thing: Thing, ms = waitMs) {
      await waitFor(async () => !(await find(thing)), `${JSON.stringify(thing)} to go`, ms);
    },
    /** Fills a field by the keyboard. */
    async fill(selector: string, text: string) {
      await person.press({ in: selector });
      await page.type(text);
    },
    /** Chooses of a native list, as its user's choice arrives. */
    choose: (selector: string, index: number) =>
      page.run(`
        const list = document.querySelector(${JSON.stringify(selector)});
        list.selectedIndex = ${index};
        list.dispatchEvent(new Event('change', { bubbles: true }));`),
    /** A line in this, as a finger draws it. */
    async draw(selector: string) {
      const { box } = await person.see({ in: selector });
      const at = (right: number, down: number) => ({
        x: box.x + box.width * right,
        y: box.y + box.height * down,
      });
      await page.press(at(0.2, 0.3), at(0.4, 0.7), at(0.6, 0.4), at(0.8, 0.6));
    },
    at: (address: RegExp) =>
      waitFor(
        async () => address.test(await page.run<string>('return location.href')),
        `to be at ${address}`,
      ),
    /** Whether this has the focus. */
    focused: (selector: string) =>
      waitFor(
        () =>
          page.run<boolean>(`return document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`),
        `the focus at ${selector}`,
      ),
    async signIn(username: string) {
      await page.go('/login');
      await person.fill('input[name="username"]', username);
      await person.fill('input[type="password"]', 'agenda-demo');
      await page.key('Enter');
      await waitFor(
        async () => (await page.run<string>('return location.pathname')) !== '/login',
        'to be signed in',
      );
    },
    /** What went wrong on its documents since it was asked last. */
    errors: () =>
      page.run<string[]>(`
        const kept = JSON.parse(sessionStorage.getItem('${errorsKept}') ?? '[]');
        sessionStorage.removeItem('${errorsKept}');
        return kept;`),
  };
  return person;
}

/** Asks until there is an answer; a page that is being left answers nothing. */
export async function waitFor<Got>(
  ask: () => Promise<Got>,
  what: string,
  ms = waitMs,
): Promise<NonNullable<Got>> {
  let why = '';
  for (const deadline = Date.now() + ms; ; ) {
    const got = await ask().catch((error: Error) => {
      why = ` (${error.message})`;
      return null;
    });
    if (got) return got as NonNullable<Got>;
    if (Date.now() > deadline) throw new Error(`waited ${ms / 1_000} s ${what}${why}`);
    await new Promise((done) => setTimeout(done, 150));
  }
}
