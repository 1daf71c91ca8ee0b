import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import type { Changes } from '../../db/feed/changes.ts';
import { type CalendarRow, calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { type BoardSocket, openSignedIn } from './board-socket.ts';
import { getText, openHttp } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** Boards that lose their connection, and catch up by their version as `app/data/live.ts` does. */
type Week = { version: number; rows: CalendarRow[] };
type Given = { port: number; tokens: string[]; operation: string; day: string };

const column = {
  id: calendarColumns.indexOf('id'),
  version: calendarColumns.indexOf('version'),
  technician: calendarColumns.indexOf('technicianId'),
};
/** socket.io's own: 250 ms, up to half of it more or less. */
const againMs = () => 250 * (0.5 + Math.random());

class Board {
  /** How often each version of the operation arrived. */
  readonly arrived = new Map<number, number>();
  outOfOrder = 0;
  /** News that did not continue from the version held: asked for again. */
  gaps = 0;
  /** Read anew, because more was missed than a catch-up holds. */
  reloads = 0;
  cuts = 0;
  version = 0;
  first = 0;
  private readonly rows = new Map<number, CalendarRow>();
  private connection: BoardSocket | null = null;
  private newest = 0;

  constructor(
    private readonly given: Given,
    private readonly token: string,
  ) {}

  async load(): Promise<void> {
    const http = await openHttp(this.given.port);
    const { operation, day } = this.given;
    const { status, body } = await http.send(
      getText(`/board/week?operation=${operation}&day=${day}`, this.token),
    );
    http.close();
    if (status !== 200) throw new Error(`the week was answered ${status}`);
    const { version, rows } = JSON.parse(gunzipSync(body).toString()) as Week;
    for (const row of rows) this.put(row);
    this.version = version;
  }

  /** Until it has asked for what it lacks. */
  async connect(): Promise<void> {
    for (;;) {
      try {
        // News can come before the connection is known here: they are of this board all the same.
        const made = await openSignedIn(this.given.port, this.token, (data) => this.receive(data));
        this.connection = made;
        made.socket.once('close', () => {
          if (this.connection === made) this.connection = null;
          void wait(againMs()).then(() => this.connect());
        });
        // As the screens do, which ask again at the next connection if this one ends before the answer.
        void this.ask();
        return;
      } catch {
        await wait(againMs());
      }
    }
  }

  /** Without a word to the server, as a network that is gone. @returns false: there was no connection */
  cut(): boolean {
    if (!this.connection) return false;
    this.cuts++;
    this.connection.socket.terminate();
    this.connection = null;
    return true;
  }

  isUpTo = (version: number): boolean => this.connection !== null && this.version >= version;
  technicianOf = (visitId: number) => this.rows.get(visitId)?.[column.technician] ?? null;

  private async ask(): Promise<void> {
    const { operation } = this.given;
    await this.connection?.watch({ operation, version: this.version }).catch(() => {});
  }

  private receive(data: Buffer): void {
    const [name, about] = JSON.parse(data.toString('utf8', 2)) as [string, Changes & { version: number }];
    if (name === 'reload') {
      this.reloads++;
      void this.load();
    }
    if (name !== 'changes') return;
    for (const { version } of about.events) {
      const before = this.arrived.get(version) ?? 0;
      this.arrived.set(version, before + 1);
      if (before === 0 && version < this.newest) this.outOfOrder++;
      this.newest = Math.max(this.newest, version);
    }
    if (about.to <= this.version) return;
    if (about.after > this.version) {
      this.gaps++;
      void this.ask();
      return;
    }
    this.version = about.to;
    for (const row of about.visits) this.put(row);
  }

  private put(row: CalendarRow): void {
    const id = row[column.id] as number;
    const held = this.rows.get(id);
    if (!held || (held[column.version] as number) < (row[column.version] as number)) this.rows.set(id, row);
  }
}

let boards: Board[] = [];
/** Between two cuts. */
const shortestMs = 2;

const calls = serve({
  /** A board for each token, which reads its week, connects and watches. */
  async open(given: Given) {
    boards = given.tokens.map((token) => new Board(given, token));
    await Promise.all(
      boards.map(async (board) => {
        await board.load();
        board.first = board.version;
        await board.connect();
      }),
    );
  },
  /** Cut one connected board after the other, chosen at random, spread at random over so many milliseconds or somewhat more. */
  async cutAtRandom({ cuts, ms }: { cuts: number; ms: number }) {
    const begun = clock();
    const times = Array.from({ length: cuts }, () => Math.random() * ms).sort((a, b) => a - b);
    for (const time of times) {
      // While their process is restarted there is none to cut; the cuts of that time follow.
      do await wait(Math.max(shortestMs, begun + time - clock()));
      while (!boards[Math.floor(Math.random() * boards.length)]!.cut());
    }
  },
  /**
   * Once every board is connected and has this version, or after so long.
   * @param record the technician of each visit as it is recorded
   * @returns sums over all boards
   */
  async compare({ to, ms, record }: { to: number; ms: number; record: [number, number | null][] }) {
    for (let waited = 0; waited < ms && !boards.every((board) => board.isUpTo(to)); waited += 50)
      await wait(50);
    // What is sent once too often comes after what was needed.
    await wait(500);
    const sums = { missed: 0, wrong: 0, twice: 0, outOfOrder: 0, gaps: 0, reloads: 0, cuts: 0 };
    for (const board of boards) {
      for (let version = board.first + 1; version <= to; version++)
        if (!board.arrived.has(version) && board.reloads === 0) sums.missed++;
      if (board.version < to) sums.missed++;
      for (const count of board.arrived.values()) sums.twice += count - 1;
      for (const [visitId, technicianId] of record)
        if (board.technicianOf(visitId) !== technicianId) sums.wrong++;
      sums.outOfOrder += board.outOfOrder;
      sums.gaps += board.gaps;
      sums.reloads += board.reloads;
      sums.cuts += board.cuts;
    }
    return sums;
  },
});
export type LossBoards = typeof calls;
