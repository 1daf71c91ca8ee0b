import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Check } from './check.ts';
import { describeMet, startLoad } from './load.ts';
import type { Stack } from './stack.ts';
import { bringUp, ensure, expectNothingRecreated, findVisits, query, signIn } from './use.ts';

const members = ['postgres1', 'postgres2', 'postgres3'];

/** docker-compose.ha.yml as docs/operations/cluster.md says: every acknowledged command is there after each loss. */
export async function checkCluster(stack: Stack, check: Check): Promise<void> {
  await bringUp(stack, check);
  const token = await signIn(stack);
  const visits = await findVisits(stack, token);

  await check('`up -d` with nothing changed recreates nothing', () =>
    expectNothingRecreated(stack, ['up', '-d']),
  );
  await check('a new version of the product leaves the database’s servers as they are', async () => {
    const before = (await stack.compose('config', '--images')).split('\n').sort();
    ensure(
      before.some((image) => image.startsWith('agenda-tecnica-cluster:')),
      before.join(' '),
    );
    const { stdout } = await withVersion(stack);
    ensure(stdout.includes('agenda-tecnica:check'), stdout);
    ensure(!stdout.includes('agenda-tecnica-cluster:check'), stdout);
    return undefined;
  });
  await check('the product reaches neither etcd nor, without the password, Patroni’s orders', async () => {
    const reach = `require("net").connect(2379,"etcd1").on("connect",()=>{console.log("reached");process.exit()}).on("error",e=>{console.log(e.code);process.exit()}).setTimeout(3000,()=>{console.log("silent");process.exit()})`;
    const etcd = (await stack.inside('web', 'node', '-e', reach)).trim();
    ensure(etcd !== 'reached', 'etcd is reached from web');
    const order = `fetch("http://postgres1:8008/reinitialize",{method:"POST",body:"{}"}).then(a=>console.log(a.status))`;
    const patroni = (await stack.inside('web', 'node', '-e', order)).trim();
    ensure(patroni === '401', `Patroni answered ${patroni}`);
    return `etcd ${etcd}, Patroni ${patroni}`;
  });

  /** Under load, with every acknowledged command looked up on the primary afterwards. */
  const lose = (title: string, break_: (leader: string) => Promise<void>, forMs: number) =>
    check(title, async () => {
      await untilWhole(stack);
      const load = startLoad(stack, { token, visits, retries: true });
      await pause(5_000);
      await break_(await leaderOf(stack));
      await pause(forMs);
      const met = await load.end();
      await stack.compose('up', '-d');
      await stack.untilHealthy();
      await untilWhole(stack);
      const leader = await leaderOf(stack);
      const kept = await query(
        stack,
        `select count(*), count(distinct key) from events where key in (${met.acknowledged.map(({ key }) => `'${key}'`).join()})`,
        leader,
        leader,
      );
      const wanted = met.acknowledged.length;
      ensure(kept === `${wanted}|${wanted}`, `${kept} of ${wanted} acknowledged; ${describeMet(met)}`);
      ensure(wanted > 0, 'no command was acknowledged');
      return `${describeMet(met)}; all of them once in the record`;
    });
  await lose('the primary is killed', (leader) => kill(stack, leader), 30_000);
  await lose('the primary is stopped', async (leader) => void (await stack.compose('stop', leader)), 20_000);
  await lose(
    'a planned change of the primary',
    async (leader) => void (await patronictl(stack, leader, 'switchover', '--force')),
    15_000,
  );
  await lose(
    'two of three etcd are lost for a while',
    async () => {
      await kill(stack, 'etcd1', 'etcd2');
      await pause(25_000);
      await stack.compose('start', 'etcd1', 'etcd2');
    },
    10_000,
  );
}

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

const kill = async (stack: Stack, ...services: string[]) => void (await stack.compose('kill', ...services));

async function withVersion(stack: Stack) {
  return promisify(execFile)('docker', ['compose', '-f', 'docker-compose.ha.yml', 'config', '--images'], {
    cwd: stack.folder,
    env: { ...process.env, AGENDA_VERSION: 'check' },
  });
}

const patronictl = (stack: Stack, member: string, ...words: string[]) =>
  stack.inside(member, 'patronictl', '-c', '/etc/patroni/patroni.yml', ...words);

type Member = { Member: string; Role: string; State: string };

/** As any member that answers says. */
async function listMembers(stack: Stack): Promise<Member[]> {
  for (const member of members) {
    const said = await patronictl(stack, member, 'list', '-f', 'json').catch(() => undefined);
    if (said) return JSON.parse(said);
  }
  return [];
}

async function leaderOf(stack: Stack): Promise<string> {
  const leader = (await listMembers(stack)).find(
    ({ Role, State }) => Role === 'Leader' && State === 'running',
  );
  ensure(leader !== undefined, 'no leader');
  return leader.Member;
}

async function untilWhole(stack: Stack): Promise<void> {
  let seen: Member[] = [];
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await pause(1_000)) {
    seen = await listMembers(stack);
    const roles = seen.filter(({ State }) => /^(running|streaming)$/.test(State)).map(({ Role }) => Role);
    if (roles.length === 3 && roles.includes('Leader') && roles.includes('Sync Standby')) return;
  }
  throw new Error(`the cluster is not whole: ${JSON.stringify(seen)}`);
}
