import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings, settingNames } from '../../machines/process/settings.ts';

const problems = (env: Record<string, string>) => {
  const answer = readSettings(env);
  return answer.ok ? [] : answer.problems;
};

describe('readSettings', () => {
  it('needs nothing', () => {
    const answer = readSettings({});
    expect(answer.ok && answer.settings).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      trustProxy: false,
      dataDir: '.data',
      databaseUrl: undefined,
      role: undefined,
    });
  });

  it('takes an empty text as absent and trims the rest', () => {
    const answer = readSettings({ PORT: ' 4100 ', ROLE: '', PUBLIC_URL: 'https://a.example/' });
    expect(answer.ok && answer.settings).toMatchObject({ port: 4100, publicUrl: 'https://a.example' });
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['ROLE', 'both'],
    ['LOG_LEVEL', 'loud'],
    ['TIME_ZONE', 'America/Junin'],
    ['TIME_ZONE', '-03:00'],
    ['TRUST_PROXY', 'maybe'],
    ['PUBLIC_URL', 'agenda.example.com'],
    ['REDIS_URL', 'http://localhost'],
    ['REDIS_SENTINELS', 'sentinel-1:26379,sentinel-2'],
    ['REDIS_SENTINELS', 'sentinel-1:0'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_URL', 'postgres://u:p@a:5432,b:port/x'],
    ['DATABASE_URL', 'postgres://u:p@a,,b/x'],
    ['DATABASE_URL', 'postgres://u:p@a,b/x?target_session_attrs=standby'],
    ['DATABASE_DIRECT_URL', 'mysql://localhost/x'],
    ['DATABASE_POOLER_PREPARES', 'yes'],
    ['SMTP_URL', 'localhost:25'],
  ])('refuses %s=%s with one line that names it and what is accepted', (name, value) => {
    const [line, ...more] = problems({ [name]: value });
    expect(line).toMatch(new RegExp(`^${name}: .+; accepted: .+\\.$`));
    expect(more).toEqual([]);
  });

  it('reads where the sentinels are, and requires what they go with', () => {
    const sentinels = { REDIS_SENTINELS: 'a:26379, b:26380', REDIS_SENTINEL_PASSWORD: 'hunter2' };
    const answer = readSettings({ ...sentinels, REDIS_URL: 'redis://:p@agenda' });
    expect(answer.ok && answer.settings.redisSentinels).toEqual({
      hosts: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
      password: 'hunter2',
    });
    expect(problems(sentinels)[0]).toMatch(/^REDIS_URL: missing/);
    expect(problems({ REDIS_SENTINEL_PASSWORD: 'hunter2' })[0]).toMatch(/^REDIS_SENTINELS: missing/);
    expect(problems({ DATABASE_DIRECT_URL: 'postgres://u:p@h/d' })[0]).toMatch(/^DATABASE_URL: missing/);
    expect(problems({ DATABASE_POOLER_PREPARES: 'true' })[0]).toMatch(/^DATABASE_DIRECT_URL: missing/);
  });

  it('reports every problem at once', () => {
    expect(problems({ PORT: 'abc', ROLE: 'both' })).toEqual([
      'PORT: got "abc"; accepted: a whole number from 1 to 65535.',
      'ROLE: got "both"; accepted: web, worker, or nothing for both.',
    ]);
  });

  it('never repeats a secret', () => {
    expect(problems({ LINK_SECRET: 'hunter2', DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toMatch(
      'hunter2',
    );
  });

  it('requires the secrets in production with a database of your own, and only there', () => {
    const own = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d' };
    expect(problems(own).map((line) => line.split(':')[0])).toEqual(['LINK_SECRET']);
    expect(problems({ ...own, LINK_SECRET: 'fedcba9876543210'.repeat(4) })).toEqual([]);
    expect(problems({ NODE_ENV: 'production' })).toEqual([]);
    expect(problems({ DATABASE_URL: own.DATABASE_URL })).toEqual([]);
  });

  it('refuses secrets that are none, where it requires them', () => {
    const own = { NODE_ENV: 'production', DATABASE_URL: 'postgres://u:p@h/d' };
    expect(problems({ ...own, LINK_SECRET: 'x'.repeat(40) })).toEqual([
      'LINK_SECRET: its characters repeat too much to be random; accepted: the output of openssl rand -hex 32.',
    ]);
  });

  it.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['127.0.0.1, 10.0.0.0/8,::1', ['127.0.0.1', '10.0.0.0/8', '::1']],
  ])('believes of forwarding headers what %s names, never all of them', (given, trust) => {
    const answer = readSettings({ TRUST_PROXY: given });
    expect(answer.ok && answer.settings.trustProxy).toEqual(trust);
  });

  it.each(['0', '10', 'yes', 'proxy', '*'])('refuses TRUST_PROXY=%s', (given) => {
    expect(problems({ TRUST_PROXY: given })[0]).toMatch(/^TRUST_PROXY: got /);
  });

  it('asks for the companion of a half-configured channel', () => {
    expect(problems({ SMTP_URL: 'smtp://h' })[0]).toMatch(/^MAIL_FROM: missing/);
    expect(problems({ WHATSAPP_TOKEN: 't' })[0]).toMatch(/^WHATSAPP_PHONE_ID: missing/);
  });
});

describe('TELEGRAM_WEBHOOK', () => {
  const bot = { TELEGRAM_WEBHOOK: 'true', TELEGRAM_BOT_TOKEN: '1:a' };

  it('asks for the token and for an address that Telegram can deliver to', () => {
    expect(problems({ TELEGRAM_WEBHOOK: 'true' }).map((line) => line.split(':')[0])).toEqual([
      'TELEGRAM_BOT_TOKEN',
      'PUBLIC_URL',
    ]);
    expect(problems({ ...bot, PUBLIC_URL: 'http://a.example' })[0]).toMatch(/^PUBLIC_URL: .*https/);
    expect(problems({ ...bot, PUBLIC_URL: 'https://a.example' })).toEqual([]);
  });

  it('takes http where the Bot API is a server of one’s own', () => {
    expect(problems({ ...bot, PUBLIC_URL: 'http://a', TELEGRAM_API_ROOT: 'http://b' })).toEqual([]);
  });
});

it('.env.example lists exactly the settings that exist', () => {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const listed = [...text.matchAll(/^#?([A-Z][A-Z\d_]*)=/gm)].map((match) => match[1]);
  expect(listed.sort()).toEqual([...settingNames].sort());
});
