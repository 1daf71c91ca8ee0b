import { serverAnswers } from '../data/server-answers.ts';

/** What the device shall have: an address of our own server, and the version of what it shows. */
export type Wanted = {
  address: string;
  version: string;
  /** Whether it can be kept now; if not, it is looked at again later. */
  canBeKept?(): Promise<boolean>;
  isKept(): Promise<boolean>;
  /** @throws when it cannot be had */
  keep(): Promise<void>;
  /** What a day without a signal cannot do without it, and whether the device has it in any version. */
  needed?: { for: 'day' | 'closing' | 'items'; isThere(): Promise<boolean> };
};

/** What a day without a signal still lacks; `items`: some visit can be closed without materials alone. */
export type Lacking = Record<NonNullable<Wanted['needed']>['for'], boolean>;

/** After the screen is useful, and before it is left. */
const idleMs = 1_500;
/** Once there is a service worker, in which the day is kept. */
const soonMs = 250;
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
  /** Addresses that this pass has come to: what is wanted first is looked for first each time. */
  private tried = new Set<string>();
  /** Addresses of what is needed, and there. */
  private there = new Set<string>();
  private lacking: Lacking | null = null;
  private listeners = new Set<() => void>();
  private failures = 0;
  private running = false;
  private again = false;
  private closed = true;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Null: the device was not asked yet. */
  snapshot = (): Lacking | null => this.lacking;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  has = (address: string): boolean => this.kept.has(address);

  /** Until the returned function is called. */
  open(): () => void {
    this.closed = false;
    const now = () => this.lacksSome() && this.within(0);
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
  want(items: readonly Wanted[]): void {
    this.wanted = items;
    if (this.lacksSome()) this.within(idleMs);
    if (this.lacking === null) void this.lookAt(items);
  }

  /** Another service worker is in charge: what the former kept is asked for anew. */
  startAnew = (): void => {
    this.kept.clear();
    this.tried.clear();
    this.within(soonMs);
  };

  private next = () =>
    this.closed
      ? undefined
      : this.wanted.find(
          ({ address, version }) => this.kept.get(address) !== version && !this.tried.has(address),
        );

  private lacksSome = () => this.wanted.some(({ address, version }) => this.kept.get(address) !== version);

  private within(ms: number): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.keepAll(), ms);
  }

  private async keepAll(): Promise<void> {
    this.again = this.running;
    if (this.running) return;
    this.running = true;
    let left = false;
    this.tried.clear();
    for (let item = this.next(); item; item = this.next()) {
      this.tried.add(item.address);
      try {
        if (item.canBeKept && !(await item.canBeKept())) {
          left = true;
          continue;
        }
        if (!(await item.isKept())) await item.keep();
        this.kept.set(item.address, item.version);
        if (item.needed && !this.there.has(item.address)) await this.lookAt([item]);
      } catch {
        left = true;
        // Without a signal the others would fail too, each after half a minute where it is weak.
        if (!(await serverAnswers())) break;
      }
    }
    this.running = false;
    this.notice();
    this.failures = left ? this.failures + 1 : 0;
    if (this.again) this.within(0);
    else if (left) this.within(Math.min(firstRetryMs * 2 ** (this.failures - 1), longestRetryMs));
  }

  private async lookAt(items: readonly Wanted[]): Promise<void> {
    for (const { address, needed } of items) if (await needed?.isThere()) this.there.add(address);
    this.notice();
  }

  private notice(): void {
    const lacks = this.wanted.flatMap(({ address, needed }) =>
      needed && !this.there.has(address) ? [needed.for] : [],
    );
    const has = (what: keyof Lacking) => lacks.includes(what);
    const next = { day: has('day'), closing: has('closing'), items: has('items') };
    const now = this.lacking;
    if (now && now.day === next.day && now.closing === next.closing && now.items === next.items) return;
    this.lacking = next;
    for (const listener of this.listeners) listener();
  }
}
