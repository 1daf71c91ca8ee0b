export type Repeated = {
  /** Runs now, or once more after the run in progress. */
  wake(): void;
  /** Stops; waits for the run in progress, at most 2 s. */
  close(): Promise<void>;
};

/**
 * Runs at once and then `everyMs` after each end, never concurrently. A run that hangs (a silently dropped
 * connection) is abandoned after `timeoutMs`. Errors do not end the repetition.
 */
export function repeat(options: {
  everyMs: number;
  timeoutMs: number;
  act: () => Promise<unknown>;
  onError: (error: unknown) => void;
}): Repeated {
  const { everyMs, timeoutMs, act, onError } = options;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  let closed = false;

  const run = () => {
    if (closed) return;
    if (running) {
      again = true;
      return;
    }
    again = false;
    clearTimeout(timer);
    running = within(timeoutMs, act())
      .then(
        () => {},
        (error) => {
          if (!closed) onError(error);
        },
      )
      .finally(() => {
        running = undefined;
        if (closed) return;
        if (again) run();
        else timer = setTimeout(run, everyMs * (0.9 + Math.random() * 0.2));
      });
  };
  run();
  return {
    wake: run,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      if (running) await within(2_000, running).catch(() => {});
    },
  };
}

/** @throws Error on timeout; the work itself goes on */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`took more than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
