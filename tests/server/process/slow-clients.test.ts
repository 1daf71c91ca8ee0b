import { afterEach, describe, expect, it } from 'vitest';
import { connectionsPerAddress } from '../../../server/http/slow-clients.ts';
import {
  halfForm,
  manyReadings,
  openSlowClient,
  type SlowClient,
} from '../../support/processes/slow-clients.ts';
import { smallScreens } from '../../support/processes/small-screens.ts';
import { openWebServer, webServer } from '../../support/processes/web-server.ts';
import { until } from '../../support/until.ts';

// Clients that send or read slowly, or send too much, take nothing from others (F31, F32). The same at full size and
// before proxies: `npm run test:faults -- F31 F32`.

const remix = { build: smallScreens(), mode: 'production' as const };
const { web, url } = webServer({ remix, maxRequests: 4, slowClients: { windowMs: 1_000, lookMs: 200 } });
const slow: SlowClient[] = [];

afterEach(() => {
  for (const { socket } of slow.splice(0)) socket.destroy();
});

const open = async (count: number, bytes: string, options: { reads?: boolean; from?: string } = {}) => {
  const more = await Promise.all(
    Array.from({ length: count }, () => openSlowClient(web().base, bytes, options)),
  );
  slow.push(...more);
  return more;
};
const underWay = async () =>
  Number(/^agenda_requests_under_way (\d+)$/m.exec((await web().send('/metrics')).text)?.[1]);

describe('a form to a screen', () => {
  it('of 100 MB is answered 413 by its length alone, and the process goes on', async () => {
    const [client] = await open(1, halfForm(web().base, 104_857_600));
    await until(() => client!.answer() !== '');
    expect(client!.answer()).toMatch(/^HTTP\/1\.1 413 /);
    await until(() => client!.closed());
    expect((await web().send('/healthz')).status).toBe(200);
  });

  it('that says nothing of its length is read no further than the limit', async () => {
    const head = halfForm(web().base).replace('Content-Length: 100000', 'Transfer-Encoding: chunked');
    const [client] = await open(1, `${head.slice(0, head.lastIndexOf('\r\n') + 2)}`);
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    for (let sent = 0; sent < 40 && !client!.closed() && client!.answer() === ''; sent++) {
      client!.socket.write(chunk);
      await new Promise((next) => setTimeout(next, 5));
    }
    await until(() => client!.answer() !== '' || client!.closed());
    expect(client!.answer()).toMatch(/^HTTP\/1\.1 413 /);
  });
});

it('half-sent forms hold no place: other clients are answered', async () => {
  await open(20, halfForm(web().base));
  for (let asked = 0; asked < 20; asked++) expect((await web().send('/login')).status).toBe(200);
  expect(await underWay()).toBe(0);
});

it('readers that do not read hold no place, and are cut', async () => {
  const readers = await open(20, manyReadings(web().base, '/v1/docs/swagger-ui-bundle.js', 12), {
    reads: false,
  });
  for (let asked = 0; asked < 20; asked++) expect((await web().send('/login')).status).toBe(200);
  expect(await underWay()).toBe(0);
  // A paused socket does not notice its end before it reads again: nothing to wait for but the time.
  await new Promise((next) => setTimeout(next, 3_000));
  for (const { socket } of readers) socket.resume();
  await until(() => readers.every(({ closed }) => closed()), 10_000);
});

it('a slow but steady reader gets the whole answer', async () => {
  const [client] = await open(1, manyReadings(web().base, '/v1/docs/swagger-ui-bundle.js', 1));
  const wanted = Number(
    (await web().send('/v1/docs/swagger-ui-bundle.js', { method: 'HEAD' })).headers.get('content-length'),
  );
  const timer = setInterval(() => {
    client!.socket.pause();
    setTimeout(() => client!.socket.resume(), 30);
  }, 40);
  await until(() => client!.answer().length > wanted, 20_000);
  clearInterval(timer);
});

it('an address has so many connections and no more; another address is not concerned', async () => {
  const here = await open(connectionsPerAddress + 20, '', { from: '127.0.0.3' });
  await until(() => here.filter(({ closed }) => closed()).length >= 20, 10_000);
  expect(here.filter(({ closed }) => !closed()).length).toBe(connectionsPerAddress);
  expect((await web().send('/login')).status).toBe(200);
  for (const { socket } of here) socket.destroy();
  await until(async () => {
    const [again] = await open(1, `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`, { from: '127.0.0.3' });
    await until(() => again!.answer() !== '' || again!.closed());
    return again!.answer().startsWith('HTTP/1.1 200');
  });
});

it('behind a proxy the client that it names counts, not the proxy', async () => {
  const behind = await openWebServer(url(), { remix, trustProxy: 1 });
  try {
    const of = (address: string) => `X-Forwarded-For: ${address}`;
    const bytes = (address: string) =>
      halfForm(behind.base).replace('Content-Type', `${of(address)}\r\nContent-Type`);
    const here = await Promise.all(
      Array.from({ length: connectionsPerAddress }, () =>
        openSlowClient(behind.base, bytes('9.9.9.9, 2001:db8::1')),
      ),
    );
    slow.push(...here);
    const ask = (address: string) =>
      behind.send('/login', { headers: { 'x-forwarded-for': address } }).then(({ status }) => status);
    // The whole network of 64 bits is one client's, and what stands before the proxy's own word is not believed.
    await until(async () => (await ask('2001:db8::2')) === 503, 10_000);
    expect(await ask('2001:db8:0:1::1')).toBe(200);
    expect(await ask('9.9.9.9')).toBe(200);
  } finally {
    for (const { socket } of slow) socket.destroy();
    await behind.close();
  }
}, 90_000);

it('asks that no browser makes are the sender’s fault, in one line and without a stack', async () => {
  for (const [request, status] of [
    ['GET /login HTTP/1.1\r\nHost: a b<script>\r\n\r\n', 400],
    ['GET /login HTTP/1.1\r\nHost: evil.example/x?\r\n\r\n', 400],
    ['GET http://x/login HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['TRACE /login HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    ['TRACE /nothing HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ] as const) {
    const [client] = await open(1, request);
    await until(() => client!.answer() !== '' || client!.closed());
    expect([request, Number(client!.answer().slice(9, 12))]).toEqual([request, status]);
  }
  expect(web().log.filter((line) => line.includes('"stack"'))).toEqual([]);
});
