import { createContext } from 'react';

/** Whether the user may move visits: else their cards are not dragged. */
export const MayMove = createContext(false);
