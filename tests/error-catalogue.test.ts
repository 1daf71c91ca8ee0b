import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from './journeys/error-catalogue.ts';

// Each text of the spec's sections 8 is the product's own and has a journey. That the journey shows it is checked where
// it runs: the fixture in tests/journeys/people.ts watches its pages for the text.

type Suite = { file: string; specs?: { title: string }[]; suites?: Suite[] };
const testsOf = ({ file, specs = [], suites = [] }: Suite): { file: string; title: string }[] => [
  ...specs.map(({ title }) => ({ file: basename(file, '.test.ts'), title })),
  ...suites.flatMap(testsOf),
];

let journeys: { file: string; title: string }[];
beforeAll(() => {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--list', '--reporter=json'];
  const list = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 });
  journeys = (JSON.parse(list) as { suites: Suite[] }).suites.flatMap(testsOf);
}, 60_000);

describe('the error catalogue', () => {
  const all = Object.entries(errorCatalogue).flatMap(([section, entries]) =>
    entries.map((entry) => ({ ...entry, section })),
  );

  it('is as long as the spec’s sections', () => {
    expect(errorCatalogue['S1 §8']).toHaveLength(28);
    expect(errorCatalogue['S2 §8']).toHaveLength(47);
  });

  it.each(all)('$section, $screen: $text', ({ text, product, shows, proofs }) => {
    // Where the spec describes instead of naming a text, the list says what is shown.
    if (shows === undefined || text === product) expect(product, 'the product’s text').toBe(text);
    for (const [file, piece] of proofs)
      expect(
        journeys.filter((one) => one.file === file && one.title.includes(piece)),
        `${file}: ${piece}`,
      ).toHaveLength(1);
  });
});
