import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './people.ts';

// What the browsers of README.md need of the build, and what is said to an older one.

const assets = join(import.meta.dirname, '../../build/client/assets');

test('whatever is set for the selection of text is set for Safari too, which knows it by its prefix alone', () => {
  const styles = readdirSync(assets)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(join(assets, file), 'utf8'));
  const rules = styles.flatMap((style) => style.match(/\{[^{}]*[{;]user-select:[^{}]*\}/g) ?? []);
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.filter((rule) => !rule.includes('-webkit-user-select:'))).toEqual([]);
});

test('a browser without light-dark() reads that it is too old, others do not', async ({ demo }) => {
  const { page } = await demo.open();
  const said = page.getByText('Este navegador es muy viejo');
  await page.goto('/login');
  await expect(page.getByLabel('Usuario')).toBeVisible();
  await expect(said).toBeHidden();
  // What such a browser makes of the styles.
  await page.route('**/*.css', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('light-dark(', 'none-such(');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await expect(said).toBeVisible();
  await expect(said).toContainText('Chrome o Edge 123, Firefox 124, Safari 17.5');
  await expect(page.getByLabel('Usuario')).toBeVisible();
});

test('on a touch screen no field has letters that an iPhone would zoom in on', async ({ demo }) => {
  const { page } = await demo.signedIn('jefe', { phone: true });
  for (const at of ['/jefetec?lista=0', '/jefetec?vista=dia', '/zones/edit', '/users', '/profile']) {
    await page.goto(at);
    await expect(page.locator('input:visible, select:visible').first()).toBeVisible();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('input, select, textarea')]
        .filter((field) => field.offsetWidth > 1 && !field.matches('[type="checkbox"], [type="radio"]'))
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML),
    );
    expect(small, at).toEqual([]);
  }
});
