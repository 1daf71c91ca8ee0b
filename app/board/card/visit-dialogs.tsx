import { useEffect, useRef, useState } from 'react';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { refusedBy } from '../../../machines/access/permissions.ts';
import type { WeekState } from '../../data/week-view.ts';
import { RescheduleDialog } from '../../dispatch/reschedule-dialog.tsx';
import { TechnicianDialog } from '../../dispatch/technician-dialog.tsx';
import { useRescheduleReasons } from '../../dispatch/use-reschedule-reasons.ts';
import type { Moved } from '../../dispatch/visits-dialog.tsx';
import { useViewer } from '../../routes/signed-in/screen.ts';
import type { BoardParams } from '../board-params.ts';
import { shownOn } from '../shown-on.ts';
import { useAddress } from '../use-address.ts';
import { findVisit } from './find-visit.ts';

type Props = { week: WeekState; params: BoardParams; today: string };

/** The dialogs that a visit's card opens, as the address says; what was moved is shown where it went (ux.md U50). */
export default function VisitDialogs({ week, params, today }: Props) {
  const viewer = useViewer();
  const { set, shut } = useAddress();
  const { action } = params;
  // There before it opens, a dialog knows where the focus was, and gives it back.
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const visit = useHeld(action === null ? null : findVisit(week, action.visitId), action?.visitId ?? null);
  const moving = visit !== null && action?.step === 'reprogramar' && refusedBy(viewer, 'reschedule') === null;
  const assigning =
    visit !== null && action?.step === 'tecnico' && refusedBy(viewer, 'can_assign_visit') === null;
  const close = () => shut({ accion: null, de: null });
  const done = (moved?: Moved) => {
    const [first] = moved?.ids ?? [];
    if (!moved || first === undefined) return close();
    set({ accion: null, de: null, solo: null, ver: null, ...shownOn(params, { id: first, day: moved.day }) });
  };
  const reasons = useRescheduleReasons(moving ? visit.id : null, close);
  const dialog = {
    visits: visit ? [visit] : [],
    operation: week.operation,
    seen: week.version ?? 0,
    ...{ close, done, leaveOut: close },
  };
  return (
    <>
      <RescheduleDialog
        {...dialog}
        opened={ready && moving && reasons !== null}
        reasons={reasons ?? []}
        today={today}
      />
      <TechnicianDialog
        {...dialog}
        opened={ready && assigning}
        day={visit?.day ?? today}
        slotId={visit?.slotId ?? 0}
      />
    </>
  );
}

/** The visit as it is now, and as it was last where another user has moved it out of the week. */
function useHeld(visit: CalendarVisit | null, visitId: number | null): CalendarVisit | null {
  const last = useRef<CalendarVisit | null>(null);
  if (visit) last.current = visit;
  return last.current?.id === visitId ? last.current : null;
}
