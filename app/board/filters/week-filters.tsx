import { filterWords as words } from '../../words/board/filter-words.ts';
import type { OperationBoard } from '../board-data.server.ts';
import { BoardFilters } from './board-filters.tsx';
import type { VisitFilter } from './visit-filter.ts';

export type WeekFiltersProps = { board: OperationBoard; filter: VisitFilter };

/** The filters of a week, of what its operation has. */
export const WeekFilters = ({ board, filter }: WeekFiltersProps) => (
  <BoardFilters
    filter={filter}
    label={words.searchWeek}
    technicians={board.crew?.technicians ?? board.names.technicians}
    kinds={board.names.orderTypes}
    symptoms={board.names.symptoms}
  />
);
