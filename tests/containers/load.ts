import { randomUUID } from 'node:crypto';
import { today } from '../../machines/calendar/slots.ts';
import type { Stack } from './stack.ts';

/** What a load of 20 requests a second met. */
export type Met = {
  sent: number;
  /** Not answered 200, not even when they were sent again. */
  failed: Record<string, number>;
  /** Of the first tries. */
  refused: number;
  /** The longest time without an answered command, in milliseconds. */
  longestMs: number;
  /** The keys of commands that were answered 200. */
  acknowledged: { visit: number; key: string }[];
};

const everyMs = 50;
const date = today(new Date());

/**
 * Twenty requests a second by the clock, half of them notes on visits, the others reads and the login, until `end`
 * resolves what it met.
 *
 * @param retries whether a command that failed is sent again each second under its key, as the screens do, for a minute
 */
export function startLoad(
  stack: Stack,
  { token, visits, retries }: { token: string; visits: number[]; retries: boolean },
): { end(): Promise<Met> } {
  const met: Met = { sent: 0, failed: {}, refused: 0, longestMs: 0, acknowledged: [] };
  const underWay = new Set<Promise<void>>();
  let lastDone = Date.now();

  const command = async (turn: number) => {
    const visit = visits[turn % visits.length]!;
    const key = randomUUID();
    const body = { visit_id: visit, tech_comments: `Prueba ${turn}` };
    for (const deadline = Date.now() + 60_000; ; ) {
      const { status } = await stack.ask('/v1/visit/edit', { method: 'POST', body, token, key });
      if (status === 200) {
        met.longestMs = Math.max(met.longestMs, Date.now() - lastDone);
        lastDone = Date.now();
        met.acknowledged.push({ visit, key });
        return;
      }
      met.refused++;
      if (!retries || Date.now() > deadline) return count(status);
      await new Promise((next) => setTimeout(next, 1_000));
    }
  };
  const read = async (path: string, body?: object) => {
    const { status } = await stack.ask(path, { method: body ? 'POST' : 'GET', body, token });
    if (status !== 200) count(status);
  };
  const count = (status: number) => {
    met.failed[status] = (met.failed[status] ?? 0) + 1;
  };
  const begin = (turn: number) => {
    if (turn % 2 === 0) return command(turn);
    return turn % 4 === 1 ? read('/v1/day', { subsidiary: '114', date }) : read('/login');
  };

  const timer = setInterval(() => {
    const asked = begin(met.sent++).finally(() => underWay.delete(asked));
    underWay.add(asked);
  }, everyMs);
  return {
    async end() {
      clearInterval(timer);
      await Promise.all(underWay);
      met.longestMs = Math.max(met.longestMs, Date.now() - lastDone);
      return met;
    },
  };
}

/** In one line. */
export const describeMet = ({ sent, failed, refused, longestMs, acknowledged }: Met): string => {
  const failures = Object.entries(failed).map(([status, count]) => `${count} with ${status}`);
  return `${sent} requests, failed ${failures.join(', ') || 'none'}, tries refused ${refused}, ${acknowledged.length} commands acknowledged, longest ${Math.round(longestMs)} ms without one`;
};
