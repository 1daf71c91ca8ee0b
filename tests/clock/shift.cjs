// Loaded before all else by `run.mjs`: this process, and PostgreSQL's programs that it starts, believe another time.
const childProcess = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const { basename } = require('node:path');

const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS);
const RealDate = Date;
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(
      target,
      args.length > 0 ? args : [now()],
      newTarget === globalThis.Date ? target : newTarget,
    ),
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

const { spawn } = childProcess;
childProcess.spawn = (command, ...rest) => {
  if (!/^(postgres|pg_ctl|initdb)$/.test(basename(command))) return spawn(command, ...rest);
  const at = Array.isArray(rest[0]) ? 1 : 0;
  const options = rest[at] ?? {};
  const env = {
    ...(options.env ?? process.env),
    LD_PRELOAD: process.env.TEST_CLOCK_LIBRARY,
    TEST_CLOCK_OFFSET_MS: String(offsetMs),
  };
  return spawn(command, ...rest.slice(0, at), { ...options, env });
};
syncBuiltinESMExports();
