import { spawnSync } from 'node:child_process';
import pg from 'pg';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../../db/connection/open.ts';
import { primaryOfPg } from '../../../db/connection/primary.ts';
import { freePort } from '../../support/free-port.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { openReplicaPair, type ReplicaPair } from '../../support/postgres/replica-pair.ts';
import { type Certificates, makeCertificates, withoutOpenssl } from '../../support/processes/certificates.ts';
import { killableWeb } from '../../support/processes/killable-web.ts';
import { callerOf, openSession } from '../../support/processes/web-server.ts';
import { workerProcesses } from '../../support/processes/worker-process.ts';
import { makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// A cluster of two PostgreSQL that are reached over TLS, with a private authority (docs/operations/cluster.md, 'TLS').

const absent = withoutOpenssl();
if (absent) console.warn(`not tried: PostgreSQL over TLS, because ${absent}`);

/** Whether a process of this address is answered over TLS, or the code of its refusal. */
const askByItself = `
  const { openDb } = await import('./db/connection/open.ts');
  const db = openDb(process.env.ASKED, { reads: 1 });
  const asked = db.sql\`select ssl from pg_stat_ssl where pid = pg_backend_pid()\`;
  console.log(await asked.then(([row]) => row.ssl, ({ code }) => code));
  process.exit();`;

describe.skipIf(absent)('over TLS', () => {
  const plain = ownDatabase();
  let certificates: Certificates;
  let pair: ReplicaPair;
  /** By the name that the certificate has. */
  const named = (url: string, sslmode: string) =>
    `${url.replaceAll('127.0.0.1', 'localhost')}?sslmode=${sslmode}`;
  const address = {
    get url() {
      return named(pair.url, 'verify-full');
    },
  };
  const web = killableWeb(address);
  const startWorker = workerProcesses(() => address.url);

  beforeAll(async () => {
    certificates = makeCertificates();
    const { certificate, key } = certificates;
    pair = await openReplicaPair({
      flags: ['-c ssl=on', `-c ssl_cert_file=${certificate}`, `-c ssl_key_file=${key}`],
    });
  }, 60_000);
  afterAll(async () => {
    await pair?.close();
    certificates?.remove();
  });

  /** How many connections of the product a server has, over TLS and not. */
  const connections = async (index: 0 | 1) => {
    const sql = postgres(pair.urlOf(index), { max: 1, connection: { application_name: 'test' } });
    try {
      const rows = await sql<{ ssl: boolean; name: string }[]>`
        select s.ssl, a.application_name as name from pg_stat_ssl s join pg_stat_activity a using (pid)
        where a.backend_type = 'client backend' and a.application_name <> 'test'`;
      return {
        encrypted: rows.filter(({ ssl }) => ssl).map(({ name }) => name),
        plain: rows.filter(({ ssl }) => !ssl).map(({ name }) => name),
      };
    } finally {
      await sql.end();
    }
  };

  /** One that has only begun has no name yet, and is none of these in the next moment. */
  const isEncrypted = ({ encrypted, plain }: Awaited<ReturnType<typeof connections>>, used: string[]) =>
    plain.length === 0 && used.every((name) => encrypted.includes(name));

  it.each([
    ['several servers', () => pair.url],
    ['one', () => pair.urlOf(0)],
  ])(
    'of %s a certificate of an unknown authority is refused with verify-full, and taken with require',
    async (_, url) => {
      const asked = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';
      const ask = async (sslmode: string) => {
        const db = openDb(named(url(), sslmode), { reads: 1 });
        const client = new pg.Client(primaryOfPg(named(url(), sslmode)));
        client.on('error', () => {});
        const both = await Promise.allSettled([
          db.sql.unsafe<{ ssl: boolean }[]>(asked).then(([row]) => row!.ssl),
          client.connect().then(async () => (await client.query<{ ssl: boolean }>(asked)).rows[0]!.ssl),
        ]);
        await Promise.all([db.close(), client.end()]);
        return both.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'));
      };
      expect(await ask('verify-full')).toEqual(['refused', 'refused']);
      expect(await ask('require')).toEqual([true, true]);
    },
  );

  it('a connection that ends hands nothing of its answer to the one that takes its place (F36)', async () => {
    const db = openDb(named(pair.urlOf(0), 'require'), { reads: 1, writes: 1, transactions: 1 });
    const other = openDb(pair.urlOf(0), { reads: 1 });
    try {
      for (const slow of [
        'select pg_sleep(5)',
        "select repeat('x', 1000), pg_sleep(n / 500) from generate_series(0, 2000) n",
      ]) {
        const [row] = await db.sql<{ pid: number; ssl: boolean }[]>`
          select pid, ssl from pg_stat_ssl where pid = pg_backend_pid()`;
        expect(row!.ssl).toBe(true);
        // Looked at from the start: it may end before the statement that ends it is answered.
        const interrupted = expect(db.sql.unsafe(slow).execute()).rejects.toMatchObject({
          code: 'CONNECTION_CLOSED',
        });
        await new Promise((next) => setTimeout(next, 200));
        await other.sql`select pg_terminate_backend(${row!.pid})`;
        await interrupted;
        expect(await db.sql`select 1 as one`).toEqual([{ one: 1 }]);
      }
    } finally {
      await Promise.all([db.close(), other.close()]);
    }
  });

  it('a certificate of another host is refused with verify-full, an address among them', async () => {
    // As a process of its own: Node reads the authorities when it starts.
    const ask = (host: string) =>
      spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', askByItself], {
        env: {
          ...process.env,
          NODE_EXTRA_CA_CERTS: certificates.authority,
          ASKED: pair.urlOf(0).replace('127.0.0.1', host).concat('?sslmode=verify-full'),
        },
        encoding: 'utf8',
      }).stdout.trim();
    expect(ask('localhost')).toBe('true');
    expect(ask('127.0.0.1')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  });

  it('a server that speaks no TLS is refused, and one that is down is unreachable', async () => {
    for (const [url, failure] of [
      [plain.url, { message: expect.stringContaining('does not speak TLS') }],
      [plain.url.replace(/:\d+\//, `:${await freePort()}/`), { code: 'ECONNREFUSED' }],
    ] as const) {
      const db = openDb(`${url}?sslmode=require`, { reads: 1 });
      await expect(db.sql`select 1`).rejects.toMatchObject(failure);
      await db.close();
    }
  });

  it('web and worker keep to it, and follow the primary', async () => {
    const db = openDb(pair.urlOf(0), { reads: 1, writes: 1, transactions: 1 });
    const world = await makeWorld(db.sql, { visit: { technicianId: null } });
    const technician = await openSession(db.sql, world.userId);
    await db.close();
    const port = await freePort();
    const trust = { NODE_EXTRA_CA_CERTS: certificates.authority };
    await Promise.all([web.start(port, trust), startWorker(trust)]);
    const { call } = callerOf(`http://127.0.0.1:${port}`);
    const act = (path: string) => call(path, { visit_id: world.visitId }, { token: technician });
    expect((await act('visit/attach')).status).toBe(200);
    // Web and worker, LISTEN and the queue.
    const used = ['agenda-tecnica', 'agenda-tecnica queue'];
    await until(async () => isEncrypted(await connections(0), used));

    await pair.stop(0);
    expect((await act('visit/set_on_the_way')).status).toBe(503);
    await pair.promote(1);
    await until(async () => (await act('visit/set_on_the_way')).status === 200, 15_000);
    await until(async () => isEncrypted(await connections(1), used), 15_000);
  }, 60_000);
});
