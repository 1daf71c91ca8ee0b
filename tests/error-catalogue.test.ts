import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { limit } from './gate/limits.mjs';
import { errorCatalogue, textsShownBy } from './support/browser/error-catalogue.ts';

// Each text of the spec's sections 8 is the product's own and has a journey. That the journey shows it is checked where
// it runs: the fixture in tests/support/browser/people.ts watches its pages for the text.

type Suite = { file: string; specs?: { title: string }[]; suites?: Suite[] };
const testsOf = ({ file, specs = [], suites = [] }: Suite): { file: string; title: string }[] => [
  ...specs.map(({ title }) => ({ file: basename(file, '.test.ts'), title })),
  ...suites.flatMap(testsOf),
];

let journeys: { file: string; title: string }[];
beforeAll(() => {
  journeys = ['.', 'tests/screens'].flatMap((config) => {
    const args = ['node_modules/@playwright/test/cli.js', 'test', '-c', config, '--list', '--reporter=json'];
    const list = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 });
    return (JSON.parse(list) as { suites: Suite[] }).suites.flatMap(testsOf);
  });
}, limit(120_000));

/** The texts that a document's section 8 quotes. */
function quotedIn(document: string): string[] {
  const [, section] = readFileSync(`docs/spec/${document}.md`, 'utf8').split(/^## (?:8|9)\..*$/m);
  return [...section!.matchAll(/(?<!\w)'([^']+)'/g)].map(([, text]) => text!);
}

describe.each(Object.entries(errorCatalogue))('the error catalogue of %s', (document, rows) => {
  it('has every text that its section 8 quotes, to the letter', () => {
    expect(quotedIn(document).length).toBeGreaterThan(20);
    expect(rows.map(([text]) => text)).toEqual(expect.arrayContaining(quotedIn(document)));
  });

  const named = rows.map(([text, cause, ...proofs]) => ({ text, cause, proofs }));
  it.each(named)('$text ($cause): the journeys named are there and have to show it', ({ text, proofs }) => {
    for (const [file, piece] of proofs) {
      const found = journeys.filter((one) => one.file === file && one.title.includes(piece));
      expect(found, `${file}: ${piece}`).toHaveLength(1);
      expect(textsShownBy(file, found[0]!.title)).toContain(text.split('{')[0]!.trimEnd());
    }
  });
});
