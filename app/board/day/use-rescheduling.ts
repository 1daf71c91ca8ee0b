import { useCallback, useRef } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import { useRescheduleReasons } from '../../dispatch/use-reschedule-reasons.ts';
import type { Moved } from '../../dispatch/visits-dialog.tsx';
import { useViewer } from '../../routes/signed-in/screen.ts';
import { useAddress } from '../use-address.ts';

type Options = {
  /** The visits that the address asks to reschedule. */
  ids: readonly number[];
  visits: readonly CalendarVisit[];
  today: string;
  /** Ends the selection. */
  clear: () => void;
};

/** Visits of the day that go to another one, by the dialog that the address asks for. */
export function useRescheduling({ ids, visits, today, clear }: Options) {
  const { set, shut } = useAddress();
  const viewer = useViewer();
  const startDay = useRef<string | undefined>();
  const rescheduling = visits.filter(({ id }) => ids.includes(id));
  const close = () => shut({ reprogramar: null });
  const reasons = useRescheduleReasons(rescheduling[0]?.id ?? null, close);
  return {
    may: refusedBy(viewer, 'reschedule') === null,
    visits: rescheduling,
    reasons,
    startDay,
    /** Opens the dialog; on a day where they were dropped on it. */
    begin: useCallback(
      (ids: readonly number[], onDay?: string) => {
        startDay.current = onDay;
        set({ mover: null, reprogramar: ids.join(',') }, { step: onDay !== undefined });
      },
      [set],
    ),
    close,
    done: (moved?: Moved) => {
      clear();
      if (!moved) return close();
      set({ reprogramar: null, dia: moved.day === today ? null : moved.day, visita: String(moved.ids[0]) });
    },
    leaveOut: (id: number) => set({ reprogramar: ids.filter((other) => other !== id).join(',') || null }),
  };
}

export type Rescheduling = ReturnType<typeof useRescheduling>;
