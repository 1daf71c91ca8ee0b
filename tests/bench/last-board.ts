import { setTimeout as wait } from 'node:timers/promises';
import type { Boards } from './boards.ts';
import type { Callers } from './callers.ts';
import type { Process } from './process.ts';

export type LastBoard = {
  /** Milliseconds from each POST to the last of its boards, of those that any board received. */
  last: number[];
  /** Deliveries that did not come. */
  missed: number;
  /** Milliseconds from each POST to its own answer. */
  answers: number[];
};

const settleMs = 300;
const mostSettles = 20;

/** Sends these changes at a rate, and waits until the boards receive nothing any more. */
export async function timeLastBoard({
  callers,
  boards,
  boardCount,
  ...load
}: {
  callers: Process<Callers>;
  boards: Process<Boards>;
  boardCount: number;
  port: number;
  rate: number;
  requests: { key: string; text: string }[];
}): Promise<LastBoard> {
  await boards.call('received');
  const timed = await callers.call('atRate', load);
  const received = new Map<string, { boards: number; last: number }>();
  // The last frames come after the last answer; one that is missed has nothing to wait for.
  for (let settles = 0; settles < mostSettles; settles++) {
    await wait(settleMs);
    const more = await boards.call('received');
    if (more.size === 0) break;
    for (const [key, { boards, last }] of more)
      received.set(key, { boards: boards + (received.get(key)?.boards ?? 0), last });
  }
  const last: number[] = [];
  let missed = 0;
  for (const { key, sentAt } of timed) {
    const found = received.get(key);
    missed += boardCount - (found?.boards ?? 0);
    if (found) last.push(found.last - sentAt);
  }
  return { last, missed, answers: timed.map(({ answerMs }) => answerMs) };
}
