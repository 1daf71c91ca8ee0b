import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import { signedOut } from './lost-database.ts';
import { by, pause } from './timing.ts';

/** F24: the disk that the record's tables lie on is full for a while; a small one of memory, mounted for this. */
export const fullDisk: Fault = {
  title: 'disk full',
  async stage(_, cluster) {
    const mount = join(cluster.dir, 'small-disk');
    mkdirSync(mount, { recursive: true });
    const megabytes = Math.ceil((await cluster.size('agenda')) / 1e6) + 40;
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mount]);
    if (mounted.status !== 0) return { notRun: 'this account may not mount a small disk' };
    const folder = join(mount, 'tables');
    mkdirSync(folder, { mode: 0o700 });
    await cluster.addTablespace('small_disk', folder);
    return {
      tablespace: 'small_disk',
      undo: async () => {
        await cluster.dropTablespace('small_disk');
        spawnSync('umount', [mount]);
      },
    };
  },
  async run(stage, load) {
    const problems: string[] = [];
    const filler = join(stage.cluster.dir, 'small-disk', 'filler');
    await pause(1_500);
    const before = stage.journal.tries.length;
    fill(filler);
    // Free pages of the tables last for a moment.
    const refused = () => stage.journal.tries.slice(before).filter(({ status }) => status >= 500);
    for (const deadline = Date.now() + 30_000; refused().length < 5 && Date.now() < deadline; )
      await pause(100);
    await pause(by(stage.size, 1_000, 4_000, 20_000));
    const during = refused();
    rmSync(filler);
    const freed = Date.now();
    await load.finish();
    const after = stage.journal.tries.find(
      ({ at, status, path }) => at > freed && status === 200 && path === 'visit/create',
    );
    const wrong = during.filter(({ status }) => status !== 503 && status !== 507);
    if (during.length === 0) problems.push('nothing was refused: the disk was not full');
    if (wrong.length > 0)
      problems.push(
        `${wrong.length} answers of ${[...new Set(wrong.map(({ status }) => status))].join(', ')}`,
      );
    if (!after) problems.push('nothing was created afterwards');
    return {
      figures: `${during.length} commands refused in between, the next one done ${after ? Math.round(after.at + after.ms - freed) : '–'} ms after there was room`,
      problems: [...problems, ...signedOut(stage.journal.tries)],
    };
  },
};

function fill(file: string) {
  const out = openSync(file, 'w');
  try {
    for (const size of [1 << 20, 1 << 12]) {
      try {
        for (;;) writeSync(out, Buffer.alloc(size));
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(out);
  }
}
