import type { Socket } from 'socket.io';
import type { ReportNews } from '../../db/commands/reports/run-waits.ts';
import type { Changes } from '../../db/feed/changes.ts';
import type { KnownSession } from '../../db/reads/people/session.ts';
import type { calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import type { AttentionNews } from './attention.ts';

/** What a board receives: its changes in order, or 'reload' when it missed too many. */
export type ServerToBoard = {
  build(about: { build: string }): void;
  changes(changes: Changes): void;
  reload(about: { operation: string; version: number }): void;
  left(about: { operation: string }): void;
  viewers(about: { thing: string; people: { userId: number; name: string }[] }): void;
  report(news: ReportNews): void;
  attention(news: AttentionNews): void;
  /** The permission was withdrawn: nothing of what needs attention comes any more. */
  unattended(): void;
};
export type Attended = { behind: boolean } | { refused: true };
/** `columns`: the column names of the rows in `changes.visits`; flags are 0 and 1. */
export type Watched = { version: number; columns: { visits: typeof calendarColumns } } | { refused: true };
export type BoardToServer = {
  /** Join an operation's room from the board's version; answers the version it is caught up to. */
  watch(about: unknown, answer: (watched: Watched) => void): void;
  unwatch(about: unknown): void;
  /** This tab looks at a visit or an order, repeated every 3 s; `unlook` ends it. */
  look(about: unknown): void;
  unlook(about: unknown): void;
  /** This tab waits for a report, repeated every 3 s; `unreport` ends it. */
  report(about: unknown): void;
  unreport(about: unknown): void;
  /**
   * Receive what needs attention in these operations from the versions that the list shows; `behind`: something happened
   * since, read it again. `unattend` ends it.
   */
  attend(about: unknown, answer: (attended: Attended) => void): void;
  unattend(): void;
};
/**
 * `watched`: operations subscribed to, also while the room is still being joined. `ahead`: the board's
 * version of operations that it has read further than the feed.
 */
export type SocketData = {
  session: KnownSession;
  tokenHash: string;
  watched: Set<string>;
  ahead: Map<string, number>;
};
/** A tab's socket. */
export type Board = Socket<BoardToServer, ServerToBoard, Record<string, never>, SocketData>;

/** Of the boards that follow an operation. */
export const room = (operation: string): string => `operation.${operation}`;
/** Of the lists of what needs attention in an operation. */
export const attentionRoom = (operation: string): string => `attention.${operation}`;
/** Leaves the lists of what needs attention. @returns whether it was in any */
export function unattend(socket: Board): boolean {
  const joined = [...socket.rooms].filter((name) => name.startsWith(attentionRoom('')));
  for (const name of joined) void socket.leave(name);
  return joined.length > 0;
}
