import type { OperationBoard } from '../board-data.server.ts';
import type { BoardParams } from '../board-params.ts';

/** What every calendar of a board is given. */
export type CalendarProps = {
  board: OperationBoard;
  params: BoardParams;
  today: string;
  /** The hour at which the screen was read, in the business zone. */
  hour: number;
  mode: 'jefetec' | 'calendario';
  mayConfigure: boolean;
};
