import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Member, newStandstillWatch } from '../../../server/operator/watch-standbys/standing-still.ts';

// A standby that has stopped to follow for good (F46). Patroni and PostgreSQL themselves are in the fault suite.

const minute = 60_000;
const primary = (location: number): Member => ({ name: 'a', role: 'primary', location });
const standby = (name: string, replayed: number, paused = false): Member => ({
  name,
  role: 'standby',
  replayed,
  paused,
});
const none = (name: string): Member => ({ name, role: 'none' });

describe('a standby is made anew', () => {
  /** One look a minute from 0 on; a standby may stand still for two minutes. */
  const looks = (...members: Member[][]) => {
    const watch = newStandstillWatch(2 * minute, 30 * minute);
    return members.map((of, at) => watch.look(of, at * minute));
  };

  it('when it has replayed nothing for the whole time although the primary went on, and no sooner', () => {
    expect(
      looks(
        [primary(100), standby('b', 100), standby('c', 90)],
        [primary(200), standby('b', 200), standby('c', 90)],
        [primary(300), standby('b', 290), standby('c', 90)],
      ),
    ).toEqual([undefined, undefined, 'c']);
  });

  it('not while it replays, however far behind', () => {
    const slow = Array.from({ length: 6 }, (_, at) => [
      primary(at * 1_000),
      standby('b', at * 1_000),
      standby('c', at),
    ]);
    expect(looks(...slow)).toEqual(slow.map(() => undefined));
  });

  it('not when there is nothing to replay', () => {
    const quiet = Array.from({ length: 6 }, () => [primary(100), standby('b', 100), standby('c', 100)]);
    expect(looks(...quiet)).toEqual(quiet.map(() => undefined));
  });

  it('not when no other standby follows: it may be the only copy', () => {
    const both = Array.from({ length: 6 }, (_, at) => [
      primary(100 + at),
      standby('b', 50),
      standby('c', 90),
    ]);
    expect(looks(...both)).toEqual(both.map(() => undefined));
    const alone = Array.from({ length: 6 }, (_, at) => [primary(100 + at), none('b'), standby('c', 90)]);
    expect(looks(...alone)).toEqual(alone.map(() => undefined));
  });

  it('not when a person has paused it', () => {
    const paused = Array.from({ length: 6 }, (_, at) => [
      primary(100 + at),
      standby('b', 100 + at),
      standby('c', 90, true),
    ]);
    expect(looks(...paused)).toEqual(paused.map(() => undefined));
  });

  it('not for the time without a primary, or with two', () => {
    const without = [none('a'), standby('b', 100), standby('c', 90)];
    const two: Member[] = [primary(110), { name: 'b', role: 'primary', location: 100 }, standby('c', 90)];
    const later = (at: number) => [
      none('a'),
      { ...primary(200 + at), name: 'b' },
      standby('c', 90),
      standby('d', 200 + at),
    ];
    expect(looks(without, without, without, two, two, two, later(0), later(1))).toEqual(
      Array(8).fill(undefined),
    );
  });

  /** The minutes at which it is to be made anew. */
  const ordersOf = (does: boolean) => {
    const watch = newStandstillWatch(2 * minute, 30 * minute);
    return Array.from({ length: 40 }, (_, at) => {
      const found = watch.look([primary(100 + at), standby('b', 100 + at), standby('c', 90)], at * minute);
      if (found && does) watch.made(found, at * minute);
      return found ? [at] : [];
    }).flat();
  };
  it('once: if it stands still again soon, a person has to look', () => {
    expect(ordersOf(true)).toEqual([2, 32]);
  });

  it('not when the only other one stands still too, and Patroni refused to make that anew', () => {
    const others = Array.from({ length: 8 }, (_, at) => [
      primary(100 + at),
      standby('b', 90),
      standby('c', at < 2 ? 100 + at : 101),
    ]);
    expect(looks(...others)).toEqual([...Array(2), 'b', ...Array(5)]);
  });

  it('again after a while where Patroni refused to', () => {
    expect(ordersOf(false).slice(0, 3)).toEqual([2, 4, 6]);
  });
});

describe('npm run watch-standbys', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });
  const account = `Basic ${Buffer.from('patroni:only-here').toString('base64')}`;
  /** What Patroni 3.0 answers, as far as it is read. */
  const patroni = async (xlog: () => object, made: string[]) => {
    const server = createServer(async (request, reply) => {
      let body = '';
      for await (const part of request) body += part;
      // As Patroni with a password of its own: what changes something needs it.
      const refused = request.method === 'POST' && request.headers.authorization !== account;
      if (refused) return reply.writeHead(401).end('no auth header received');
      if (request.method === 'POST') made.push(`${request.url} ${body}`);
      if (request.method === 'POST') return reply.end('reinitialize started');
      const answer = { state: 'running', role: 'replica', server_version: 150018, xlog: xlog(), timeline: 1 };
      return reply.end(JSON.stringify(request.url === '/patroni' ? answer : null));
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const run = (...words: string[]) => {
    const child = spawn(process.execPath, ['server/command.mjs', 'watch-standbys', ...words], {
      cwd: join(import.meta.dirname, '../../..'),
      env: { ...process.env, PATRONI_RESTAPI_USERNAME: 'patroni', PATRONI_RESTAPI_PASSWORD: 'only-here' },
    });
    const ended = new Promise<number | null>((done) => child.once('exit', done));
    return { child, ended };
  };

  it('has Patroni make the one anew that stands still, and ends when it is asked to', async () => {
    const began = Date.now();
    const location = () => Date.now() - began + 1_000;
    const made: [string[], string[], string[]] = [[], [], []];
    const addresses = [
      await patroni(() => ({ location: location() }), made[0]),
      await patroni(
        () => ({ received_location: location(), replayed_location: location(), paused: false }),
        made[1],
      ),
      await patroni(() => ({ received_location: 999, replayed_location: 990, paused: false }), made[2]),
    ];
    const { child, ended } = run(...addresses, '--after', '10');
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    await expect.poll(() => made, { timeout: 40_000 }).toEqual([[], [], ['/reinitialize {"force":true}']]);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(said).toContain(`${addresses[2]} has replayed nothing for 10 s: it is made anew`);
  });

  it.each([
    [['http://a:8008']],
    [['a:8008', 'b:8008']],
    [['http://a:8008', 'http://b:8008', '--after', '1']],
    [['http://a:8008', 'http://b:8008', '--after']],
    [[]],
  ])('explains itself where it does not understand: %j', async (words) => {
    expect(await run(...words).ended).toBe(2);
  });
});
