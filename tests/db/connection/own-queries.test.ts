import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { ownDatabase } from '../../support/postgres/database.ts';

const database = ownDatabase();

/** Passes everything on to the database, until a question with this text: it and what follows has no answer. */
async function proxySilentFrom(question: string): Promise<string> {
  const { hostname, port } = new URL(database.url);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const end of [client, upstream]) end.on('error', () => {});
    let silent = false;
    client.on('data', (bytes) => {
      silent ||= bytes.includes(question);
      if (!silent) upstream.write(bytes);
    });
    upstream.pipe(client);
    client.on('close', () => upstream.destroy());
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(database.url);
  url.port = String((server.address() as AddressInfo).port);
  return url.href;
}

/** A process of its own: the test runner has its own answer to a rejection that is handled by no code. */
async function runAlone(code: string): Promise<{ ended: number; said: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    cwd: new URL('../../..', import.meta.url).pathname,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const [ended] = (await once(child, 'exit')) as [number];
  return { ended, said };
}

const opening = (url: string) => `
  import { openDb } from './db/connection/open.ts';
  const db = openDb(${JSON.stringify(url)});
  const ask = () => db.sql\`select 1 as one\`.then(([row]) => 'answered ' + row.one, ({ code }) => code);
`;

it('a process that closes its pools while postgres.js waits for its types ends in order (F45)', async () => {
  const { ended, said } = await runAlone(`${opening(await proxySilentFrom('typarray'))}
    const asked = ask();
    setTimeout(() => void db.close(), 500);
    console.log(await asked);
  `);
  expect([said.trim(), ended]).toEqual(['CONNECTION_DESTROYED', 0]);
}, 30_000);

it('any other rejection that is handled by no code ends the process with its reason', async () => {
  const { ended, said } = await runAlone(`${opening(database.url)}
    console.log(await ask());
    void db.sql\`select 1 / 0\`.execute();
    setTimeout(() => console.log('lives'), 5_000);
  `);
  expect(said).toMatch(/division by zero/);
  expect(said).not.toMatch(/lives/);
  expect(ended).not.toBe(0);
}, 30_000);
