import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from '@remix-run/node';
import { pino } from 'pino';
import { openDb } from '../../db/connection/open.ts';
import { openKeys } from '../../db/secrets/keys.ts';
import { openFolder } from '../../db/storage/folder.ts';
import { buildHttp } from '../../server/http/build-http.ts';
import { openLive } from '../../server/live/live.ts';
import { cpuUsed, memoryUsed, serve } from './process.ts';

/** The process that is measured: the real web process with its sockets; at BENCH_PORT if it is given; with BENCH_SCREENS the built screens too, at that port. */
const { BENCH_SCREENS, BENCH_PORT } = process.env;
const port = Number(BENCH_SCREENS ?? BENCH_PORT ?? 0);
const remix = BENCH_SCREENS
  ? { build: await loadBuild(), mode: 'production' as const, clientFolder: 'build/client' }
  : undefined;
const publicUrl = BENCH_SCREENS ? `http://127.0.0.1:${port}` : 'http://127.0.0.1';
const db = openDb(process.env.DATABASE_URL!, {
  directUrl: process.env.DATABASE_DIRECT_URL,
  poolerPrepares: process.env.DATABASE_POOLER_PREPARES === 'true',
});
const log = pino({ level: 'warn' });
const { app, server } = await buildHttp({
  db,
  log,
  publicUrl,
  keys: openKeys({ secret: 'only-for-the-benchmark-of-this-machine', publicUrl: 'http://localhost:3000' }),
  storage: openFolder(path.join(tmpdir(), 'agenda-files-bench')),
  trustProxy: false,
  demo: false,
  ...(remix ? { remix } : {}),
});
await openLive(db, server, { log, secure: false, origin: () => true });
await app.listen({ port, host: '127.0.0.1' });

const calls = serve({
  port: () => (server.address() as AddressInfo).port,
  cpu: cpuUsed,
  memory: memoryUsed,
});
export type ProductServer = typeof calls;

async function loadBuild(): Promise<ServerBuild> {
  return (await import(pathToFileURL(path.resolve('build/server/index.js')).href)) as ServerBuild;
}
