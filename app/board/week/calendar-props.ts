import type { OperationBoard } from '../board-data.ts';
import type { BoardParams } from '../board-params.ts';

/** What every calendar of a board is given. */
export type CalendarProps = {
  board: OperationBoard;
  params: BoardParams;
  today: string;
  mode: 'jefetec' | 'calendario';
  mayConfigure: boolean;
};
