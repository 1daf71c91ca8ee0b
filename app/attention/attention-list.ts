import type { Socket } from 'socket.io-client';
import type { AttentionItem } from '../../db/reads/attention/attention.ts';
import { byUrgency } from '../../machines/attention/attention.ts';
import { today } from '../../machines/calendar/slots.ts';
import { type AskAnswer, askAddress } from '../data/ask.ts';
import { readJson } from '../data/read-json.ts';

/** As it arrives: instants are texts. */
export type Item = Omit<AttentionItem, 'at'> & { at: string };
type Later = { at: string; visits: number[] };
type News = { operation: string; to: number } & (
  | { visits: number[]; items: Item[]; later: Later[] }
  | { visits: null }
);

export type AttentionState = {
  status: 'asking' | 'shown' | 'failed';
  /** The most urgent first. */
  items: readonly Item[];
};

/** Tabs that wait for the same moment do not all ask at once. */
const spreadMs = 3_000;
/** The new day begins a moment after midnight, and the tabs of a night ask over some minutes. */
const midnightSpreadMs = 300_000;
const retryMs = 5_000;
const longestRetryMs = 60_000;
const longestTimerMs = 86_400_000;

/**
 * What needs attention in all of the user's operations: one reading, then the changes that the server sends, and a timer
 * for the next moment at which something begins to need it. While nothing happens nothing is asked.
 */
export class AttentionList {
  private state: AttentionState = { status: 'asking', items: [] };
  private listeners = new Set<() => void>();
  private items = new Map<string, Item>();
  private later: Later[] = [];
  private versions: Record<string, number> | null = null;
  private clockAheadMs = 0;
  private day = '';
  private reading = false;
  private again = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private socket: Socket | null = null;
  private stopped = false;

  snapshot = (): AttentionState => this.state;
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The version of an operation that is shown, for what is acted upon. */
  version = (operation: string): number => this.versions?.[operation] ?? 0;

  /** Begins at once, with or without a connection. @returns ends it */
  open(): () => void {
    this.stopped = false;
    void this.read();
    document.addEventListener('visibilitychange', this.wake);
    return () => {
      this.stopped = true;
      clearTimeout(this.timer);
      document.removeEventListener('visibilitychange', this.wake);
      this.leave();
    };
  }

  /** At each connection: from the versions that are shown on. */
  connected = (socket: Socket): void => {
    this.leave();
    this.socket = socket;
    socket.on('attention', this.receive);
    socket.on('left', this.lose);
    socket.on('unattended', this.retry);
    this.attend();
  };

  /** Ask again after a failure. */
  retry = (): void => void this.read();

  /** It was acknowledged or closed: it goes before the change arrives. */
  drop(keys: readonly string[]): void {
    for (const key of keys) this.items.delete(key);
    this.show();
  }

  private leave() {
    this.socket?.off('attention', this.receive);
    this.socket?.off('left', this.lose);
    this.socket?.off('unattended', this.retry);
    this.socket?.emit('unattend');
    this.socket = null;
  }

  /** A laptop that slept may have missed a moment, and what came after it. */
  private wake = () => {
    if (document.visibilityState !== 'visible') return;
    this.attend();
    this.schedule();
  };

  private attend() {
    if (!this.socket?.connected || !this.versions) return;
    this.socket.emit('attend', { versions: this.versions }, (answer: { behind?: boolean }) => {
      if (answer.behind) void this.read();
    });
  }

  private async read(): Promise<void> {
    if (this.reading) {
      this.again = true;
      return;
    }
    this.reading = true;
    this.again = false;
    const read = await readJson<AskAnswer<'attention'>>(askAddress('attention', {})).catch(() => undefined);
    const answer = read && (read.ok ? read : null);
    this.reading = false;
    if (this.stopped) return;
    if (!answer) {
      // Refused, as when the permission was withdrawn: what was known goes, and asking again would not change it.
      if (answer === null) {
        this.items.clear();
        this.versions = null;
      }
      if (!this.versions) this.become('failed');
      if (answer === null) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(
        () => void this.read(),
        Math.min(retryMs * 2 ** this.failures++, longestRetryMs),
      );
      return;
    }
    this.failures = 0;
    const attended = operationsIn(this.versions) === operationsIn(answer.versions);
    this.versions = answer.versions;
    this.clockAheadMs = Date.parse(answer.now) - Date.now();
    this.day = today(new Date(answer.now));
    this.items = new Map(answer.items.map((item) => [item.key, item]));
    this.later = answer.later;
    this.become('shown');
    // The first reading, or the user has got another operation.
    if (!attended) this.attend();
    if (this.again) void this.read();
  }

  private receive = (news: News) => {
    if (!this.versions || news.to <= (this.versions[news.operation] ?? -1)) return;
    // What is under way may be older than this.
    if (this.reading || news.visits === null) return void this.read();
    this.versions = { ...this.versions, [news.operation]: news.to };
    this.replace(news.visits, news.items, news.later);
    this.show();
  };

  /** The operation was taken from the user. */
  private lose = ({ operation }: { operation: string }) => {
    for (const { key, visit } of this.items.values())
      if (visit.operation === operation) this.items.delete(key);
    this.show();
  };

  private replace(visits: number[], items: Item[], later: Later[]) {
    const gone = new Set(visits);
    for (const { key, visit, sourceId } of this.items.values())
      if (gone.has(visit.id) || gone.has(sourceId)) this.items.delete(key);
    for (const item of items) this.items.set(item.key, item);
    this.later = [
      ...this.later.map(({ at, visits: ids }) => ({ at, visits: ids.filter((id) => !gone.has(id)) })),
      ...later,
    ].filter(({ visits: ids }) => ids.length > 0);
  }

  private show() {
    this.become('shown');
  }

  private become(status: AttentionState['status']) {
    this.state = { status, items: [...this.items.values()].sort(byUrgency) };
    this.schedule();
    for (const listener of this.listeners) listener();
  }

  /** The next moment alone: what begins to need attention then, or the next day. */
  private schedule() {
    clearTimeout(this.timer);
    if (!this.versions) return;
    const now = Date.now() + this.clockAheadMs;
    const next = Math.min(...this.later.map(({ at }) => Date.parse(at)));
    const waits = Number.isFinite(next) ? Math.max(0, next - now) + Math.random() * spreadMs : longestTimerMs;
    const midnight = untilNextDay(now, this.day) + Math.random() * midnightSpreadMs;
    this.timer = setTimeout(() => void this.read(), Math.min(waits, midnight, longestTimerMs));
  }
}

const operationsIn = (versions: Record<string, number> | null): string =>
  versions ? Object.keys(versions).sort().join() : 'none yet';

/** Milliseconds until the local day is another than this. */
function untilNextDay(now: number, day: string): number {
  for (let hours = 0; hours <= 24; hours++) {
    const hour = now - (now % 3_600_000) + hours * 3_600_000;
    if (today(new Date(Math.max(hour, now))) !== day) return Math.max(0, hour - now);
  }
  return 0;
}
