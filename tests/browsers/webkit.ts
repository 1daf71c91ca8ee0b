import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { stop } from './find-program.ts';
import { type Browser, keyActions, type Page, pressActions, typeActions } from './page.ts';

/** WebKitGTK's MiniBrowser on a screen of its own (Xvfb), by WebDriver. Its sessions are always private. */
export async function startWebKit(programs: {
  driver: string;
  browser: string;
  screen: string;
}): Promise<Browser> {
  const screen = spawn(programs.screen, ['-displayfd', '3', '-screen', '0', '1600x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((done, fail) => {
    screen.stdio[3]!.once('data', (text) => done(`:${String(text).trim()}`));
    screen.once('exit', (code) => fail(new Error(`Xvfb ended with code ${code}`)));
  });
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
  const driver = spawn(programs.driver, [`--port=${port}`], { stdio: 'ignore', env });
  const address = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, 60_000);
  return {
    name: 'WebKit',
    open: (origin) => openPage(address, programs.browser, origin),
    close: async () => {
      await stop(driver);
      await stop(screen);
    },
  };
}

/** The name of an element's id in WebDriver's answers. */
const element = 'element-6066-11e4-a52e-4f735466cecf';

async function openPage(driver: string, binary: string, origin: string): Promise<Page> {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    // It is known to answer some command in a hundred never.
    const signal = AbortSignal.timeout(30_000);
    const answer = await fetch(driver + path, {
      method,
      signal,
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((error: Error) => {
      throw new Error(`${method} ${path}: ${error.message}`);
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } } };
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities });
  const session = `/session/${sessionId}`;
  const act = (actions: object[]) => ask('POST', `${session}/actions`, { actions });
  await ask('POST', `${session}/timeouts`, { script: 20_000, pageLoad: 25_000 });
  return {
    go: async (path) => void (await ask('POST', `${session}/url`, { url: origin + path })),
    run: async (body) => {
      const script = `const done = arguments[arguments.length - 1];
        (async () => {${body}})().then((got) => done({ got: got ?? null }), (error) => done({ error: String(error) }));`;
      type Ran = { got: never; error?: string };
      const { got, error } = await ask<Ran>('POST', `${session}/execute/async`, { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return got;
    },
    press: async (...points) => void (await act(pressActions(points))),
    key: async (...keys) => void (await act(keyActions(keys))),
    type: async (text) => void (await act(typeActions(text))),
    files: async (selector, files) => {
      const found = await ask<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      });
      await ask('POST', `${session}/element/${found[element]}/value`, { text: files.join('\n') });
    },
    size: async (width, height) =>
      void (await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height })),
    shot: async (file) => {
      writeFileSync(file, Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'));
    },
    close: async () => void (await ask('DELETE', session)),
  };
}
