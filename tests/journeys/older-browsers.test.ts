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
