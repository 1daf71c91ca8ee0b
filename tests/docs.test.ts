import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { oldestBrowsers } from '../app/oldest-browsers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .map((line) => line.replace(/\/$/, ''));

/** Every file below, but for what git ignores and hidden folders, by its path from the root. */
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || ignored.includes(entry.name)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
const files = filesIn('');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const isThere = (path: string) => existsSync(join(root, path));
const pages = files.filter((path) => path.endsWith('.md'));

/** The anchors of a page: of its headings, as the forges make them, and those set by hand. */
const anchorsOf = (path: string): string[] => [
  ...[...textOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...textOf(path).matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!),
];

it('every link of every page leads somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].flatMap(([, link, source]) => {
      const target = link ?? source!;
      if (/^(https?|mailto):/.test(target)) return [];
      const [path, anchor] = target.split('#') as [string, string?];
      const file = path === '' ? page : normalize(join(dirname(page), path));
      const leads = isThere(file) && (anchor === undefined || anchorsOf(file).includes(anchor));
      return leads ? [] : [`${page}: ${target}`];
    }),
  );
  expect(broken).toEqual([]);
});

/** Short names of pages, as docs/spec/README.md gives them to sources. */
const shortNames: Record<string, string> = {
  'ux.md': 'docs/spec/screens.md',
  'faults.md': 'docs/spec/faults.md',
};

it('every page that a source names exists', () => {
  const sources = files.filter((path) => /\.(tsx?|mjs|css|sql|yml)$|^(Dockerfile|Caddyfile)$/.test(path));
  const missing = sources.flatMap((source) =>
    [...textOf(source).matchAll(/(?<![\w/.})-])[\w-]+(?:\/[\w-]+)*\.md\b/g)]
      .map(([page]) => page)
      .filter((page) => !isThere(shortNames[page] ?? page) && !isThere(join(dirname(source), page)))
      .map((page) => `${source}: ${page}`),
  );
  expect(missing).toEqual([]);
});

it('every path of a source that a page names exists', () => {
  const rooms = /^(app|server|db|workers|machines|tests)\//;
  /** 'a/{b,c}.ts' is 'a/b.ts' and 'a/c.ts'. */
  const each = (path: string): string[] => {
    const braces = /\{([^}]+)\}/.exec(path);
    return braces
      ? braces[1]!.split(',').flatMap((part) => each(path.replace(braces[0], part.trim())))
      : [path];
  };
  let followed = 0;
  // The changelog names what was there at its time.
  const missing = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      [...textOf(page).matchAll(/`([\w./{},<>*…-]+)`/g)]
        .map(([, path]) => path!)
        .filter((path) => rooms.test(path) && !/[<>*…]/.test(path))
        .flatMap(each)
        .filter((path) => {
          followed += 1;
          return !isThere(path);
        })
        .map((path) => `${page}: ${path}`),
    );
  expect(missing).toEqual([]);
  expect(followed).toBeGreaterThan(300);
});

describe('the specification', () => {
  const spec = 'docs/spec';
  /** The pages whose sections have numbers, as sources cite them. */
  const numbered: Record<string, string> = {
    S1: `${spec}/agenda-and-visits.md`,
    S2: `${spec}/scheduling-setup-reports.md`,
    contract: `${spec}/contract.md`,
  };
  /** A citation goes on over line breaks of a comment: `S1 §2,` and in the next line `§3 'Order in list'`. */
  const unbroken = (text: string) => text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, ' ');
  const sources = files
    .filter((path) => /\.(tsx?|mjs|css|sql|md)$/.test(path) && !path.startsWith('docs/'))
    .map((path) => ({ path, text: unbroken(textOf(path)) }));
  /** Whether a section has a name as a term in bold, a row of a table or a literal text. */
  const names = (section: string, name: string) =>
    ['**', '| ', '`', "'"].some((before) => section.includes(before + name.toLowerCase()));
  const sectionsOf = (page: string) =>
    new Map(
      textOf(page)
        .split(/^## /m)
        .slice(1)
        .map((section) => [Number.parseInt(section, 10), section.toLowerCase()]),
    );

  it('has the section that a source cites, and in it the name that the citation quotes', () => {
    const sections = Object.fromEntries(
      Object.entries(numbered).map(([name, page]) => [name, sectionsOf(page)]),
    );
    const missing: string[] = [];
    let cited = 0;
    for (const { path, text } of sources)
      for (const [citation, name] of text.matchAll(
        /\b(S1|S2|[Cc]ontract) §\d+(?:,? §\d+|(?:,| and)? '[^']+')*/g,
      )) {
        let section: string | undefined;
        for (const [part, number, quoted] of citation.matchAll(/§(\d+)|'([^']+)'/g)) {
          cited += 1;
          if (number !== undefined) section = sections[name!.replace('C', 'c')]?.get(Number(number));
          if (section === undefined || (quoted !== undefined && !names(section, quoted)))
            missing.push(`${path}: ${part} of ${citation}`);
        }
      }
    expect(missing).toEqual([]);
    expect(cited).toBeGreaterThan(300);
  });

  it('has the rule of the screens, the fault and the measurement that a source cites', () => {
    const missing: string[] = [];
    const follow = (pattern: RegExp, page: string, within = '') => {
      const anchors = anchorsOf(page);
      const among = sources.filter(({ path }) => path.startsWith(within));
      for (const { path, text } of among)
        for (const [citation] of text.matchAll(pattern))
          for (const [id] of citation.matchAll(/\b[FPU]\d+\b/g))
            if (!anchors.includes(id.toLowerCase())) missing.push(`${path}: ${id}`);
    };
    follow(/\bux\.md U\d+(?:(?:,| and| to) U\d+)*/g, `${spec}/screens.md`);
    follow(/\bF\d{2}\b/g, `${spec}/faults.md`);
    follow(/\bP\d+\b/g, `${spec}/performance.md`, 'tests/bench/');
    expect(missing).toEqual([]);
  });

  it('has the row of the refusals that a source quotes', () => {
    const page = textOf(`${spec}/faults.md`);
    const missing = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bfaults\.md(?:,? '[^']+')+/g)].flatMap(([citation]) =>
        [...citation.matchAll(/'([^']+)'/g)]
          .filter(([, quoted]) => !page.includes(`**${quoted}**`))
          .map(([quoted]) => `${path}: ${quoted} of ${citation}`),
      ),
    );
    expect(missing).toEqual([]);
  });
});

it('every page of docs is reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const [, link] of textOf(page).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g))
      if (!/^https?:/.test(link!)) reached.add(normalize(join(dirname(page), link!)));
  expect(pages.filter((page) => page.startsWith('docs/') && !reached.has(page))).toEqual([]);
});

it('the README is a first page: at most 150 lines', () => {
  expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(150);
});

it('the README names the oldest browsers that the screens are built for', () => {
  const { chrome, edge, firefox, safari } = oldestBrowsers;
  expect(edge).toBe(chrome);
  expect(textOf('README.md')).toContain(
    `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, and newer`,
  );
});
