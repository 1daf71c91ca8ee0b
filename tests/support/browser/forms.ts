import type { Locator, Page } from '@playwright/test';
import { expect } from './people.ts';

const pageOf = (at: Page | Locator): Page => ('page' in at ? at.page() : at);

/** A choice in a list of a form: the words of an option, its place in the list, or the last. @returns what it says */
export async function choose(form: Page | Locator, list: string, option: string | number) {
  await form.getByRole('textbox', { name: list }).click();
  const options = pageOf(form).getByRole('listbox', { name: list }).getByRole('option');
  const chosen = typeof option === 'number' ? options.nth(option) : options.filter({ hasText: option });
  const said = await chosen.textContent();
  await chosen.click();
  return said;
}

/**
 * The same by keys alone, from a list that has the focus: its first option but one, or the first after it that says
 * something else than a text.
 */
export async function chooseByKeys(page: Page, list: string, other?: string) {
  const marked = page.locator('[role="option"][data-combobox-selected]');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: list })).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await marked.count()).toBe(1);
    if (other !== undefined) expect(await marked.innerText()).not.toContain(other);
  }).toPass();
  await pressEnterOnMarked(page);
  await expect(page.getByRole('listbox', { name: list })).toBeHidden();
}

/**
 * Enter on the marked option of an opened list. Mantine forgets the mark for the moment between two timers that the
 * opening started, and an Enter in that moment chooses nothing: no finger is that fast, and a journey is.
 */
export async function pressEnterOnMarked(page: Page) {
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await page.keyboard.press('Enter');
}

/** What is said, to the letter. */
export const said = (at: Page | Locator, text: string): Locator =>
  at.getByRole('alert').filter({ has: pageOf(at).getByText(text, { exact: true }) });

/** The closing form with the first reason that cancels, and its note. @returns the reason */
export async function fillInClosing(dialog: Locator, note: string): Promise<string> {
  const cancels = dialog.locator('optgroup[label="Cancelan: responsabilidad del cliente"] option').first();
  const reason = (await cancels.getAttribute('value'))!;
  await dialog.getByLabel('Estado de la visita').selectOption(reason);
  await dialog.getByLabel('Motivo de cancelación').fill(note);
  return reason;
}

/** From now on a reload of the page shows: `staysLoaded` fails after one. */
export const markLoaded = (page: Page) => page.evaluate(() => Object.assign(window, { neverReloaded: true }));
export const staysLoaded = async (page: Page) =>
  expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);

/** Holds the page's requests to these addresses until the function that it answers is called. */
export async function holdRequests(page: Page, addresses: RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}
