import { useLocation } from '@remix-run/react';

/** How a visit opens from a panel: the calendar only reads, and so does what is opened from it (S2 §6). */
export const useVisitMode = (): 'calendario' | 'default' =>
  useLocation().pathname === '/calendario' ? 'calendario' : 'default';
