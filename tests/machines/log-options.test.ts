import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logOptions, redacted } from '../../machines/process/log-options.ts';

describe('a line of the log', () => {
  const lines: string[] = [];
  const log = pino(logOptions('web', 'info'), { write: (line: string) => void lines.push(line) });
  const written = (details: object, text = 'x') => {
    log.info(details, text);
    return lines.at(-1)!;
  };

  it.each([
    ['a header', { req: { headers: { authorization: 'Bearer s3cr3t-s3cr3t-s3cr3t' } } }],
    ['a cookie', { headers: ['cookie: agenda=s3cr3ts3cr3ts3cr3t'] }],
    ['a password, however deep', { body: { input: [{ password: 's3cr3t "quoted" s3cr3t' }] } }],
    ['a new password', { input: { current: 's3cr3t', next: 's3cr3t' } }],
    ['what a statement was sent with', { err: { parameters: ['s3cr3t', 4] } }],
    ['what PostgreSQL says of a value', { err: { detail: 'Key (username)=(s3cr3t) already exists.' } }],
    ['a customer’s link', { url: '/visit/external/view/s3cr3ts3cr3t?x=1' }],
    [
      'a bot’s token',
      { url: 'https://api.telegram.org/bot123456789:AAs3cr3ts3cr3ts3cr3ts3cr3ts3cr3t-x/send' },
    ],
    ['a webhook’s secret', { key: 'whsec_s3cr3ts3cr3t=' }],
    ['a hash', { row: '$argon2id$v=19$m=65536$s3cr3t' }],
    ['the address of a database', { url: 'postgres://agenda:s3cr3t@db:5432/agenda' }],
    ['a telephone', { telephone: '2477 s3cr3t' }],
    [
      'a telephone among words',
      { note: 'llamar al +54 9 2477 41-2345 o al 5492477412345', telephone: 's3cr3t' },
    ],
    ['a mail address', { note: 's3cr3t.s3cr3t@example.com' }],
  ])('keeps %s to itself', (_, details) => {
    const line = written(details);
    expect(line).not.toMatch(/s3cr3t|41-2345|5492477412345/);
    expect(line).toContain('[redacted]');
    expect(() => JSON.parse(line)).not.toThrow();
  });

  it('says everything else: who, when, which order, which visit, how long', () => {
    const line = written(
      { visitId: 63_858, order: '11420015343', ms: 12.5, reqId: 'a1b2.c' },
      'visit finished',
    );
    expect(JSON.parse(line)).toMatchObject({
      ...{
        process: 'web',
        msg: 'visit finished',
        visitId: 63_858,
        order: '11420015343',
        ms: 12.5,
        reqId: 'a1b2.c',
      },
    });
    expect(line).not.toContain('[redacted]');
  });

  it('is redacted once: what is redacted stays as it is', () => {
    const line = written({ url: 'redis://:s3cr3t@cache:6379', password: 'x' });
    expect(line).not.toContain('s3cr3t');
    expect(redacted(line)).toBe(line);
  });
});
