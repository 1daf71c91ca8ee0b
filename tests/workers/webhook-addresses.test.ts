import dns from 'node:dns';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePoster } from '../../workers/webhooks/post-signed.ts';
import { startReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';

// What a webhook's address may not reach: a user who may set one must not be able to ask what only this machine can.

let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());
afterEach(() => vi.restoreAllMocks());

const refused = 'La dirección es privada o local: no está permitida.';
const post = (url: string, privateAddresses = false) =>
  makePoster(privateAddresses, { timeoutMs: 2_000 })(url, {}, '{}');
/** The name resolves to this, as a stranger's own name server may answer. */
const resolveTo = (...addresses: string[]) =>
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: unknown, done: unknown) => {
    const answer = (done ?? options) as (error: null, found: object) => void;
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as never);

describe('without leave to', () => {
  it.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://0177.0.0.1',
    'https://0.0.0.0',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'https://100.64.0.1',
    'https://169.254.169.254',
    'https://[::1]',
    'https://[::]',
    'https://[::ffff:127.0.0.1]',
    'https://[::ffff:10.0.0.1]',
    'https://[64:ff9b::7f00:1]',
    'https://[fd00::1]',
    'https://[fe80::1]',
    'https://localhost',
    'https://168.63.129.16',
    'https://[::127.0.0.1]',
    'https://[::a9fe:a9fe]',
  ])('%s is refused before anything is connected to', async (origin) => {
    const answer = await post(`${origin}:${receiver.port}/hooks`);
    expect(answer).toMatchObject({ status: null, problem: refused });
  });

  it.each([['10.0.0.7'], ['::1'], ['::ffff:192.168.0.1'], ['93.184.215.14', '127.0.0.1']])(
    'a name that resolves to %s is refused',
    async (...addresses) => {
      resolveTo(...addresses);
      expect(await post(`https://hooks.example:${receiver.port}/`)).toMatchObject({
        status: null,
        problem: refused,
      });
    },
  );

  it('plain http is refused', async () => {
    expect((await post('http://hooks.example/')).problem).toBe('La dirección debe empezar con https://.');
  });
});

describe('with leave to', () => {
  it('this machine is reached', async () => {
    expect((await post(receiver.url, true)).status).toBe(400);
    expect((await post(`http://localhost:${receiver.port}/hooks`, true)).status).toBe(400);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://2852039166/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
  ])('%s, which describes the machine itself, is not', async (url) => {
    expect(await post(url, true)).toMatchObject({ status: null, problem: refused });
  });

  it.each([['169.254.169.254'], ['::ffff:169.254.1.1'], ['127.0.0.1', 'fe80::1']])(
    'nor a name that resolves to %s',
    async (...addresses) => {
      resolveTo(...addresses);
      expect((await post(`http://hooks.example:${receiver.port}/`, true)).problem).toBe(refused);
    },
  );
});

it('a receiver that does not answer is abandoned in time', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  const { port } = silent.address() as { port: number };
  const answer = await post(`http://127.0.0.1:${port}/`, true);
  expect(answer).toMatchObject({ status: null, problem: 'No respondió dentro de los 10 s.' });
  expect(answer.durationMs).toBeGreaterThanOrEqual(1_900);
  silent.close();
});
