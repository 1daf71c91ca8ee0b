import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { io as connect, Socket } from 'socket.io-client';
import type { Changes } from '../../db/feed/changes.ts';
import { isEndedRun, type ReportRunState } from '../../machines/report/report-run-state.ts';
import { fetchPart } from '../ui/parts/fetch-part.ts';

/** What a screen does with news of an operation. It merges by id and version, so that the same news twice is no news. */
export type Reader = {
  /** The version of what this reader shows; null: it shows nothing yet. */
  version(): number | null;
  apply(changes: Changes): void;
  /** More changes were missed than the server sends: read everything again. */
  reload(): void;
};

/** `since`: how old what is on the screen may be at most, in milliseconds of the device's clock. */
export type ConnectionState = { status: 'connecting' | 'live' | 'lost'; since: number };

type Watched = { version: number } | { refused: true };

/** A user who has the same visit or order open. */
export type Person = { userId: number; name: string };

type ReportNews = { run: string; state: ReportRunState; progress: number };

/** How often a tab repeats what it has on the screen, and which report it waits for; the server drops what is not repeated. */
const lookEveryMs = 3_000;

/** Before a server that closed the connection is asked again. */
const closedAgainMs = 500;

/** Before a server that refused is asked again. */
const refusedAgainMs = 2_000;

/** Between two tries to load what connects. */
const loadAgainAfterMs = 2_000;
const loadConnecting = () => import('socket.io-client');

/**
 * The one socket of a tab. Connecting, coming back and waking up are one case:
 * ask for what came after the version that the screen has.
 */
export class Live {
  private socket: Socket | null = null;
  private readers = new Map<string, Set<Reader>>();
  private versions = new Map<string, number>();
  private watchers = new Set<() => void>();
  private state: ConnectionState;
  private leftOperations = new Set<string>();
  private looked = new Map<string, Set<(people: Person[]) => void>>();
  private connections = new Set<(socket: Socket) => void>();
  private awaited = new Map<string, Set<(news: ReportNews) => void>>();
  private build: string | null = null;

  /**
   * @param drawnAt when the server drew this page, in milliseconds: one kept on the phone may be hours old
   * @param sessionEnded called when the server refuses the session; by default the page leaves for the login
   */
  constructor(
    drawnAt: number,
    private readonly sessionEnded = () => window.location.assign('/login'),
  ) {
    this.state = { status: 'connecting', since: drawnAt };
  }

  /** Connects once the page runs: the first load does without what connects (ux.md U54). */
  open(): () => void {
    let close: (() => void) | null = null;
    let left = false;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      fetchPart(loadConnecting).then(
        ({ io }) => {
          if (!left) close = this.connect(io);
        },
        () => {
          if (left) return;
          this.become('lost');
          again = setTimeout(load, loadAgainAfterMs);
        },
      );
    void load();
    return () => {
      left = true;
      clearTimeout(again);
      close?.();
    };
  }

  private connect(io: typeof connect): () => void {
    const socket = io({
      transports: ['websocket'],
      reconnectionDelay: 250,
      reconnectionDelayMax: 2_000,
      timeout: 5_000,
    });
    this.socket = socket;
    socket.on('connect', () => {
      this.catchUp();
      for (const use of this.connections) use(socket);
      repeatLooking();
      repeatWaiting();
    });
    socket.on('disconnect', (reason) => {
      this.become('lost');
      // Closed by the server, which socket.io takes as final. If the session is over, the next attempt is refused with that reason.
      if (reason === 'io server disconnect')
        setTimeout(() => this.socket === socket && socket.connect(), closedAgainMs);
    });
    socket.on('connect_error', (error) => {
      if (this.socket !== socket) return;
      this.become('lost');
      // The session is over: the next page load goes to the login, this one keeps what it shows.
      if (error.message === 'no-session') this.sessionEnded();
      // Refused by a server that cannot reach its database; socket.io takes that as final.
      else if (!socket.active) setTimeout(() => this.socket === socket && socket.connect(), refusedAgainMs);
    });
    socket.on('changes', (changes: Changes) => this.receive(changes));
    socket.on('reload', ({ operation, version }: { operation: string; version: number }) => {
      this.versions.set(operation, version);
      for (const reader of this.readers.get(operation) ?? []) reader.reload();
    });
    socket.on('viewers', ({ thing, people }: { thing: string; people: Person[] }) => {
      for (const receive of this.looked.get(thing) ?? []) receive(people);
    });
    socket.on('report', (news: ReportNews) => {
      for (const receive of this.awaited.get(news.run) ?? []) receive(news);
    });
    socket.on('build', ({ build }: { build: string }) => {
      this.build = build;
      this.notify();
    });
    socket.on('left', ({ operation }: { operation: string }) => {
      this.leftOperations.add(operation);
      this.notify();
    });
    const repeatLooking = () => {
      if (!socket.connected || document.visibilityState !== 'visible') return;
      for (const thing of this.looked.keys()) socket.emit('look', { thing });
    };
    // In a hidden tab too: its user comes back for the report.
    const repeatWaiting = () => {
      if (socket.connected) for (const run of this.awaited.keys()) socket.emit('report', { run });
    };
    const looking = setInterval(() => {
      repeatLooking();
      repeatWaiting();
    }, lookEveryMs);
    const wake = () => {
      if (document.visibilityState === 'visible' && socket.connected) this.catchUp();
    };
    const offline = () => {
      // On a dead network the socket itself notices only at the next heartbeat.
      this.become('lost');
      socket.disconnect();
    };
    const online = () => socket.connect();
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('offline', offline);
    window.addEventListener('online', online);
    return () => {
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('offline', offline);
      window.removeEventListener('online', online);
      clearInterval(looking);
      socket.close();
      this.socket = null;
    };
  }

  /** Called with the socket at each connection, now too where there is one, until the returned function is called. */
  eachConnection(use: (socket: Socket) => void): () => void {
    this.connections.add(use);
    if (this.socket?.connected) use(this.socket);
    return () => void this.connections.delete(use);
  }

  /** Read an operation's news until the returned function is called. */
  watch(operation: string, reader: Reader): () => void {
    const readers = this.readers.get(operation) ?? new Set();
    this.readers.set(operation, readers.add(reader));
    return () => {
      readers.delete(reader);
      if (readers.size > 0) return;
      this.readers.delete(operation);
      this.versions.delete(operation);
      this.socket?.emit('unwatch', { operation });
    };
  }

  /** A reader has loaded: ask for what came after the oldest version that any reader of the operation shows. */
  loaded(operation: string): void {
    const shown = [...(this.readers.get(operation) ?? [])].map((reader) => reader.version());
    const loadedVersions = shown.filter((version): version is number => version !== null);
    if (loadedVersions.length === 0) return;
    const currentVersion = this.versions.get(operation);
    const oldest = Math.min(...loadedVersions, ...(currentVersion === undefined ? [] : [currentVersion]));
    if (currentVersion !== undefined && oldest >= currentVersion) return;
    this.versions.set(operation, oldest);
    this.ask(operation);
  }

  /** Announce that a visit or an order is on the screen, and receive who else has it open, until the returned function is called. */
  look(thing: string, receive: (people: Person[]) => void): () => void {
    const receivers = this.looked.get(thing) ?? new Set();
    this.looked.set(thing, receivers.add(receive));
    if (this.socket?.connected) this.socket.emit('look', { thing });
    return () => {
      receivers.delete(receive);
      if (receivers.size > 0) return;
      this.looked.delete(thing);
      this.socket?.emit('unlook', { thing });
    };
  }

  /**
   * Wait for the generation of a report, saying so, until it has ended or the signal is aborted.
   * @param onProgress receives how far it is, 0 to 100
   * @returns how it ended; null: it has not, as far as is known
   */
  report(
    run: string,
    onProgress: (progress: number) => void,
    signal: AbortSignal,
  ): Promise<ReportRunState | null> {
    return new Promise((resolve) => {
      const receivers = this.awaited.get(run) ?? new Set();
      const end = (state: ReportRunState | null) => {
        signal.removeEventListener('abort', stop);
        receivers.delete(receive);
        if (receivers.size === 0 && this.awaited.delete(run)) this.socket?.emit('unreport', { run });
        resolve(state);
      };
      const receive = ({ state, progress }: ReportNews) => {
        onProgress(progress);
        if (isEndedRun(state)) end(state);
      };
      const stop = () => end(null);
      this.awaited.set(run, receivers.add(receive));
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      else if (this.socket?.connected) this.socket.emit('report', { run });
    });
  }

  connection = (): ConnectionState => this.state;
  subscribe = (listener: () => void): (() => void) => {
    this.watchers.add(listener);
    return () => this.watchers.delete(listener);
  };
  /** The build of the screens that the server has; null: not known. */
  serverBuild = (): string | null => this.build;
  hasLeft = (operation: string): boolean => this.leftOperations.has(operation);
  /** An operation that a screen shows is not the user's any more, or lives in another installation. */
  hasLeftShown = (): boolean => [...this.readers.keys()].some(this.hasLeft);

  private catchUp() {
    for (const operation of this.readers.keys()) this.ask(operation);
    if (this.readers.size === 0) this.become('live');
  }

  private ask(operation: string) {
    const version = this.versions.get(operation);
    if (version === undefined || !this.socket?.connected) {
      if (this.socket?.connected) this.become('live');
      return;
    }
    this.socket.emit('watch', { operation, version }, (watched: Watched) => {
      if ('refused' in watched) {
        this.leftOperations.add(operation);
        this.notify();
      } else {
        this.leftOperations.delete(operation);
        this.become('live');
      }
    });
  }

  private receive(changes: Changes) {
    const { operation, after, to } = changes;
    const currentVersion = this.versions.get(operation);
    if (currentVersion === undefined || to <= currentVersion) return;
    if (after > currentVersion) {
      this.ask(operation);
      return;
    }
    this.versions.set(operation, to);
    for (const reader of this.readers.get(operation) ?? []) reader.apply(changes);
  }

  private become(status: ConnectionState['status']) {
    if (this.state.status === status) return;
    // Not live yet, it shows what it was drawn with.
    const since = status === 'lost' && this.state.status === 'connecting' ? this.state.since : Date.now();
    this.state = { status, since };
    this.notify();
  }

  private notify() {
    for (const listener of this.watchers) listener();
  }
}

const LiveContext = createContext<Live | null>(null);
export const LiveProvider = LiveContext.Provider;

/**
 * A connection of one's own for the screens below, open while they are shown.
 *
 * @param sessionEnded called when the server refuses the session; the first one given counts. By default the page leaves for the login
 */
export function useLiveConnection(drawnAt: number, sessionEnded?: () => void): Live {
  const [live] = useState(() => new Live(drawnAt, sessionEnded));
  useEffect(() => live.open(), [live]);
  return live;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('no live connection above this screen');
  return live;
}

const unknown: ConnectionState = { status: 'connecting', since: 0 };

export function useConnectionState(): ConnectionState {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.connection, () => unknown);
}

/** What a screen shows of an operation is not kept up to date any more. */
export function useLeftShown(): boolean {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.hasLeftShown, () => false);
}

/** The server has another build of the screens than the one that drew this page. */
export function useNewBuild(): boolean {
  const live = useLive();
  const build = useSyncExternalStore(live.subscribe, live.serverBuild, () => null);
  return build !== null && build !== window.__remixManifest.version;
}
