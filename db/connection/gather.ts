import type { Db } from './open.ts';

type Waiting<Key, Answer> = { key: Key; done: (answer: Answer) => void; fail: (error: unknown) => void };

/**
 * A question that many ask at once, asked once for all: whoever asks in the same
 * turn of the event loop shares one statement. A statement costs both sides as
 * much for thirty keys as for one, and alone nobody waits for company. It leaves
 * after everybody of its turn has asked, so each answer is at least as new as
 * its question.
 *
 * @param ask answers each key in its place
 */
export function gather<Key, Answer>(ask: (db: Db, keys: Key[]) => Promise<Answer[]>) {
  const waiting = new WeakMap<Db, Waiting<Key, Answer>[]>();

  function leave(db: Db) {
    const asked = waiting.get(db)!;
    waiting.delete(db);
    ask(
      db,
      asked.map(({ key }) => key),
    ).then(
      (answers) => asked.forEach(({ done }, index) => void done(answers[index]!)),
      (error) => asked.forEach(({ fail }) => void fail(error)),
    );
  }

  return (db: Db, key: Key): Promise<Answer> =>
    new Promise((done, fail) => {
      const others = waiting.get(db);
      if (others) {
        others.push({ key, done, fail });
        return;
      }
      waiting.set(db, [{ key, done, fail }]);
      setImmediate(leave, db);
    });
}
