import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from './journeys/error-catalogue.ts';

/** What a journey says between its title and the next one's. */
function journey(file: string, title: string): string {
  const source = readFileSync(new URL(`journeys/${file}.test.ts`, import.meta.url), 'utf8');
  const [, ...tests] = source.split(/^[ \t]*test(?=\()/m);
  const found = tests.filter((one) => one.slice(0, 300).includes(title));
  expect(found, `${file}: ${title}`).toHaveLength(1);
  return found[0]!;
}

const fixed = (text: string): string => text.split('{')[0]!;

describe('the error catalogue', () => {
  const all = Object.entries(errorCatalogue).flatMap(([section, entries]) =>
    entries.map((entry) => ({ ...entry, section })),
  );

  it('is as long as the spec’s sections', () => {
    expect(errorCatalogue['S1 §8']).toHaveLength(28);
    expect(errorCatalogue['S2 §8']).toHaveLength(47);
  });

  for (const entry of all)
    it(`${entry.section}, ${entry.screen}: ${entry.text}`, () => {
      // Where the spec describes instead of naming a text, the list says what is shown.
      if (entry.shows === undefined || entry.text === entry.product)
        expect(entry.product, 'the product’s text').toBe(entry.text);
      const shown = entry.shows ?? fixed(entry.text).trimEnd();
      for (const [file, title] of entry.proofs)
        expect(journey(file, title).replaceAll('\\.', '.'), `${file}: ${title}`).toContain(shown);
    });
});
