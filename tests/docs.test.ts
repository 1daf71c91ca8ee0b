import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

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

/** The anchors of a page's headings, as the forges make them. */
const anchorsOf = (path: string): string[] =>
  [...textOf(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

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

it('every page that a source names exists', () => {
  const sources = files.filter((path) => /\.(tsx?|mjs|css|yml)$|^(Dockerfile|Caddyfile)$/.test(path));
  const missing = sources.flatMap((source) =>
    [...textOf(source).matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
      .filter(([page]) => !isThere(page))
      .map(([page]) => `${source}: ${page}`),
  );
  expect(missing).toEqual([]);
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
