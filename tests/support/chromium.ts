import { existsSync } from 'node:fs';

/** Where systems have a Chromium. */
const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The system's browser; undefined where there is none. `CHROMIUM_PATH` names another. */
export const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM_PATH || places.find((path) => existsSync(path));

/**
 * The same engine without a window, its bars and their processes: a quarter faster. Where the system has none, the
 * whole browser.
 */
export const headlessShellPath = (): string | undefined =>
  process.env.CHROMIUM_PATH ||
  ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path)) ||
  chromiumPath();

/** Without a sandbox (the tests may run as root), a graphics card, and connections of its own. */
export const chromiumArgs = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];
