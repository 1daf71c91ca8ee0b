import type { Socket } from 'socket.io-client';
import type { Db } from '../../../db/connection/open.ts';
import type { Changes } from '../../../db/feed/changes.ts';
import { type CalendarRow, calendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { readWeek } from '../../../db/reads/visits/week.ts';
import { addDays, mondayOf, today } from '../../../machines/calendar/slots.ts';

/** A dispatcher's board as `app/data/live.ts` keeps it: a week, and the changes after it merged by id and version. */
export type Board = {
  version: number;
  rows: Map<number, CalendarRow>;
  /** Every change that arrived, in the order of arrival, repeats included. */
  received: Changes[];
  /** How many times it was asked to load everything again. */
  reloads: number;
  left: boolean;
  /** Ask for what came after the board's version. */
  catchUp(): Promise<{ version: number } | { refused: true }>;
};

/** A board over a connected socket, loaded from the record and watching its operation. */
export async function openBoard(db: Db, socket: Socket, operation: string): Promise<Board> {
  const day = today(new Date());
  const board: Board = {
    version: 0,
    rows: new Map(),
    received: [],
    reloads: 0,
    left: false,
    catchUp: () => socket.emitWithAck('watch', { operation, version: board.version }),
  };
  const load = async () => {
    const week = await readWeek(db, operation, day);
    board.version = week.version;
    board.rows = new Map((JSON.parse(week.rows) as CalendarRow[]).map((row) => [row[0] as number, row]));
  };
  // What is cut off under way is asked again when the socket is back.
  const catchUpLater = () => void board.catchUp().catch(() => {});
  socket.on('changes', (changes: Changes) => {
    if (changes.operation !== operation) return;
    board.received.push(changes);
    if (changes.to <= board.version) return;
    if (changes.after > board.version) return catchUpLater();
    board.version = changes.to;
    for (const row of changes.visits) {
      const held = board.rows.get(row[0] as number);
      if (!held || (held[1] as number) <= (row[1] as number)) board.rows.set(row[0] as number, row);
    }
  });
  socket.on('reload', async () => {
    board.reloads++;
    // The record may be unreachable at this moment, as it is for a browser.
    await load().catch(() => new Promise((next) => setTimeout(next, 500)).then(load));
  });
  socket.on('left', () => {
    board.left = true;
  });
  await load();
  await board.catchUp();
  socket.on('connect', catchUpLater);
  return board;
}

/** Whether the board shows the operation's week as the record has it now. */
export async function isEqualToRecord(db: Db, board: Board, operation: string): Promise<boolean> {
  const week = await readWeek(db, operation, today(new Date()));
  const rows = (JSON.parse(week.rows) as CalendarRow[]).map((row) => calendarVisit(row));
  // A visit of another week may have come along with a change; the screen draws its own week.
  const monday = mondayOf(today(new Date()));
  const shown = [...board.rows.values()]
    .map((row) => calendarVisit(row))
    .filter(({ day }) => day >= monday && day <= addDays(monday, 6))
    .sort((a, b) => a.id - b.id);
  return JSON.stringify(shown) === JSON.stringify(rows.sort((a, b) => a.id - b.id));
}
