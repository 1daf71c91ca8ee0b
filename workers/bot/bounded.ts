import type { Api } from 'grammy';

type GrammysSignal = NonNullable<Parameters<Api['getMe']>[0]>;

/**
 * A call that ends after `ms` or when one of the signals aborts. With a timer that is referenced: a signal
 * composed by `AbortSignal.any` of `AbortSignal.timeout` may be garbage-collected before it fires.
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
    return await call(controller.signal as unknown as GrammysSignal);
  } finally {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  }
}
