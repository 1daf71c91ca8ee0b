import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { openDb } from '../../../db/connection/open.ts';
import { openKeys } from '../../../db/secrets/keys.ts';
import { openFolder } from '../../../db/storage/folder.ts';
import { buildHttp } from '../../../server/http/build-http.ts';
import { openLive } from '../../../server/live/live.ts';

// The web process without screens, to be killed by a test: DATABASE_URL and PORT say over what and where.
const db = openDb(process.env.DATABASE_URL!);
const log = pino({ level: 'silent' });
const publicUrl = 'http://localhost:3000';
const storage = openFolder(path.join(tmpdir(), `agenda-files-${process.pid}`));
const options = { db, log, publicUrl, storage, keys: openKeys({ secret: 'l'.repeat(32), publicUrl }) };
const { app, server } = await buildHttp({ ...options, trustProxy: false, demo: false });
await openLive(db, server, { log, secure: false, origin: () => true });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('ready');
