import { expect, it } from 'vitest';
import { newKnownSessions } from '../../../db/reads/people/known-sessions.ts';

// For how long a process may use a session without asking the record (docs/decisions/known-sessions.md).

/** Numbers from a seed, the same in every run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

it('whatever is under way at once, nothing is used more than 100 ms after the commit that changed it', () => {
  let used = 0;
  for (let seed = 1; seed <= 300; seed++) {
    const next = numbers(seed);
    let time = 0;
    const known = newKnownSessions<{ rights: number }>(() => time);
    // The record: what the session allows, and when each state of it began.
    const committedAt = [0];
    const underWay: { sentAt: number; readAt: number; answeredAt: number; rights: number }[] = [];
    for (let step = 0; step < 400; step++) {
      time += next(12);
      if (next(20) === 0) committedAt.push(time);
      if (next(60) === 0) known.askAgain();
      for (const statement of [...underWay]) {
        if (statement.rights < 0 && statement.readAt <= time)
          statement.rights = committedAt.findLastIndex((at) => at <= statement.readAt);
        if (statement.answeredAt > time) continue;
        underWay.splice(underWay.indexOf(statement), 1);
        const { sentAt, rights } = statement;
        const rows = next(3) > 0 ? [{ hash: 'a', row: { rights }, expiresInMs: 1_000_000 }] : [];
        known.learn({ sentAt, revision: String(rights), rows });
      }
      if (next(3) === 0) {
        const readAt = time + next(40);
        underWay.push({ sentAt: time, readAt, answeredAt: readAt + next(60), rights: -1 });
      }
      const found = known.recall('a');
      if (!found) continue;
      used++;
      const changedAt = committedAt[found.rights + 1];
      expect(time - (changedAt ?? time), `seed ${seed}, step ${step}`).toBeLessThanOrEqual(100);
    }
  }
  expect(used).toBeGreaterThan(5_000);
});

it('after a commit of the same process nothing older is used, also of a statement that was under way', () => {
  let time = 0;
  const known = newKnownSessions<string>(() => time);
  const learn = (sentAt: number, revision: string) =>
    known.learn({ sentAt, revision, rows: [{ hash: 'a', row: revision, expiresInMs: 60_000 }] });
  learn(0, 'before');
  time = 10;
  expect(known.recall('a')).toBe('before');
  known.askAgain();
  expect(known.recall('a')).toBeUndefined();
  learn(5, 'before');
  expect(known.recall('a')).toBeUndefined();
  learn(10, 'after');
  expect(known.recall('a')).toBe('after');
});

it('nothing is used where the record has no revision that a change would raise', () => {
  const known = newKnownSessions<string>(() => 0);
  for (let times = 0; times < 2; times++)
    known.learn({ sentAt: 0, revision: null, rows: [{ hash: 'a', row: 'a', expiresInMs: 60_000 }] });
  expect(known.recall('a')).toBeUndefined();
});

it('a session is not used after its end, nor for more than half a minute without being read again', () => {
  let time = 0;
  const known = newKnownSessions<string>(() => time);
  const rows = [
    { hash: 'ends', row: 'ends', expiresInMs: 2_000 },
    { hash: 'stays', row: 'stays', expiresInMs: 1_000_000 },
  ];
  known.learn({ sentAt: 0, revision: 'r', rows });
  const at = (ms: number, hash: string) => {
    time = ms;
    known.learn({ sentAt: ms, revision: 'r' });
    return known.recall(hash);
  };
  expect(at(1_999, 'ends')).toBe('ends');
  expect(at(2_000, 'ends')).toBeUndefined();
  expect(at(29_999, 'stays')).toBe('stays');
  expect(at(30_000, 'stays')).toBeUndefined();
});
