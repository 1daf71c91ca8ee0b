import type { Db } from './open.ts';

type Waiting<Key, Answer> = { key: Key; done: (answer: Answer) => void; fail: (error: unknown) => void };

/**
 * Batches concurrent queries: all callers of one turn of the event loop share one statement. A statement
 * costs both sides as much for thirty keys as for one, and a single caller does not wait. It is sent after
 * all of its turn have called, so each answer is at least as new as its call.
 *
 * @param ask answers each key in its place
 */
export function gather<Key, Answer>(ask: (db: Db, keys: Key[]) => Promise<Answer[]>) {
  const waiting = new WeakMap<Db, Waiting<Key, Answer>[]>();

  function flush(db: Db) {
    const batch = waiting.get(db)!;
    waiting.delete(db);
    ask(
      db,
      batch.map(({ key }) => key),
    ).then(
      (answers) => batch.forEach(({ done }, index) => void done(answers[index]!)),
      (error) => batch.forEach(({ fail }) => void fail(error)),
    );
  }

  return (db: Db, key: Key): Promise<Answer> =>
    new Promise((done, fail) => {
      const pending = waiting.get(db);
      if (pending) {
        pending.push({ key, done, fail });
        return;
      }
      waiting.set(db, [{ key, done, fail }]);
      setImmediate(flush, db);
    });
}
