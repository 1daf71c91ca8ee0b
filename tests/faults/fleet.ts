import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One process of the product, started again at once whenever it ends by itself. */
export type Member = {
  name: string;
  pid(): number;
  /** It has said that it is ready, and lives. */
  ready(): boolean;
  /** Its end by this signal is another user's doing: it is started again, as after an accident. */
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, and no new one. @returns how it ended */
  end(): Promise<{ code: number | null; ms: number }>;
  start(): void;
  /** How often it ended by itself or was killed. */
  ends(): number;
  /** Resident memory in MB, open files and sockets, and the seconds of CPU it has had since it started. */
  usage(): { memory: number; handles: number; cpu: number };
  log: string;
};

/**
 * Start a built process (`dist/web.js`, `dist/worker.js`) under a supervisor as small as the product's own.
 * @param dir where its output is written
 */
export function startMember(
  root: string,
  dir: string,
  about: { name: string; role: 'web' | 'worker'; env: Record<string, string>; execArgv?: string[] },
): Member {
  const { name, role, env, execArgv = [] } = about;
  const log = join(dir, `${name}.log`);
  const out = openSync(log, 'a');
  let child: ChildProcess | undefined;
  let said = false;
  let stopped = false;
  let ends = 0;
  let gone: Promise<number | null> = Promise.resolve(null);

  const launch = () => {
    said = false;
    const begun = Date.now();
    const started = spawn(
      process.execPath,
      [...execArgv, '--enable-source-maps', join(root, 'dist', `${role}.js`)],
      {
        cwd: root,
        env: { ...clean(process.env), ...env },
        stdio: ['ignore', out, out, 'ipc'],
        // A session of its own, as under systemd or in a container: Linux shares a busy machine out between sessions,
        // and every backend of PostgreSQL has one. It ends with us all the same, by its channel.
        detached: process.platform !== 'win32',
      },
    );
    child = started;
    started.on('message', (message) => {
      if (message === 'ready') said = true;
    });
    gone = new Promise((done) => {
      started.once('exit', (code) => {
        said = false;
        done(code);
        if (stopped) return;
        ends++;
        // A process that cannot even start does not take the whole machine.
        setTimeout(() => !stopped && launch(), Date.now() - begun < 1_000 ? 500 : 0);
      });
    });
  };
  launch();
  return {
    name,
    log,
    pid: () => child!.pid!,
    ready: () => said,
    ends: () => ends,
    kill: (signal) => void child!.kill(signal),
    start() {
      stopped = false;
      launch();
    },
    async end() {
      stopped = true;
      const begun = Date.now();
      child!.kill('SIGTERM');
      const late = setTimeout(() => child!.kill('SIGKILL'), 30_000);
      const code = await gone;
      clearTimeout(late);
      return { code, ms: Date.now() - begun };
    },
    usage() {
      const status = readFileSync(`/proc/${child!.pid}/status`, 'utf8');
      // After the name, which may hold spaces: fields 14 and 15, in hundredths of a second.
      const times = readFileSync(`/proc/${child!.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return {
        cpu: (Number(times[11]) + Number(times[12])) / 100,
        memory: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
        handles: readdirSync(`/proc/${child!.pid}/fd`).length,
      };
    },
  };
}

/** What an operator may have set on this machine is not what is tried here. */
function clean(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const {
    DATABASE_URL,
    DATABASE_DIRECT_URL,
    DATABASE_POOLER_PREPARES,
    REDIS_URL,
    REDIS_SENTINELS,
    REDIS_SENTINEL_PASSWORD,
    ROLE,
    TELEGRAM_BOT_TOKEN,
    SMTP_URL,
    WHATSAPP_TOKEN,
    NODE_OPTIONS,
    ...rest
  } = env;
  return rest;
}
