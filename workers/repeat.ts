export type Repeated = {
  /** Now rather than in its time; once more when it is under way. */
  wake(): void;
  /** No further run; waits for the one under way, at most 2 s. */
  close(): Promise<void>;
};

/**
 * Does something at once and then `everyMs` after each end, never twice at the same time. A run that hangs
 * (a connection that fell silent) is left behind after `patienceMs`. Trouble ends no repetition.
 */
export function repeat(options: {
  everyMs: number;
  patienceMs: number;
  act: () => Promise<unknown>;
  onTrouble: (error: unknown) => void;
}): Repeated {
  const { everyMs, patienceMs, act, onTrouble } = options;
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
    running = within(patienceMs, act())
      .then(
        () => {},
        (error) => {
          if (!closed) onTrouble(error);
        },
      )
      .finally(() => {
        running = undefined;
        if (closed) return;
        if (again) run();
        // Some randomness, so that several workers do not all come at the same moment.
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

/** @throws Error when the work takes longer; the work itself goes on. */
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
