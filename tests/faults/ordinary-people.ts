import { limit } from '../gate/limits.mjs';
import type { Stage } from './stage.ts';
import { pause, percentile } from './timing.ts';

// What others wait for while a client or a user does harm: 50 people at work, beside the same people alone.

const ordinary = 50;
const promiseMs = 500;
/** A person who waits longer was not answered. */
const answerMs = limit(15_000);

/** `failed`: what was not answered by 200, each in a few words. */
export type Work = { waits: number[]; failed: string[] };

/** People who read their screens and boards, each about twice a second: how long each waited, and what was not answered. */
export async function work(stage: Stage, address: string, seconds: number): Promise<Work> {
  const waits: number[] = [];
  const failed: string[] = [];
  const { dispatcher, places } = stage.people;
  const asks: (() => Promise<Response>)[] = [
    () => fetch(`${address}/login`, { signal: AbortSignal.timeout(answerMs) }),
    ...[
      ['user/getuserinfo', {}],
      ['visits', { subsidiary: places[0]!.code }],
      ['zones', { operations: [places[0]!.code] }],
    ].map(
      ([path, body]) =>
        () =>
          fetch(`${address}/v1/${path}`, {
            method: 'POST',
            signal: AbortSignal.timeout(answerMs),
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json', authorization: `Bearer ${dispatcher}` },
          }),
    ),
  ];
  const end = Date.now() + seconds * 1_000;
  await Promise.all(
    Array.from({ length: ordinary }, async (_, person) => {
      await pause(person * 10);
      for (let turn = person; Date.now() < end; turn++) {
        const began = performance.now();
        try {
          const response = await asks[turn % asks.length]!();
          await response.arrayBuffer();
          if (response.status !== 200) failed.push(`answered ${response.status}`);
        } catch (error) {
          failed.push((error as Error).message);
        }
        waits.push(performance.now() - began);
        await pause(500);
      }
    }),
  );
  return { waits, failed };
}

export const p99Of = ({ waits }: Work): number => Math.round(percentile(waits, 0.99));

/**
 * Whether people beside the harm waited longer than promised: 500 ms, or three times as long as alone where the machine
 * itself is slow.
 * @param alone p99 of the same people without the harm, in ms
 * @param beside p99 of each kind of harm
 */
export async function judge(
  alone: () => Promise<number>,
  beside: () => Promise<number[]>,
): Promise<{ isSlow: boolean; text: string }> {
  const measure = async () => {
    const before = await alone();
    const waits = await beside();
    // On a machine that others keep busy, the same people without the harm are the measure.
    const own = Math.max(before, await alone());
    const isSlow = Math.max(...waits) > Math.max(promiseMs, 3 * own);
    return { isSlow, text: `p99 ${waits.join(' and ')} ms, alone ${own} ms` };
  };
  const measured = await measure();
  // What holds people up holds them up again; what another program did in those seconds is over.
  return measured.isSlow ? measure() : measured;
}
