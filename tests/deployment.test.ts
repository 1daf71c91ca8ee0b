import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readDatabaseHosts } from '../machines/process/database-url.ts';
import { readSettings, settingNames } from '../machines/process/settings.ts';

// docker-compose.yml by its structure, without a container engine, which `npm run test:containers` needs. What each rule
// below stands for went wrong when it was run in containers.

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  restart?: string;
  environment?: Record<string, string>;
  networks?: string[];
  healthcheck?: { test: string[] };
  logging?: { driver: string; options?: Record<string, string> };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  scale?: string | number;
};
const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  networks?: Record<string, unknown>;
};
const { services } = compose;
const isOfProduct = ({ image = '' }: Service) => image.startsWith('agenda-tecnica:');
const ofProduct = Object.entries(services).filter(([, service]) => isOfProduct(service));

/** As compose does: what is required has a value, what is optional its default. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) =>
    kind === '-' ? rest : (sample[name] ?? `${name.toLowerCase()}-0123456789abcdef0123456789abcdef`),
  );
const sample: Record<string, string> = {
  PUBLIC_URL: 'https://agenda.example',
  LINK_SECRET: 'fedcba9876543210'.repeat(4),
};

/** Lines such as `admin: 'server/operator/admin/index.ts',` of a file. */
const namedSources = (file: string) =>
  Object.fromEntries([...read(file).matchAll(/^ {2}(\w+): '([\w/.]+\.ts)',$/gm)].map(([, a, b]) => [a, b]));

describe('the topology of containers', () => {
  it('has a proxy, web and worker processes, one migration, a backup, PostgreSQL and Redis', () => {
    expect(Object.keys(services).sort()).toEqual(
      ['backup', 'migrate', 'postgres', 'proxy', 'redis', 'web', 'worker'].sort(),
    );
  });

  it('publishes nothing but the proxy', () => {
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(['proxy']);
  });

  it('looks after the health of everything that stays, and runs the migration once, before the others', () => {
    for (const [name, { healthcheck, restart, depends_on }] of Object.entries(services)) {
      if (name === 'migrate') expect(restart).toBe('no');
      else {
        expect(restart, name).toBe('unless-stopped');
        expect(healthcheck?.test.length, `${name} has no health check`).toBeGreaterThan(1);
      }
      if (['web', 'worker', 'backup'].includes(name))
        expect(depends_on?.migrate?.condition, name).toBe('service_completed_successfully');
    }
    for (const name of ['web', 'worker'])
      expect(services[name]!.healthcheck!.test).toEqual(['CMD', 'node', 'server/ready.mjs']);
  });

  it('checks health by words that no engine can split otherwise, and by a shell only where it says so', () => {
    for (const [name, { healthcheck }] of Object.entries(services)) {
      const [kind, ...words] = healthcheck?.test ?? ['CMD'];
      expect(['CMD', 'CMD-SHELL'], name).toContain(kind);
      if (kind === 'CMD') for (const word of words) expect(word, name).toMatch(/^[^\s"'$]+$/);
    }
  });

  it('asks PostgreSQL over TCP, where the server that only makes the database does not answer', () => {
    expect(services.postgres!.healthcheck!.test.join(' ')).toContain('-h 127.0.0.1');
  });

  it('lets the image of Redis give up root: its command begins with redis-server', () => {
    expect(services.redis!.command![0]).toBe('redis-server');
  });

  it('says in the file how many processes there are, so that no later `up` ends all but one', () => {
    expect(services.web!.scale).toMatch(/^\$\{WEB_PROCESSES:-\d+\}$/);
    expect(services.worker!.scale).toMatch(/^\$\{WORKER_PROCESSES:-\d+\}$/);
  });

  it('builds each image for one service alone, or the next `up` would find another and make all anew', () => {
    const built = Object.entries(services).filter(([, { build }]) => build !== undefined);
    expect(built.map(([name]) => name)).toEqual(['migrate']);
    expect(new Set(ofProduct.map(([, { image }]) => image)).size).toBe(1);
  });

  it('bounds the log of every container', () => {
    for (const [name, { logging }] of Object.entries(services))
      expect(logging?.options?.['max-size'], name).toMatch(/^\d+m$/);
  });

  it('pins every image, and keeps every datum in a volume that is declared', () => {
    const images = Object.values(services)
      .filter((service) => !isOfProduct(service))
      .map(({ image }) => image!);
    const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
    expect(bases.length).toBeGreaterThan(0);
    for (const image of [...images, ...bases]) expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-[a-z]+)*$/);
    const used = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0]!),
    );
    for (const name of ['database', 'queues', 'backups', 'certificates']) expect(used).toContain(name);
    for (const name of used.filter((one) => !one.startsWith('.')))
      expect(compose.volumes).toHaveProperty(name);
  });

  it('holds no secret: each comes from the environment, and a missing one stops the start', () => {
    for (const [service, { environment = {} }] of Object.entries(services))
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD|TOKEN|_URL$/.test(name) && !/^http:\/\/worker:/.test(value))
          expect(value, `${service}: ${name}`).toMatch(/\$\{\w+(:[-?])/);
    for (const name of ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'LINK_SECRET', 'METRICS_TOKEN'])
      expect(read('docker-compose.yml'), name).toContain(`\${${name}:?`);
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env*', '.data', '.git', 'node_modules', '*.sql.gz']),
    );
  });

  it.each(ofProduct)('gives %s settings that exist and are accepted', (_name, { environment = {} }) => {
    for (const name of Object.keys(environment)) expect(settingNames, name).toContain(name);
    const values = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]),
    );
    expect(readSettings(values)).toMatchObject({ ok: true });
  });

  it.each(ofProduct)('runs %s from a bundle that the build makes', (_name, { command = [] }) => {
    const file = command.find((one) => /\.(js|sh)$/.test(one))!;
    const entries = Object.keys(namedSources('server/build.mjs'));
    if (file.endsWith('.js')) expect(entries).toContain(/dist\/(\w+)\.js/.exec(file)?.[1]);
    else expect(read(file)).toMatch(/dist\/backup\.js/);
  });

  it('brings every command of an operator: a bundle of the same source, and what starts it', () => {
    const commands = namedSources('server/command.mjs');
    expect(Object.keys(commands)).toEqual(
      expect.arrayContaining(['admin', 'backup', 'import', 'migrate', 'restore', 'retention', 'token']),
    );
    expect(namedSources('server/build.mjs')).toMatchObject(commands);
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const name of Object.keys(commands)) expect(scripts[name]).toBe(`node server/command.mjs ${name}`);
    for (const file of [
      'package.json',
      'server/command.mjs',
      'server/ready.mjs',
      'server/operator/backup/daily.sh',
    ])
      expect(read('Dockerfile').split('AS build').at(-1), file).toContain(`/app/${file}`);
  });

  it('starts a command from the bundle where there is no source', () => {
    const image = mkdtempSync(join(tmpdir(), 'agenda-image-'));
    try {
      mkdirSync(join(image, 'server'));
      mkdirSync(join(image, 'dist'));
      writeFileSync(join(image, 'package.json'), '{ "type": "module" }');
      copyFileSync(join(root, 'server/command.mjs'), join(image, 'server/command.mjs'));
      writeFileSync(join(image, 'dist/admin.js'), 'console.log(process.argv.slice(2).join(" "))');
      const run = (...words: string[]) =>
        spawnSync(process.execPath, ['server/command.mjs', ...words], { cwd: image, encoding: 'utf8' });
      expect(run('admin', 'list', '--x')).toMatchObject({ status: 0, stdout: 'list --x\n' });
      expect(run('toString')).toMatchObject({ status: 2, stdout: '' });
    } finally {
      rmSync(image, { recursive: true, force: true });
    }
  });

  it('is ready by the health check only when the process beside it says so', async () => {
    let status = 503;
    const server = createServer((request, reply) => {
      reply.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const check = (env: Record<string, string>) =>
      new Promise((done) =>
        spawn(process.execPath, ['server/ready.mjs'], { cwd: root, env: { ...process.env, ...env } }).once(
          'exit',
          done,
        ),
      );
    try {
      expect(await check({ PORT: String(port), OPS_PORT: '' })).toBe(1);
      status = 200;
      expect(await check({ PORT: String(port), OPS_PORT: '' })).toBe(0);
      expect(await check({ PORT: '', OPS_PORT: String(port) })).toBe(0);
    } finally {
      await new Promise((done) => server.close(done));
    }
    expect(await check({ PORT: String(port), OPS_PORT: '' })).toBe(1);
  }, 60_000);

  it('hides the endpoints of the operators, offers no HTTP/3, and gives up connections before the web process', () => {
    const caddy = read('Caddyfile');
    expect(caddy).toMatch(/@inside path \/metrics \/healthz \/readyz\n\s+respond @inside 404/);
    expect(caddy).toContain('protocols h1 h2');
    // A command whose first address refuses is tried at another: needs its body kept, and a Caddy that can.
    expect(caddy).toMatch(/^\s+request_buffers \d+MiB$/m);
    const [, major, minor, patch] = /^caddy:(\d+)\.(\d+)\.(\d+)-/.exec(services.proxy!.image!)!.map(Number);
    expect(major! * 10_000 + minor! * 100 + patch!).toBeGreaterThanOrEqual(21_102);
    expect(services.proxy!.ports).toEqual(['80:80', '443:443']);
    // Fastify's keepAliveTimeout, which server/http/make-app.ts leaves as it is.
    expect(Number(/keepalive (\d+)s/.exec(caddy)?.[1])).toBeLessThan(72);
    // A silent address and another try fit into the time for trying.
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(caddy)?.[1]);
    expect(seconds('dial_timeout') * 3).toBeLessThan(seconds('lb_try_duration'));
  });

  it('lets a process that stops drain and end what it holds before it is killed', () => {
    for (const name of ['web', 'worker']) {
      const { environment = {}, stop_grace_period } = services[name]!;
      const drain = Number(environment.DRAIN_SECONDS ?? 0);
      expect(Number.parseInt(stop_grace_period!, 10), name).toBeGreaterThan(drain + 8);
      expect(Number.parseInt(stop_grace_period!, 10), name).toBeLessThanOrEqual(25);
    }
  });

  it('keeps the queues on the disk and evicts nothing of them', () => {
    const command = services.redis!.command!.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;

it.skipIf(!hasCompose).each(['docker-compose.yml', 'docker-compose.ha.yml'])(
  '%s is what Compose itself accepts, where it is installed',
  (file) => {
    const names = [...read(file).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name!);
    const required = Object.fromEntries(names.map((name) => [name, filledIn(`\${${name}:?}`)]));
    const { status, stderr } = spawnSync('docker', ['compose', '-f', file, 'config', '-q'], {
      cwd: root,
      env: { ...process.env, ...required },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  },
);

describe('the topology with a PostgreSQL cluster', () => {
  const cluster = parse(read('docker-compose.ha.yml'), { merge: true }) as typeof compose;
  const names = (kind: string) => [1, 2, 3].map((n) => `${kind}${n}`);
  const environmentOf = (name: string) => cluster.services[name]!.environment!;
  const config = parse(read('server/supervisor/cluster/patroni.yml'));

  it('has three etcd and three PostgreSQL in place of one, and everything else as without a cluster', () => {
    const { postgres, ...others } = services;
    expect(Object.keys(cluster.services).sort()).toEqual(
      [...Object.keys(others), ...names('etcd'), ...names('postgres'), 'standbys'].sort(),
    );
    for (const [name, service] of Object.entries(others)) {
      const { DATABASE_URL: _, ...environment } = service.environment ?? {};
      const { environment: found, ...rest } = cluster.services[name]!;
      expect({ ...rest, depends_on: undefined }, name).toEqual({
        ...service,
        environment: undefined,
        depends_on: undefined,
      });
      expect(found ?? {}, name).toMatchObject(environment);
    }
  });

  it('has an image of its own, which a new version of the product does not change', () => {
    const members = [...names('etcd'), ...names('postgres')].map((name) => cluster.services[name]!);
    expect(members.filter(({ build }) => build !== undefined)).toHaveLength(1);
    expect(new Set(members.map(({ image }) => image)).size).toBe(1);
    expect(members[0]!.image).toContain('${CLUSTER_VERSION');
    expect(members[0]!.image).not.toContain('AGENDA_VERSION');
  });

  it('gives the product the address of all three, which is accepted', () => {
    for (const name of ['web', 'worker', 'migrate', 'backup']) {
      const url = filledIn(environmentOf(name).DATABASE_URL!);
      expect(readDatabaseHosts(url)).toEqual(names('postgres').map((host) => ({ host, port: 5432 })));
    }
  });

  it('keeps the data of each member in a volume of its own, and starts PostgreSQL after etcd', () => {
    const used = [...names('etcd'), ...names('postgres')].map(
      (name) => cluster.services[name]!.volumes!.join().split(':')[0]!,
    );
    expect(new Set(used).size).toBe(6);
    for (const name of used) expect(cluster.volumes).toHaveProperty(name);
    for (const name of names('postgres')) {
      expect(Object.keys(cluster.services[name]!.depends_on!)).toEqual(names('etcd'));
      expect(environmentOf(name).PATRONI_POSTGRESQL_DATA_DIR).toMatch(
        new RegExp(`^${cluster.services[name]!.volumes![0]!.split(':')[1]}/`),
      );
    }
    for (const name of names('postgres'))
      expect(cluster.services.migrate!.depends_on![name]!.condition).toBe('service_healthy');
  });

  it('lets nothing but the members reach etcd, and takes orders at Patroni with a password only', () => {
    const networksOf = (name: string) => cluster.services[name]!.networks ?? ['default'];
    const reaching = Object.keys(cluster.services).filter((name) => networksOf(name).includes('members'));
    expect(reaching.sort()).toEqual([...names('etcd'), ...names('postgres'), 'standbys'].sort());
    for (const name of [...names('etcd'), 'standbys']) expect(networksOf(name), name).toEqual(['members']);
    expect(cluster.networks!.members).toEqual({ internal: true });
    for (const name of [...names('postgres'), 'standbys'])
      expect(environmentOf(name)).toMatchObject({
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: expect.stringMatching(/^\$\{PATRONI_RESTAPI_PASSWORD:\?/),
      });
  });

  it('watches the standbys by the address of every member, and gives what watches no other secret', () => {
    const { command, environment, restart } = cluster.services.standbys!;
    expect(command!.slice(2)).toEqual([
      'dist/watch-standbys.js',
      ...names('postgres').map((name) => `http://${environmentOf(name).PATRONI_RESTAPI_CONNECT_ADDRESS}`),
    ]);
    expect(read('server/build.mjs')).toContain("'watch-standbys':");
    expect(Object.keys(environment!)).toEqual(['PATRONI_RESTAPI_USERNAME', 'PATRONI_RESTAPI_PASSWORD']);
    expect(restart).toBe('unless-stopped');
  });

  it('looks after the health of every member, publishes none, and holds no secret', () => {
    for (const name of [...names('etcd'), ...names('postgres')]) {
      const { healthcheck, restart, ports, environment } = cluster.services[name]!;
      expect(healthcheck?.test.length, name).toBeGreaterThan(1);
      expect(restart, name).toBe('unless-stopped');
      expect(ports, name).toBeUndefined();
      for (const [setting, value] of Object.entries(environment!))
        if (setting.includes('PASSWORD')) expect(value, setting).toMatch(/^\$\{\w+:\?/);
    }
  });

  it('names each member once, and every member as the others reach it', () => {
    for (const name of names('postgres'))
      expect(environmentOf(name)).toMatchObject({
        PATRONI_NAME: name,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${name}:5432`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${name}:8008`,
        PATRONI_ETCD3_HOSTS: names('etcd')
          .map((host) => `'${host}:2379'`)
          .join(','),
      });
    for (const name of names('etcd'))
      expect(environmentOf(name)).toMatchObject({
        ETCD_NAME: name,
        ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
        ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
        ETCD_INITIAL_CLUSTER: names('etcd')
          .map((host) => `${host}=http://${host}:2380`)
          .join(','),
      });
  });

  it('sets for each member what the processes of the fault suite set, but for their gateways to etcd', () => {
    const ofProcesses = [
      ...read('tests/faults/patroni-cluster.ts').matchAll(/^ {4}((?:PATRONI|AGENDA)_\w+):/gm),
    ]
      .map(([, name]) => name!)
      .filter((name) => name !== 'PATRONI_ETCD3_USE_PROXIES');
    expect(ofProcesses.length).toBeGreaterThan(10);
    expect(Object.keys(environmentOf('postgres1')).sort()).toEqual(ofProcesses.sort());
  });

  it('acknowledges a commit only when a standby has it, and allows the times that Patroni accepts', () => {
    const { dcs } = config.bootstrap;
    expect(dcs.synchronous_mode).toBe(true);
    expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
    expect(config.postgresql.remove_data_directory_on_diverged_timelines).toBe(true);
    expect(config.bootstrap.post_init).toBe('/etc/patroni/create-database.sh');
    expect(read('server/supervisor/cluster/Dockerfile')).toMatch(
      /^COPY patroni\.yml create-database\.sh \/etc\/patroni\/$/m,
    );
  });

  it('runs as the account of PostgreSQL, on a pinned base', () => {
    const image = read('server/supervisor/cluster/Dockerfile');
    expect(image).toMatch(/^FROM debian:\d+\.\d+-slim$/m);
    expect(image).toMatch(/^USER postgres$/m);
  });
});
