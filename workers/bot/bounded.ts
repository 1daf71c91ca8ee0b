import type { Api } from 'grammy';

type GrammysSignal = NonNullable<Parameters<Api['getMe']>[0]>;

/**
 * A call that ends after `ms`, or when one of the signals says so. By a timer that is held: a signal composed by
 * `AbortSignal.any` of one of `AbortSignal.timeout` may be collected before it fires, and never does.
 */
export async function bounded<Answer>(
  ms: number,
  signals: AbortSignal[],
  call: (signal: GrammysSignal) => Promise<Answer>,
): Promise<Answer> {
  const controller = new AbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, ms);
  for (const signal of signals) signal.addEventListener('abort', end);
  if (signals.some((signal) => signal.aborted)) end();
  try {
    // grammY's types ask for a signal of its own kind; any works.
    return await call(controller.signal as unknown as GrammysSignal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}
