import { useId as useReactId } from 'react';

/**
 * Mantine's `useId` (vite.config.ts). Its own makes a second, random id once the page runs and so draws every component
 * that has one again, at once and as a whole, on the slowest moment of a first load.
 */
export function useId(staticId?: string): string {
  const id = `mantine-${useReactId().replaceAll(':', '')}`;
  return staticId ?? id;
}
