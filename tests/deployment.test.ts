import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSettings, settingNames } from '../machines/settings.ts';

// docker-compose.yml by its structure: no container engine runs where the tests do.

type Service = {
  image?: string;
  build?: string;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  restart?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
};
const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
};
const { services } = compose;
const ofProduct = Object.entries(services).filter(([, service]) => service.build !== undefined);

/** As compose does: what is required has a value, what is optional its default. */
const filledIn = (text: string) =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) =>
    kind === '-' ? rest : (sample[name] ?? `${name.toLowerCase()}-0123456789abcdef0123456789abcdef`),
  );
const sample: Record<string, string> = {
  PUBLIC_URL: 'https://agenda.example',
  SESSION_SECRET: '0123456789abcdef'.repeat(4),
  LINK_SECRET: 'fedcba9876543210'.repeat(4),
};

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
      expect(services[name]!.healthcheck!.test.join(' ')).toContain('/readyz');
  });

  it('pins every image, and keeps every datum in a volume that is declared', () => {
    const images = Object.values(services)
      .filter(({ build }) => !build)
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
    for (const name of [
      'POSTGRES_PASSWORD',
      'REDIS_PASSWORD',
      'SESSION_SECRET',
      'LINK_SECRET',
      'METRICS_TOKEN',
    ])
      expect(read('docker-compose.yml'), name).toContain(`\${${name}:?`);
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.data', 'node_modules']),
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
    const entries = [...read('server/build.mjs').matchAll(/^ {2}(\w+): '[\w/.]+\.ts',$/gm)].map(
      ([, name]) => name,
    );
    if (file.endsWith('.js')) expect(entries).toContain(/dist\/(\w+)\.js/.exec(file)?.[1]);
    else expect(read(file)).toMatch(/dist\/backup\.js/);
  });

  it('lets a process that stops drain and end what it holds before it is killed', () => {
    for (const name of ['web', 'worker']) {
      const { environment = {}, stop_grace_period } = services[name]!;
      const drain = Number(environment.DRAIN_SECONDS ?? 0);
      expect(Number.parseInt(stop_grace_period!, 10), name).toBeGreaterThan(drain + 8);
      expect(Number.parseInt(stop_grace_period!, 10), name).toBeLessThanOrEqual(25);
    }
  });

  it('keeps the queues on the disk and throws nothing of them away', () => {
    const command = services.redis!.command!.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });
});
