import { serverAnswers } from '../data/server-answers.ts';

/** What the device shall have: an address of our own server, and the version of what it shows. */
export type Wanted = {
  address: string;
  version: string;
  isKept(): Promise<boolean>;
  /** @throws when it cannot be had */
  keep(): Promise<void>;
};

/** After the screen is useful, and before it is left. */
const idleMs = 3_000;
/** What could not be had is asked for again after so long, twice as long each time, or as soon as there is a network. */
const firstRetryMs = 5_000;
const longestRetryMs = 15_000;

/**
 * Keeps on the device what is wanted, one after the other, each version once. What could not be had is asked for again
 * until it is there: a signal may last for seconds.
 */
export class DayKeeper {
  private wanted: readonly Wanted[] = [];
  /** What this tab knows to be kept: addresses, and for which version of what they show. */
  private kept = new Map<string, string>();
  private failures = 0;
  private running = false;
  private again = false;
  private closed = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Until the returned function is called. */
  open(): () => void {
    this.closed = false;
    const now = () => this.lacks() && this.within(0);
    const onVisibility = () => document.visibilityState === 'visible' && now();
    window.addEventListener('online', now);
    document.addEventListener('visibilitychange', onVisibility);
    this.within(idleMs);
    return () => {
      this.closed = true;
      clearTimeout(this.timer);
      window.removeEventListener('online', now);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }

  /** In the order in which it is to be kept. */
  want(wanted: readonly Wanted[]): void {
    this.wanted = wanted;
    if (this.lacks()) this.within(idleMs);
  }

  /** A newer service worker has begun: what the former kept is asked for anew. */
  startAnew = (): void => {
    this.kept.clear();
    this.within(idleMs);
  };

  private lacks = () => this.wanted.some(({ address, version }) => this.kept.get(address) !== version);

  private within(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keepAll(), ms);
  }

  private async keepAll(): Promise<void> {
    this.again = this.running;
    if (this.running) return;
    this.running = true;
    let failed = false;
    for (const one of this.wanted) {
      if (this.closed || this.kept.get(one.address) === one.version) continue;
      try {
        if (!(await one.isKept())) await one.keep();
        this.kept.set(one.address, one.version);
      } catch {
        failed = true;
        // Without a signal the others would fail too, each after half a minute where it is weak.
        if (!(await serverAnswers())) break;
      }
    }
    this.running = false;
    this.failures = failed ? this.failures + 1 : 0;
    if (this.again) this.within(0);
    else if (failed) this.within(Math.min(firstRetryMs * 2 ** (this.failures - 1), longestRetryMs));
  }
}
