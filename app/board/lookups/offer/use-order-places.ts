import { useEffect, useRef } from 'react';
import { type AskAnswer, askAddress } from '../../../data/ask.ts';
import { useNews } from '../../../data/use-news.ts';
import { useRead } from '../../../data/use-read.ts';

/** What a busy operation changes within this time is asked for once. */
const atMostEveryMs = 1_000;

/** The places for an order, which follow what colleagues take, free and plan. */
export function useOrderPlaces(number: string) {
  const read = useRead<AskAnswer<'orderPlaces'>>(askAddress('orderPlaces', { ot_number: number }));
  const answer = read.state === 'answered' && read.answer.ok ? read.answer : null;
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  useNews({
    operation: number.slice(0, 3),
    version: answer?.version ?? null,
    concerns: ({ visits, orders, timestripes, zones, crew }) =>
      visits.length > 0 ||
      orders.some((order) => order.number === number) ||
      [timestripes, zones, crew].some((changed) => changed !== undefined),
    refresh: () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        read.refresh();
      }, atMostEveryMs);
    },
  });
  return read;
}
