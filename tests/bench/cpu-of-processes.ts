import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from '../../db/connection/sql.ts';

/** Linux counts in hundredths of a second, whatever its own clock's rate is. */
const msATick = 10;

/**
 * Where a cluster's CPU can be read: the time of its first process, of all that it has started, and of those
 * that have ended since.
 *
 * @returns a function that reads the milliseconds of CPU, user and system, that the cluster has used; it
 * answers NaN where there is no /proc
 */
export async function openPostgresCpu(sql: Sql): Promise<() => number> {
  const [row] = await sql<{ dataDirectory: string }[]>`show data_directory`;
  const file = join(row!.dataDirectory, 'postmaster.pid');
  return () => {
    try {
      const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
      const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
      let ticks = 0;
      for (const pid of all) {
        const times = readTimes(pid);
        if (!times) continue;
        if (Number(pid) === first) ticks += times.own + times.ended;
        else if (times.parent === first) ticks += times.own;
      }
      return ticks * msATick;
    } catch {
      return Number.NaN;
    }
  };
}

/** Milliseconds of CPU, user and system, that a process has used; NaN where there is no /proc. */
export const cpuOf = (pid: number): number => (readTimes(String(pid))?.own ?? Number.NaN) * msATick;

function readTimes(pid: string): { parent: number; own: number; ended: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold spaces: state, parent …, utime, stime, cutime, cstime (proc_pid_stat(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), own: user! + system!, ended: endedUser! + endedSystem! };
  } catch {
    // It ended while the list was read.
    return null;
  }
}
