import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import WebSocket from 'ws';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { stop } from './find-program.ts';
import { type Browser, keyActions, type Page, pressActions, typeActions } from './page.ts';

/** Firefox without a window, by WebDriver BiDi, which it speaks itself. */
export async function startFirefox(program: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'agenda-firefox-'));
  // Nothing is fetched but what the pages ask for.
  const quiet = { 'app.update.enabled': false, 'network.captive-portal-service.enabled': false };
  const prefs = Object.entries({ ...quiet, 'browser.shell.checkDefaultBrowser': false });
  writeFileSync(
    join(profile, 'user.js'),
    prefs.map(([name, on]) => `user_pref("${name}", ${on});`).join('\n'),
  );
  const port = await freePort();
  const args = ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`];
  const firefox = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const wire = await connect(firefox, `ws://127.0.0.1:${port}/session`);
  await wire.ask('session.new', { capabilities: {} });
  return {
    name: 'Firefox',
    open: (origin) => openPage(wire, origin),
    close: async () => {
      wire.close();
      await stop(firefox);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Wire = { ask<T = unknown>(method: string, params: object): Promise<T>; close(): void };

async function connect(firefox: ChildProcess, address: string): Promise<Wire> {
  let socket!: WebSocket;
  const isOpen = () =>
    new Promise<boolean>((done) => {
      if (firefox.exitCode !== null) throw new Error(`Firefox ended with code ${firefox.exitCode}`);
      socket = new WebSocket(address);
      socket.once('open', () => done(true)).once('error', () => done(false));
    });
  await until(isOpen, 60_000);
  const waiting = new Map<number, (answer: { result?: unknown; message?: string }) => void>();
  socket.on('message', (text) => {
    const answer = JSON.parse(String(text));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let last = 0;
  return {
    ask: (method, params) =>
      new Promise((done, fail) => {
        const id = ++last;
        waiting.set(id, ({ result, message }) =>
          message === undefined ? done(result as never) : fail(new Error(`${method}: ${message}`)),
        );
        socket.send(JSON.stringify({ id, method, params }));
      }),
    close: () => socket.close(),
  };
}

async function openPage(wire: Wire, origin: string): Promise<Page> {
  const { userContext } = await wire.ask<{ userContext: string }>('browser.createUserContext', {});
  const { context } = await wire.ask<{ context: string }>('browsingContext.create', {
    type: 'tab',
    userContext,
  });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const params = { expression, target: { context }, awaitPromise: true, resultOwnership: 'none' };
    type Answer = { type: string; result: T; exceptionDetails?: { text: string } };
    const { type, result, exceptionDetails } = await wire.ask<Answer>('script.evaluate', params);
    if (type !== 'success') throw new Error(exceptionDetails?.text);
    return result;
  };
  const act = (actions: object[]) => wire.ask('input.performActions', { context, actions });
  return {
    go: async (path) => {
      await wire.ask('browsingContext.navigate', { context, url: origin + path, wait: 'complete' });
    },
    run: async (body) => {
      const json = await evaluate<{ value: string }>(
        `(async () => JSON.stringify((await (async () => {${body}})()) ?? null))()`,
      );
      return JSON.parse(json.value);
    },
    press: async (...points) => void (await act(pressActions(points))),
    key: async (...keys) => void (await act(keyActions(keys))),
    type: async (text) => void (await act(typeActions(text))),
    files: async (selector, files) => {
      const { sharedId } = await evaluate<{ sharedId: string }>(
        `document.querySelector(${JSON.stringify(selector)})`,
      );
      await wire.ask('input.setFiles', { context, element: { sharedId }, files });
    },
    size: async (width, height) => {
      await wire.ask('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    shot: async (file) => {
      const { data } = await wire.ask<{ data: string }>('browsingContext.captureScreenshot', { context });
      writeFileSync(file, Buffer.from(data, 'base64'));
    },
    close: async () => {
      await wire.ask('browsingContext.close', { context });
      await wire.ask('browser.removeUserContext', { userContext });
    },
  };
}
