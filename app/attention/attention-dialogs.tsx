import { useEffect, useRef, useState } from 'react';
import { mayCloseAny, refusedBy } from '../../machines/access/permissions.ts';
import { today } from '../../machines/calendar/slots.ts';
import { LazyFinishDialog } from '../closing/lazy-finish-dialog.tsx';
import { RescheduleDialog } from '../dispatch/reschedule-dialog.tsx';
import { TechnicianDialog } from '../dispatch/technician-dialog.tsx';
import { useRescheduleReasons } from '../dispatch/use-reschedule-reasons.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import type { Asked } from './asked.ts';
import type { AttentionList, Item } from './attention-list.ts';

type Props = {
  requested: Asked | null;
  list: AttentionList;
  items: readonly Item[];
  close: () => void;
};

/** The dialogs by which an item ends, over the list, as the address says. */
export function AttentionDialogs({ requested, list, items, close }: Props) {
  const viewer = useViewer();
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const item = useHeld(items, requested?.key ?? null);
  const act = item ? (requested?.act ?? null) : null;
  const finishing = act === 'cerrar' && mayCloseAny(viewer);
  const assigning = act === 'asignar' && refusedBy(viewer, 'can_assign_visit') === null;
  const moving = act === 'reprogramar' && refusedBy(viewer, 'reschedule') === null;
  const reasons = useRescheduleReasons(moving && item ? item.visit.id : null, close);
  const done = () => {
    if (item) list.drop([item.key]);
    close();
  };
  const visit = item?.visit;
  const dialog = {
    visits: visit ? [visit] : [],
    operation: visit?.operation ?? '',
    seen: list.version(visit?.operation ?? ''),
    ...{ close, done, leaveOut: close },
  };
  return (
    <>
      <LazyFinishDialog visit={finishing && visit ? visit : null} close={close} done={done} />
      <TechnicianDialog
        {...dialog}
        opened={ready && assigning}
        day={visit?.day ?? ''}
        slotId={visit?.slotId ?? 0}
      />
      <RescheduleDialog
        {...dialog}
        opened={ready && moving && reasons !== null}
        reasons={reasons ?? []}
        today={today(new Date())}
      />
    </>
  );
}

/** The item as it is now, and as it was last where a colleague has ended it meantime. */
function useHeld(items: readonly Item[], key: string | null): Item | null {
  const lastItem = useRef<Item | null>(null);
  const currentItem = key === null ? undefined : items.find((item) => item.key === key);
  if (currentItem) lastItem.current = currentItem;
  return lastItem.current?.key === key ? lastItem.current : null;
}
