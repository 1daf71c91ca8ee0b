import type { Refusal } from '../../machines/words/refusals.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { EncodedPicture, PictureKind } from './kinds.ts';
import { newDecodeProcess } from './run-decode-process.ts';

/** The process ends when it has had nothing to decode for so long: it holds some 60 MB. */
const idleMs = 60_000;
/** Pictures of a user that are decoded or wait for it. A phone sends one after the other. */
const mostOfUser = 4;
/** Pictures of all users that wait, each in memory as it was sent. */
const mostWaiting = 32;
const busySeconds = 5;

type Job = {
  kind: PictureKind;
  bytes: Buffer;
  settle(outcome: EncodedPicture | null): void;
  fail(error: Error): void;
};

export type Decoder = {
  /**
   * A picture as it is kept, decoded in a process of its own, one at a time, the users in turn. Whether the user may send
   * it has to be asked before.
   * @param userId who sends it
   * @returns null: it is not a picture that is accepted; a refusal (429): too many wait already
   * @throws where the process cannot be started
   */
  decode(userId: number, kind: PictureKind, bytes: Buffer): Promise<EncodedPicture | Refusal | null>;
  close(): void;
};

/** Starts the process with the first picture. */
export function newDecoder(): Decoder {
  /** By user; the first in the map is the next. */
  const waiting = new Map<number, Job[]>();
  const decoding = newDecodeProcess();
  let underWay: { userId: number; job: Job } | null = null;
  let idle: NodeJS.Timeout | undefined;

  const countOf = (userId: number) =>
    (waiting.get(userId)?.length ?? 0) + (underWay?.userId === userId ? 1 : 0);
  const countWaiting = () => [...waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0);

  function takeNext(): { userId: number; job: Job } | null {
    for (const [userId, jobs] of waiting) {
      const job = jobs.shift()!;
      // To the end: each user's next picture waits for one of every other user.
      waiting.delete(userId);
      if (jobs.length > 0) waiting.set(userId, jobs);
      return { userId, job };
    }
    return null;
  }

  function proceed(): void {
    if (underWay) return;
    clearTimeout(idle);
    const next = takeNext();
    if (!next) {
      idle = setTimeout(decoding.end, idleMs).unref();
      return;
    }
    underWay = next;
    const { job } = next;
    decoding
      .decode(job.kind, job.bytes)
      // Ended from outside, perhaps for want of memory: once more, in a new process.
      .then((outcome) => (outcome === 'ended' ? decoding.decode(job.kind, job.bytes) : outcome))
      .then((outcome) => job.settle(typeof outcome === 'string' ? null : outcome), job.fail)
      .finally(() => {
        underWay = null;
        proceed();
      });
  }

  return {
    decode(userId, kind, bytes) {
      if (countOf(userId) >= mostOfUser || countWaiting() >= mostWaiting)
        return Promise.resolve(refuse('too-much-work', { retryAfterSeconds: busySeconds }));
      return new Promise((settle, fail) => {
        waiting.set(userId, [...(waiting.get(userId) ?? []), { kind, bytes, settle, fail }]);
        proceed();
      });
    },
    close() {
      clearTimeout(idle);
      decoding.end();
    },
  };
}
