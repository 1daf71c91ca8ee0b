import { useEffect, useMemo, useRef } from 'react';
import type { DayMap } from '../../../db/reads/visits/map.ts';
import { type AskAnswer, askAddress } from '../../data/ask.ts';
import { useNews } from '../../data/use-news.ts';
import { useRead } from '../../data/use-read.ts';
import type { GroundAnswer } from '../../routes/board-ground/route.ts';
import { placesOf } from './map-points.ts';

/** What a busy operation changes within this time is asked for once. */
const atMostEveryMs = 2_000;

const nothing: Pick<DayMap, 'places' | 'orders'> = { places: [], orders: [] };

/** Where the day's visits and the waiting orders are, and what they are drawn on; asked again when orders change. */
export function useMapPlaces(operation: string, day: string) {
  const read = useRead<AskAnswer<'dayMap'>>(askAddress('dayMap', { subsidiary: operation, date: day }), {
    keep: true,
  });
  const ground = useRead<GroundAnswer | null>(`/board/ground?operation=${operation}`, { keep: true });
  const answer = read.state === 'answered' && read.answer.ok ? read.answer : null;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useNews({
    operation,
    version: answer?.version ?? null,
    concerns: ({ orders, visits, zones }) => {
      if (zones) ground.refresh();
      return orders.length > 0 || visits.length > 0;
    },
    refresh: () => {
      if (timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        read.refresh();
      }, atMostEveryMs);
    },
  });
  const places = useMemo(() => placesOf(answer ?? nothing), [answer]);
  return {
    places,
    orders: answer?.orders ?? nothing.orders,
    leftOut: answer?.leftOut ?? 0,
    ground: ground.state === 'answered' ? ground.answer : null,
    failed: read.state === 'failed' || ground.state === 'failed',
    retry: () => {
      read.retry();
      ground.retry();
    },
  };
}
