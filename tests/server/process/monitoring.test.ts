import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { makeMetrics } from '../../../server/process/metrics.ts';
import { startTelegram, type TelegramServer } from '../../support/fakes/telegram-server.ts';
import { startReceiver, type WebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { addWebhook, keys, linkSecret } from '../../support/fakes/webhooks.ts';
import { freePort } from '../../support/free-port.ts';
import { ownDatabase } from '../../support/postgres/database.ts';
import { openSession, openWebServer, type WebServer } from '../../support/processes/web-server.ts';
import { startWorker, type WorkerProcess } from '../../support/processes/worker-process.ts';
import { addUser, addVisit, makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// Prometheus' rules and Grafana's dashboard (docs/operations/alerts.md), with Prometheus' own programs.

const folder = join(import.meta.dirname, '../../../docs/operations/monitoring');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
type Rule = { alert: string; expr: string; annotations: Record<string, string> };
const rulesIn = (file: string) =>
  (parse(read(`${file}.rules.yml`)) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
/** Those of the product's processes, of a PostgreSQL cluster under Patroni, and of the engines' own exporters. */
const [rules, clusterRules, engineRules] = [rulesIn('agenda'), rulesIn('cluster'), rulesIn('engines')];
const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' });

describe('the alerts', () => {
  it.each([
    ['agenda', rules],
    ['cluster', clusterRules],
    ['engines', engineRules],
  ])('fire where they should and are quiet where they should, each of them: %s', (file, rules) => {
    expect(promtool('check', 'rules', `${file}.rules.yml`)).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(promtool('test', 'rules', `${file}.rules.test.yml`)).toContain('SUCCESS');
    const { tests } = parse(read(`${file}.rules.test.yml`)) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }[];
    };
    const tested = tests.flatMap((one) => one.alert_rule_test);
    for (const { alert } of rules) {
      const own = tested.filter(({ alertname }) => alertname === alert);
      expect([alert, own.map(({ exp_alerts }) => exp_alerts.length > 0)]).toEqual([alert, [true, false]]);
    }
  });

  it('have a section each of what to do, to which they lead', () => {
    const page = readFileSync(join(folder, '../alerts.md'), 'utf8');
    const sections = [...page.matchAll(/^## (Agenda\w+)$/gm)].map(([, name]) => name);
    const all = [...rules, ...clusterRules, ...engineRules];
    expect(sections).toEqual(all.map(({ alert }) => alert));
    for (const { alert, annotations } of all)
      expect(annotations.runbook_url).toBe(`docs/operations/alerts.md#${alert.toLowerCase()}`);
  });
});

describe('beside a web process and a worker that work', () => {
  const database = ownDatabase();
  const data = mkdtempSync(join(tmpdir(), 'agenda-prometheus-'));
  let telegram: TelegramServer;
  let receiver: WebhookReceiver;
  let worker: WorkerProcess;
  let web: WebServer;
  let prometheus: ChildProcess;
  let base = '';

  beforeAll(async () => {
    telegram = await startTelegram();
    receiver = await startReceiver();
    const opsPort = await freePort();
    worker = await startWorker({
      DATABASE_URL: database.url,
      LINK_SECRET: linkSecret,
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      OPS_PORT: String(opsPort),
    });
    web = await openWebServer(database.url, { keys, metrics: makeMetrics({ process: true }) });
    // The file of the docs, with the addresses of this test.
    const config = parse(read('prometheus.yml'));
    config.global = { scrape_interval: '1s', evaluation_interval: '1s' };
    config.rule_files = [join(folder, 'agenda.rules.yml')];
    const targets: Record<string, string> = {
      'agenda-web': new URL(web.base).host,
      'agenda-worker': `127.0.0.1:${opsPort}`,
    };
    for (const job of config.scrape_configs) {
      job.static_configs = [{ targets: [targets[job.job_name]] }];
      delete job.authorization;
    }
    const file = join(data, 'prometheus.yml');
    writeFileSync(file, stringify(config));
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const args = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${data}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus = spawn('prometheus', args, { stdio: 'ignore' });
    await until(async () => (await fetch(`${base}/-/ready`).catch(() => null))?.status === 200, 30_000);
    await until(async () => (await ask('sum(up)'))[0]?.value[1] === '2', 30_000);
  }, 120_000);
  afterAll(async () => {
    prometheus?.kill('SIGKILL');
    worker?.kill('SIGKILL');
    await web?.close();
    await receiver?.close();
    await telegram?.close();
    rmSync(data, { recursive: true, force: true });
  });

  type Series = { metric: Record<string, string>; value: [number, string] };
  async function ask(query: string): Promise<Series[]> {
    const response = await fetch(`${base}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query }),
    });
    const answer = (await response.json()) as { status: string; error?: string; data: { result: Series[] } };
    if (answer.status !== 'success') throw new Error(`${query}: ${answer.error}`);
    return answer.data.result;
  }

  /** A visit of tomorrow whose technician sets out, which is sent to its customer and to a receiver of webhooks. */
  async function work() {
    telegram.addChat(7_001);
    const visit = { day: addDays(today(new Date()), 1) };
    const world = await makeWorld(web.db.sql, { client: { telegramChatId: '7001' }, visit });
    await addWebhook(web.db, world.operation, receiver);
    const token = await openSession(web.db.sql, world.userId);
    const board = web.socket(
      await openSession(web.db.sql, await addUser(web.db.sql, world.operation, {}, everyPermission)),
    );
    board.connect();
    await until(() => board.connected);
    await new Promise<void>((watched) =>
      board.emit('watch', { operation: world.operation, version: null }, () => watched()),
    );
    let shownMessages = 0;
    return async () => {
      const visit_id = await addVisit(web.db.sql, world, { technicianId: null });
      await web.call('visit/attach', { visit_id }, { token });
      await web.call('visit/attach', { visit_id }, { token });
      const set = (on_the_way: boolean) =>
        web.call(
          'visit/set_on_the_way',
          { visit_id: world.visitId, on_the_way, send_notification: true },
          { token },
        );
      await set(true);
      // A message is dropped once its visit is no longer on the way.
      const before = shownMessages;
      await until(() => telegram.shown(7_001).length > before, 30_000);
      shownMessages = telegram.shown(7_001).length;
      await set(false);
    };
  }

  it('every panel of the dashboard shows something, and no alert fires', async () => {
    const step = await work();
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as {
      panels: { title: string; targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ title, query: expr.replaceAll('$__rate_interval', '20s') })),
    );
    expect(queries.length).toBeGreaterThan(20);
    const shown = new Set<string>();
    await until(async () => {
      await step();
      for (const { title, query } of queries)
        if ((await ask(query)).some(({ value }) => value[1] !== 'NaN')) shown.add(`${title}: ${query}`);
      return shown.size === queries.length;
    }, 60_000).catch(() => {});
    expect(queries.map(({ title, query }) => `${title}: ${query}`).filter((one) => !shown.has(one))).toEqual(
      [],
    );
    expect((await ask('ALERTS{alertstate="firing"}')).map(({ metric }) => metric.alertname)).toEqual([]);
  }, 90_000);

  it('every rule asks for what the processes have', async () => {
    const names = new Set(rules.flatMap(({ expr }) => expr.match(/\b(?:agenda|process|nodejs)_\w+/g) ?? []));
    const missing: string[] = [];
    for (const name of names) if ((await ask(`{__name__="${name}"}`)).length === 0) missing.push(name);
    expect(missing).toEqual([]);
  });
});
