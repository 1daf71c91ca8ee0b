import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { photoFile } from '../../db/commands/photos/files.ts';
import type { Sql } from '../../db/connection/sql.ts';
import { openFolder } from '../../db/storage/folder.ts';
import type { Storage } from '../../db/storage/storage.ts';
import { hashOfRecord } from '../support/record/record-hash.ts';
import type { Fault } from './fault.ts';
import type { Stage } from './stage.ts';

const root = join(import.meta.dirname, '../..');

/** F27: the product's own backup, everything gone, its own restore. */
export const destroyedRecord: Fault = {
  title: 'backup, destroy, restore',
  async run(stage, load) {
    await load.finish();
    await stage.settle();
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    if (!scripts.backup || !scripts.restore)
      return { figures: '', notRun: 'not run: there is no backup command', problems: ['not run'] };
    const file = join(stage.cluster.dir, 'backup');
    const files = join(stage.cluster.dir, 'photos-of-f27');
    const photos = openFolder(join(files, 'files'));
    const taken = await addPhotos(stage, photos);
    // The processes end: their clock would go on writing.
    await Promise.all([...stage.webs, ...stage.workers].map((one) => one.end()));
    const before = await look(stage.url);
    const began = Date.now();
    const kept = run('backup', file, stage.url, files);
    const keptMs = Date.now() - began;
    await hangUp(stage.url);
    await destroy(stage.url);
    rmSync(files, { recursive: true, force: true });
    const restored = kept.status === 0 ? run('restore', file, stage.url, files) : kept;
    const after = await look(stage.url).catch((error) => ({ hash: String(error), counts: '' }));
    const back = await Promise.all(
      taken.map(async ({ name, bytes }) => (await photos.get(name))?.equals(bytes) === true),
    );
    const lost = back.filter((whole) => !whole).length;
    for (const one of [...stage.webs, ...stage.workers]) one.start();
    return {
      figures: `backup ${keptMs} ms, restore ${Date.now() - began - keptMs} ms, ${taken.length - lost} of ${taken.length} photos`,
      problems: [
        ...(kept.status === 0 ? [] : [`backup ended with ${kept.status}: ${kept.stderr.slice(0, 200)}`]),
        ...(restored.status === 0
          ? []
          : [`restore ended with ${restored.status}: ${restored.stderr.slice(0, 200)}`]),
        ...(after.counts === before.counts ? [] : ['other counts']),
        ...(after.hash === before.hash ? [] : ['other hashes']),
        ...(lost === 0 ? [] : [`${lost} photos are lost`]),
      ],
    };
  },
};

/** Photos of visits, with their files in a storage. */
async function addPhotos({ db }: Stage, storage: Storage) {
  const visits = await db.sql<{ id: number; technicianId: number }[]>`
    select id, technician_id from visits where technician_id is not null order by id desc limit 25`;
  const taken = visits.map(({ id }, turn) => ({
    name: photoFile(id, 1, String(turn)),
    bytes: randomBytes(50_000 + turn),
  }));
  for (const [turn, { name, bytes }] of taken.entries()) {
    await storage.put(name, bytes, 'image/jpeg');
    const { id, technicianId } = visits[turn]!;
    await db.sql`
      insert into visit_photos (visit_id, technician_id, taken_at, file, bytes, width, height, preview)
      values (${id}, ${technicianId}, now(), ${name}, ${bytes.length}, 8, 8, ${Buffer.from('p')})`;
  }
  return taken;
}

function run(script: string, file: string, url: string, dataDir: string) {
  return spawnSync('npm', ['run', '-s', script, '--', file], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
    encoding: 'utf8',
    timeout: 300_000,
  });
}

/** Every row of every table, as one hash, and how many there are. */
async function look(url: string): Promise<{ hash: string; counts: string }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const hash = await hashOfRecord(sql as unknown as Sql);
    const [row] = await sql`
      select (select count(*) from visits) || ' ' || (select count(*) from events) || ' ' || (select count(*) from users)
        || ' ' || (select count(*) from orders) || ' ' || (select count(*) from notices) as counts`;
    return { hash, counts: row!.counts };
  } finally {
    await sql.end();
  }
}

/** The suite's own connections look like the product's, which a restore refuses to be run beside. They come back when they are used. */
async function hangUp(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await sql.end();
}

async function destroy(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const schemas = await sql`
    select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
  for (const { name } of schemas) await sql.unsafe(`drop schema "${name}" cascade`);
  await sql.unsafe('create schema public');
  await sql.end();
}
