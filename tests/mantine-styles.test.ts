import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const library = join(root, 'node_modules/@mantine/core');
const read = (file: string) => readFileSync(file, 'utf8');
const filesOf = (folder: string, ending: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(folder, file));

/** Mantine's modules by the name of what they export. */
const components = new Map(
  filesOf(join(library, 'esm/components'), '.mjs').map((file) => [file.match(/([^/]+)\.mjs$/)![1]!, file]),
);

/** What a source imports from '@mantine/core', types aside. */
const namesIn = (source: string) =>
  [...source.matchAll(/import \{([^}]+)\} from ['"]@mantine\/core['"]/g)].flatMap(([, names]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type ')),
  );

/** The classes of a module of Mantine and of all that it imports. */
function addClasses(module: string, found: Set<string>, seen: Set<string>) {
  if (seen.has(module) || !existsSync(module)) return;
  seen.add(module);
  const source = read(module);
  for (const [name] of source.matchAll(/\bm_[0-9a-f]{6,8}\b/g)) found.add(name);
  for (const [, path] of source.matchAll(/from '(\.[^']+)'|import '(\.[^']+)'/g))
    if (path) addClasses(join(dirname(module), path), found, seen);
}

it('app/ui/mantine/mantine.css has the styles of every component of Mantine that is used, in Mantine’s order', () => {
  const imports = [
    ...read(join(root, 'app/ui/mantine/mantine.css')).matchAll(/@import "@mantine\/core\/(.+)";/g),
  ];
  const styles = imports.map(([, file]) => read(join(library, file!)));
  const whole = read(join(library, 'styles.css'));
  const places = styles.map((css) => whole.indexOf(css.match(/\.m_[0-9a-f]+/)?.[0] ?? ''));
  expect(places).toEqual(places.toSorted((a, b) => a - b));

  const sources = [
    ...filesOf(join(root, 'app'), '.tsx'),
    ...['dates', 'modals'].flatMap((name) =>
      filesOf(join(root, `node_modules/@mantine/${name}/esm`), '.mjs'),
    ),
  ];
  const names = new Set(sources.flatMap((file) => namesIn(read(file))));
  const used = new Set<string>();
  const seen = new Set<string>();
  for (const name of names) addClasses(components.get(name) ?? '', used, seen);
  const classes = [...used].filter((name) => whole.includes(`.${name}`));
  expect(classes.length).toBeGreaterThan(50);
  expect(classes.filter((name) => !styles.some((css) => css.includes(`.${name}`)))).toEqual([]);
});
