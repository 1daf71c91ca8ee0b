import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Refusal } from '../../machines/words/refusals.ts';
import { refuse } from '../../machines/words/refusals.ts';
import type { DecodeAnswer, DecodeRequest, EncodedPicture, PictureKind } from './kinds.ts';

/** A picture that takes longer is refused as unreadable; the slowest that is accepted takes some 2 s of a core. */
const longestMs = 10_000;
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
  let underWay: { userId: number; job: Job } | null = null;
  let child: Promise<ChildProcess> | null = null;
  let lastId = 0;
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
      idle = setTimeout(end, idleMs).unref();
      return;
    }
    underWay = next;
    const { job } = next;
    decodeOnce(job.kind, job.bytes)
      // Ended from outside, perhaps for want of memory: once more, in a new process.
      .then((outcome) => (outcome === 'ended' ? decodeOnce(job.kind, job.bytes) : outcome))
      .then((outcome) => job.settle(typeof outcome === 'string' ? null : outcome), job.fail)
      .finally(() => {
        underWay = null;
        proceed();
      });
  }

  async function decodeOnce(kind: PictureKind, bytes: Buffer): Promise<Outcome> {
    child ??= startProcess(() => {
      child = null;
    });
    const running = await child.catch((error) => {
      child = null;
      throw error;
    });
    return ask(running, { id: ++lastId, kind, bytes });
  }

  function end(): void {
    const ending = child;
    child = null;
    void ending?.then(
      (running) => running.connected && running.disconnect(),
      () => {},
    );
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
      end();
    },
  };
}

/** Bundled by `server/build.mjs` into dist/, beside this file's chunk, or run from the source by tsx. */
const isBundled = !import.meta.url.endsWith('.ts');
const program = isBundled ? './decode-pictures.js' : './decode-process.ts';

/** Resolves when it can decode. */
function startProcess(onExit: () => void): Promise<ChildProcess> {
  return new Promise((done, fail) => {
    const child = fork(fileURLToPath(new URL(program, import.meta.url)), [], {
      execArgv: isBundled ? ['--enable-source-maps'] : ['--import', 'tsx'],
      // Neither secrets nor the database's address are of use to it.
      env: { PATH: process.env.PATH ?? '', NODE_ENV: process.env.NODE_ENV ?? '' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.once('error', fail);
    child.once('exit', (code, signal) => {
      fail(new Error(`The process that decodes pictures ended (${signal ?? `code ${code}`}).`));
      onExit();
    });
    child.once('message', () => done(child));
    // It does not keep its web process from ending, and leaves the cores to it.
    child.unref();
    child.channel?.unref();
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Not everywhere allowed, and only a courtesy.
    }
  });
}

/** 'ended': the process did, for another reason than the picture's time. */
type Outcome = EncodedPicture | 'ended' | 'too-slow' | null;

function ask(child: ChildProcess, request: DecodeRequest): Promise<Outcome> {
  return new Promise((settle) => {
    let slow = false;
    const tooLong = setTimeout(() => {
      slow = true;
      child.kill('SIGKILL');
    }, longestMs);
    const finish = (outcome: Outcome) => {
      clearTimeout(tooLong);
      child.off('message', receive);
      child.off('exit', onExit);
      settle(outcome);
    };
    const onExit = () => finish(slow ? 'too-slow' : 'ended');
    const receive = ({ id, picture }: DecodeAnswer) => {
      if (id !== request.id) return;
      finish(
        picture && {
          ...picture,
          content: Buffer.from(picture.content),
          preview: picture.preview && Buffer.from(picture.preview),
        },
      );
    };
    child.on('message', receive);
    child.once('exit', onExit);
    if (child.connected) child.send(request, (error) => error && finish('ended'));
    else finish('ended');
  });
}
