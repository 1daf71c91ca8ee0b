import { addDays } from '../../machines/slots.ts';
import { useSingleKey } from '../shortcuts/shortcuts.tsx';

/** The week by keyboard: previous, next, today (ux.md U20). */
export function useWeekKeys(monday: string, set: (changes: Record<string, string | null>) => void) {
  useSingleKey('j', () => set({ semana: addDays(monday, -7) }));
  useSingleKey('k', () => set({ semana: addDays(monday, 7) }));
  useSingleKey('h', () => set({ semana: null }));
}
