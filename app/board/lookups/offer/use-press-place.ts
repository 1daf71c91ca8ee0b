import { useState } from 'react';
import type { Shown } from '../../../../db/reads/registry.ts';
import type { Day } from '../../../../machines/calendar/slots.ts';
import { askAboutOpenVisits } from '../../../dispatch/ask-about-open-visits.ts';
import { offerUndo } from '../../../dispatch/offer-undo.ts';
import { useSend } from '../../../forms/use-send.ts';
import { offerWords as words } from '../../../words/visit/offer-words.ts';
import type { OfferedVisit } from './offered.tsx';

type Order = Shown<'orderPlaces'>['order'];
type Place = { day: Day; id: number; name: string; fromHour: number; toHour: number };

export type PressPlace = {
  busy: boolean;
  /** Why the last press created nothing; `near`: the day from which other places are offered. */
  failure: { text: string; near: Day | null } | null;
  choose: (place: Place) => void;
};

/** One press on a place creates the visit, without a technician, and notifies the client once it can be undone no more. */
export function usePressPlace(
  order: Order,
  options: { made: (visit: OfferedVisit) => void; undone: () => void; refresh: () => void },
): PressPlace {
  const { made, undone, refresh } = options;
  const { busy, send } = useSend();
  const [failure, setFailure] = useState<PressPlace['failure']>(null);
  const create = async (place: Place, confirmed: boolean) => {
    const outcome = await send('createVisit', {
      ot_type: order.type,
      ot_number: order.number,
      possibleDate: place.day,
      timestripe: place.id,
      zone: order.zoneId,
      assigned_to: null,
      checked: ['public_link'],
      confirm_pending: confirmed,
      undoable: true,
    });
    if (!outcome) return;
    if (outcome.ok) {
      const { day, name, fromHour, toHour } = place;
      const id = Number(outcome.data.visit_id);
      offerUndo(words.made, [id], outcome.key, undone);
      return made({ id, order: order.number, day, name, fromHour, toHour });
    }
    if (outcome.code === 'open-visits' && !confirmed) return ask(place);
    setFailure({
      text: outcome.status === 0 ? words.noNetwork : outcome.text,
      near: outcome.code === 'slot-full' ? place.day : null,
    });
    refresh();
  };
  /** Another visit was made in between: shown, and confirmed, as in the form (S2 §5). */
  const ask = (place: Place) => askAboutOpenVisits(() => void create(place, true));
  return {
    busy,
    failure,
    choose: (place) => {
      setFailure(null);
      void create(place, false);
    },
  };
}
