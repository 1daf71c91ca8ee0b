import { useSingleKey } from '../../shortcuts/shortcuts.tsx';
import { readBoardParams, useTurnWeek } from '../board-params.ts';
import { useAddress } from '../use-address.ts';

/** The week by keyboard: J the next, K the previous, as in every list of this kind; H today, P the days of this week that are over (ux.md U20). */
export function useWeekKeys(today: string, on = true) {
  const { set } = useAddress();
  const turn = useTurnWeek(today);
  useSingleKey('j', () => turn(7), on);
  useSingleKey('k', () => turn(-7), on);
  useSingleKey(
    'p',
    () => {
      const { pastOpen } = readBoardParams(window.location.search, today);
      set({ pasados: pastOpen ? null : '1' });
    },
    on,
  );
  useSingleKey('h', () => set({ semana: null, visita: null }), on);
}
