import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../support/free-port.ts';
import { pause } from './timing.ts';

const config = join(import.meta.dirname, '../../docs/operations/haproxy.cfg');

/** Why this machine cannot run HAProxy; undefined: it can. */
export const withoutHaproxy = (): string | undefined =>
  spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'no haproxy here';

/** HAProxy with the configuration of the docs, before two web processes. Resolves once it has found them ready. */
export async function openHaproxy(ports: number[]): Promise<{ address: string; close(): Promise<void> }> {
  const port = await freePort();
  const [web1, web2] = ports.map((one) => `127.0.0.1:${one}`);
  const env = { AGENDA_BIND: `127.0.0.1:${port}`, AGENDA_WEB1: web1, AGENDA_WEB2: web2 };
  const proxy: ChildProcess = spawn('haproxy', ['-db', '-f', config], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  proxy.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const gone = new Promise<void>((resolve) => proxy.once('exit', () => resolve()));
  const address = `http://127.0.0.1:${port}`;
  const close = async () => {
    proxy.kill('SIGKILL');
    await gone;
  };
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(100)) {
    const answer = await fetch(`${address}/login`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.status === 200) return { address, close };
    if (proxy.exitCode !== null) throw new Error(`haproxy ended: ${output}`);
  }
  await close();
  throw new Error(`haproxy did not find a ready web process: ${output}`);
}
