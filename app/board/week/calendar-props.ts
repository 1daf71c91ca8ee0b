import type { OperationBoard } from '../board-data.ts';
import type { BoardParams } from '../board-params.ts';

/** What the calendar of one operation and those of several need alike. */
export type CalendarProps = {
  board: OperationBoard;
  params: BoardParams;
  today: string;
  mode: 'jefetec' | 'calendario';
  mayConfigure: boolean;
};
