import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { DecodeAnswer, DecodeRequest, EncodedPicture, PictureKind } from './kinds.ts';

/** A picture that takes longer is refused as unreadable; the slowest that is accepted takes some 2 s of a core. */
const longestMs = 10_000;

/** 'ended': the process did, for another reason than the picture's time. */
type Outcome = EncodedPicture | 'ended' | 'too-slow' | null;

/** The process that decodes pictures; it is started with the first one, and again after it has ended. */
export function newDecodeProcess() {
  let child: Promise<ChildProcess> | null = null;
  let lastId = 0;
  return {
    /** @throws where the process cannot be started */
    async decode(kind: PictureKind, bytes: Buffer): Promise<Outcome> {
      child ??= startProcess(() => {
        child = null;
      });
      const running = await child.catch((error) => {
        child = null;
        throw error;
      });
      return ask(running, { id: ++lastId, kind, bytes });
    },
    end(): void {
      const ending = child;
      child = null;
      void ending?.then(
        (running) => running.connected && running.disconnect(),
        () => {},
      );
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
