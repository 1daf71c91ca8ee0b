import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that tests need and npm does not bring: the names they go by, and of their packages. */
const programs = {
  chromium: {
    setting: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    places: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/snap/bin/chromium',
    ],
    packages: { 'apt-get': 'chromium', apk: 'chromium', dnf: 'chromium', brew: 'chromium' },
  },
  // Chromium without windows, for the tests that need none.
  'chromium-headless-shell': {
    setting: 'CHROMIUM_PATH',
    names: ['chromium-headless-shell'],
    places: [],
    packages: { 'apt-get': 'chromium-headless-shell' },
  },
  'redis-server': {
    setting: undefined,
    names: ['redis-server'],
    places: ['/opt/homebrew/bin/redis-server'],
    packages: { 'apt-get': 'redis-server', apk: 'redis', dnf: 'redis', brew: 'redis' },
  },
  // With the C library's own files, to link against.
  gcc: {
    setting: undefined,
    names: ['gcc'],
    places: [],
    packages: { 'apt-get': 'gcc libc6-dev', apk: 'gcc musl-dev', dnf: 'gcc', brew: 'gcc' },
  },
  // With promtool.
  prometheus: {
    setting: undefined,
    names: ['prometheus'],
    places: [],
    packages: { 'apt-get': 'prometheus', apk: 'prometheus', dnf: 'prometheus', brew: 'prometheus' },
  },
};

const managers = {
  'apt-get': [['update'], ['install', '-y', '--no-install-recommends']],
  apk: [['add', '--no-cache']],
  dnf: [['install', '-y']],
  brew: [['install']],
};

/** Finds the program or installs it; throws one clear line when neither can be done. */
export async function requireSystem(name) {
  if (isThere(name)) return;
  const manager = Object.keys(managers).find((one) => onPath(one));
  if (!manager)
    throw new Error(
      `${name} is missing and no package manager (apt-get, apk, dnf, brew) is here: ${advice(name)}`,
    );
  if (!programs[name].packages[manager]) throw new Error(`${manager} has no package of ${name}.`);
  if (manager !== 'brew' && process.getuid?.() !== 0) {
    throw new Error(
      `${name} is missing and only root can install it: sudo ${manager} install ${programs[name].packages[manager]}, or ${advice(name)}`,
    );
  }
  console.log(`Installing ${name} with ${manager}…`);
  const steps = managers[manager];
  for (const [at, args] of steps.entries()) {
    const last = at === steps.length - 1;
    const ok = await patiently(
      manager,
      last ? [...args, ...programs[name].packages[manager].split(' ')] : args,
    );
    if (!ok && last) throw new Error(`${manager} could not install ${name}: ${advice(name)}`);
  }
  if (!isThere(name)) throw new Error(`${manager} installed ${name}, but it is not found: ${advice(name)}`);
}

/** The same for what has a substitute. @returns whether it is here now */
export const requireIfPossible = (name) =>
  requireSystem(name).then(
    () => true,
    (error) => {
      console.log(error.message);
      return false;
    },
  );

const advice = (name) =>
  `install ${name} by hand${programs[name].setting ? ` or set ${programs[name].setting} to its path` : ''}.`;

function isThere(name) {
  const { setting, names, places } = programs[name];
  if (setting && process.env[setting]) return existsSync(process.env[setting]);
  return names.some(onPath) || places.some((place) => existsSync(place));
}

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => folder && existsSync(join(folder, program)));
}

/** Another apt-get may hold the lock for a while. */
async function patiently(program, args) {
  for (let attempt = 1; attempt <= 12; attempt++) {
    const { status, stderr } = spawnSync(program, args, {
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (status === 0) return true;
    process.stderr.write(stderr ?? '');
    if (!/lock/i.test(stderr ?? '')) return false;
    await new Promise((done) => setTimeout(done, 10_000));
  }
  return false;
}
