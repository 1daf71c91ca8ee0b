import { describe, expect, it } from 'vitest';
import { prune } from '../../db/commands/retention/prune.ts';
import { makeErrorLog } from '../../workers/error-log.ts';
import { type Repeated, repeat } from '../../workers/repeat.ts';
import { passAllDeadlines } from '../../workers/timed-jobs.ts';
import { openRecord } from '../support/postgres/open-record.ts';
import { addVisit, makeWorld } from '../support/record/fixtures.ts';

/** What repeats in time is tested by the time that passes. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('repeat', () => {
  const run = async (
    options: Partial<Parameters<typeof repeat>[0]>,
    ms: number,
    during?: (r: Repeated) => void,
  ) => {
    const problems: unknown[] = [];
    const repeated = repeat({
      everyMs: 20,
      timeoutMs: 1_000,
      act: async () => {},
      onError: (error) => problems.push(error),
      ...options,
    });
    during?.(repeated);
    await pause(ms);
    await repeated.close();
    return problems;
  };

  it('goes on after an error, which it reports', async () => {
    let runs = 0;
    const act = async () => {
      if (++runs === 1) throw new Error('once');
    };
    expect(await run({ act }, 120)).toEqual([new Error('once')]);
    expect(runs).toBeGreaterThan(2);
  });

  it('never runs twice at the same time, however often it is woken, and once more afterwards', async () => {
    let now = 0;
    let most = 0;
    let runs = 0;
    const act = async () => {
      runs++;
      most = Math.max(most, ++now);
      await pause(30);
      now--;
    };
    const wake = ({ wake }: Repeated) => {
      for (let i = 0; i < 10; i++) wake();
    };
    await run({ act, everyMs: 10_000 }, 150, wake);
    expect([most, runs]).toEqual([1, 2]);
  });

  it('leaves a run behind that hangs', async () => {
    let runs = 0;
    const act = () => {
      runs++;
      return new Promise(() => {});
    };
    const problems = await run({ act, timeoutMs: 20 }, 150);
    expect(runs).toBeGreaterThan(1);
    expect(String(problems[0])).toContain('took more than 20 ms');
  });

  it('does nothing any more once it is closed', async () => {
    let runs = 0;
    const act = async () => {
      runs++;
    };
    await run({ act }, 30);
    const until = runs;
    await pause(60);
    expect(runs).toBe(until);
  });
});

it('logs the same error of the same place once in a while, another at once', () => {
  const logged: string[] = [];
  const report = makeErrorLog((_, message) => logged.push(message));
  for (let i = 0; i < 50; i++)
    report('queue', Object.assign(new Error('unreachable'), { code: 'ECONNREFUSED' }));
  report('relay', new Error('unreachable'));
  expect(logged).toEqual(['queue: error', 'relay: error']);
});

describe('on the record', () => {
  const db = openRecord();

  it('passes more deadlines than one reading brings, after a long stop', async () => {
    const world = await makeWorld(db().sql, { visit: { day: '2026-03-05' } });
    const id = await addVisit(db().sql, world, { day: '2026-03-05' });
    await db()
      .sql`insert into visits (operation, day, slot_id, order_number, order_type, client_id, client_name, technician_id, assigned_at)
      select operation, day, slot_id, order_number, order_type, client_id, client_name, technician_id, assigned_at
      from visits, generate_series(1, 520) where id = ${id}`;
    await passAllDeadlines({ db: db() });
    const [left] = await db().sql`select count(*)::int as open from visits where not delayed`;
    expect(left).toEqual({ open: 0 });
  }, 20_000);

  it('prunes what is over, and nothing that is not', async () => {
    const { userId } = await makeWorld(db().sql);
    await db().sql`
      insert into idempotency_keys (user_id, key, command, input_hash, answer, created_at)
      select ${userId}, 'key' || hours, 'x', '', '1', now() - make_interval(hours => hours) from unnest(array[23, 25]) hours`;
    await db().sql`
      insert into sessions (token_hash, user_id, kind, expires_at, last_seen_at) values
        ('live', ${userId}, 'api', now() + interval '1 day', now()),
        ('expired', ${userId}, 'api', now() - interval '1 second', now()),
        ('idle', ${userId}, 'api', now() + interval '1 day', now() - interval '13 hours')`;
    await db()
      .sql`insert into login_attempts (key, points, expire) values ('old', 1, 1000), ('new', 1, 9999999999999)`;
    expect(await prune(db())).toEqual({ keys: 1, sessions: 2 });
    expect([...(await db().sql`select key from idempotency_keys`)]).toEqual([{ key: 'key23' }]);
    expect([...(await db().sql`select convert_from(token_hash, 'UTF8') as token from sessions`)]).toEqual([
      { token: 'live' },
    ]);
    expect([...(await db().sql`select key from login_attempts`)]).toEqual([{ key: 'new' }]);
  });
});
