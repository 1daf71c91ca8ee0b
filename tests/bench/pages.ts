import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';

// `npm run bench:pages -- [http://localhost:3000] [/jefetec …]`: Lighthouse on the first load of three screens of a
// running demo, or of those that are named, on its phone (a CPU slowed 4 times, slow 4G), on its desktop (a fast network,
// simulated) and on this machine as it is. Lighthouse comes with npm when it is asked for: it is larger than everything
// else that is installed. `KEEP=<folder>` keeps its reports.

const lighthouse = 'lighthouse@13.5.0';
const base = process.argv[2] ?? 'http://localhost:3000';
const named = process.argv.slice(3);
const all: [path: string, user: string | null][] = [
  ['/login', null],
  ['/jefetec', 'jefe'],
  ['/tecnico', 'tecnico'],
];
const screens = named.length > 0 ? all.filter(([path]) => named.includes(path)) : all;

const devices = {
  phone: [],
  desktop: ['--preset=desktop'],
  'this machine': ['--preset=desktop', '--throttling-method=provided'],
};
type Device = keyof typeof devices;

type Result = {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { numericValue?: number }>;
};

const rows: string[] = [];
for (const [path, user] of screens)
  for (const device of Object.keys(devices) as Device[]) {
    const result = await withBrowser(user, (port) => measure(path, device, port));
    rows.push(`| \`${path}\` | ${device} | ${[...scores(result), ...times(result)].join(' | ')} |`);
    console.error(rows.at(-1));
  }
console.log(
  '| screen | device | performance | accessibility | best practices | SEO | first paint | largest paint | blocked | shift | scripts |',
);
console.log(`|${'---|'.repeat(11)}`);
console.log(rows.join('\n'));

/** A browser with an empty profile, with this user signed in. */
async function withBrowser<T>(user: string | null, use: (port: number) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'agenda-pages-'));
  const port = await freePort();
  let context: BrowserContext | undefined;
  try {
    context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath(),
      args: [`--remote-debugging-port=${port}`, ...chromiumArgs],
    });
    if (user) {
      const form = { username: user, password: 'agenda-demo' };
      const answer = await context.request.post(`${base}/login`, {
        form,
        headers: { origin: base },
        maxRedirects: 0,
      });
      if (answer.status() !== 302) throw new Error(`${user} cannot sign in at ${base}: ${answer.status()}`);
    }
    return await use(port);
  } finally {
    await context?.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function measure(path: string, device: Device, port: number): Promise<Result> {
  const file = join(tmpdir(), `agenda-lighthouse-${process.pid}.json`);
  const args = [
    ...[`--port=${port}`, '--output=json', `--output-path=${file}`, '--quiet'],
    ...devices[device],
  ];
  const command = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', `${base}${path}`, ...args];
  const code = await new Promise((done, fail) => {
    const child = spawn('npm', command, { stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', fail);
    child.once('exit', done);
  });
  if (code !== 0) throw new Error(`Lighthouse ended with code ${code}.`);
  try {
    const { KEEP } = process.env;
    if (KEEP) copyFileSync(file, join(KEEP, `${path.slice(1)}-${device.replace(' ', '-')}.json`));
    return JSON.parse(readFileSync(file, 'utf8'));
  } finally {
    rmSync(file, { force: true });
  }
}

function scores({ categories }: Result): string[] {
  const names = ['performance', 'accessibility', 'best-practices', 'seo'];
  return names.map((name) => {
    const score = categories[name]?.score;
    return score == null ? '-' : String(Math.round(score * 100));
  });
}

function times({ audits }: Result): string[] {
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const seconds = (name: string) => `${(value(name) / 1_000).toFixed(1)} s`;
  return [
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    `${Math.round(value('total-blocking-time'))} ms`,
    value('cumulative-layout-shift').toFixed(2),
    `${Math.round(scriptBytes(audits) / 1_000)} kB`,
  ];
}

type Requests = { details?: { items?: { resourceType?: string; transferSize?: number }[] } };

/** Of every script that was fetched until the page was idle, as sent. */
function scriptBytes(audits: Result['audits']): number {
  const { details } = (audits['network-requests'] ?? {}) as Requests;
  const scripts = (details?.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
  return scripts.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}
