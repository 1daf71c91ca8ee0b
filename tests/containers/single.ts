import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import type { Check } from './check.ts';
import { describeMet, startLoad } from './load.ts';
import type { Stack } from './stack.ts';
import { bringUp, countCommands, ensure, expectNothingRecreated, findVisits, idsOf, signIn } from './use.ts';

/** docker-compose.yml as docs/operations/deploy.md and docs/operations/backup.md say. */
export async function checkSingle(stack: Stack, check: Check): Promise<void> {
  await bringUp(stack, check);
  const token = await signIn(stack);
  const visits = await findVisits(stack, token);

  await check('only the proxy is published, and the product is not root', async () => {
    const published = (await stack.compose('ps', '--format', '{{.Service}} {{.Ports}}'))
      .split('\n')
      .filter((line) => line.includes('->'));
    ensure(published.length === 1 && published[0]!.startsWith('proxy '), published.join('; '));
    for (const service of ['web', 'worker', 'backup']) {
      const account = (await stack.inside(service, 'id', '-u')).trim();
      ensure(account === '1000', `${service} runs as ${account}`);
    }
    return undefined;
  });
  await check('the proxy: https checked, http led to it, what watches over it closed', async () => {
    const login = await stack.ask('/login');
    ensure(login.status === 200, `/login ${login.status}`);
    ensure(login.headers['strict-transport-security'] !== undefined, 'no HSTS');
    for (const path of ['/metrics', '/readyz', '/healthz']) {
      const { status } = await stack.ask(path);
      ensure(status === 404, `${path} ${status}`);
    }
    const [answer] = await once(get('http://localhost/login'), 'response');
    ensure(answer.statusCode === 308, `http ${answer.statusCode}`);
    return undefined;
  });
  await check('`up -d` and `up -d --build` with nothing changed recreate nothing', () =>
    expectNothingRecreated(stack, ['up', '-d'], ['up', '-d', '--build']),
  );
  await check('the image', async () => {
    const bytes = Number(await stack.compose('images', '--format', 'json', 'web').then(sizeOf));
    return `${Math.round(bytes / 1e6)} MB`;
  });
  await check('kill -9 of a web process under load: no request fails', async () => {
    const load = startLoad(stack, { token, visits, retries: false });
    await pause(5_000);
    await stack.inside('web', 'node', '-e', killsWeb);
    await pause(20_000);
    await stack.untilHealthy();
    const met = await load.end();
    ensure(Object.keys(met.failed).length === 0, describeMet(met));
    return describeMet(met);
  });
  await check(
    'replace.sh under load: every container of the product another one, no request fails',
    async () => {
      const before = await idsOf(stack);
      const load = startLoad(stack, { token, visits, retries: false });
      const script = spawn('sh', ['server/supervisor/fleet/replace.sh'], {
        cwd: stack.folder,
        stdio: 'ignore',
      });
      const [code] = await once(script, 'exit');
      const met = await load.end();
      ensure(code === 0, `replace.sh ended with ${code}`);
      const after = await idsOf(stack);
      for (const service of ['web', 'worker'])
        ensure(!after[service]!.some((id) => before[service]!.includes(id)), `a ${service} was not replaced`);
      ensure(Object.keys(met.failed).length === 0, describeMet(met));
      return describeMet(met);
    },
  );
  await check(
    'backup and restore as docs/operations/backup.md says: the same commands, what came after is gone',
    async () => {
      await stack.inside('backup', 'npm', 'run', '-s', 'backup', '--', '/backups/check.sql.gz');
      const before = await countCommands(stack);
      const edit = { visit_id: visits[0], tech_comments: 'Después de la copia' };
      const { status } = await stack.ask('/v1/visit/edit', { method: 'POST', body: edit, token });
      ensure(status === 200, `the edit: ${status}`);
      ensure((await countCommands(stack)) !== before, 'the edit is not seen');
      await stack.compose('stop', 'web', 'worker');
      await stack.inside('backup', 'npm', 'run', '-s', 'restore', '--', '/backups/check.sql.gz', '--force');
      await stack.inside('redis', 'sh', '-c', 'redis-cli -a "$REDIS_PASSWORD" --no-auth-warning FLUSHDB');
      await stack.compose('up', '-d');
      await stack.untilHealthy();
      const after = await countCommands(stack);
      ensure(after === before, `${after} instead of ${before}`);
      return before;
    },
  );
  await check('what an operator asks for in a container', async () => {
    const accounts = await stack.inside('web', 'npm', 'run', '-s', 'admin', '--', 'list');
    ensure(accounts.includes('jefe'), accounts.slice(0, 200));
    return (await stack.inside('web', 'npm', 'run', '-s', 'photos')).trim().split('\n').at(-1);
  });
  await check('down and up again: nothing is lost', async () => {
    const before = await countCommands(stack);
    await stack.compose('down');
    await stack.compose('up', '-d');
    await stack.untilHealthy();
    ensure((await countCommands(stack)) === before, 'other events than before');
    await signIn(stack);
    return undefined;
  });
}

/** Ends the process itself, not the init above it: the container goes, and the engine starts it again. */
const killsWeb = `const { readdirSync, readFileSync } = require('fs');
  const runs = (pid) => readFileSync('/proc/' + pid + '/cmdline', 'utf8').includes('dist/web.js');
  const others = readdirSync('/proc').filter((name) => Number(name) > 1 && Number(name) !== process.pid);
  process.kill(Number(others.find(runs)), 'SIGKILL');`;

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

const sizeOf = (json: string) => {
  const [image] = JSON.parse(json) as { Size: number }[];
  return image!.Size;
};
