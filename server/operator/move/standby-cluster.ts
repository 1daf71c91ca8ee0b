import { z } from 'zod';
import { patroniHeaders } from '../patroni-request.ts';

/** A cluster under Patroni that follows this installation's record, and how it stops to. */
export type StandbyCluster = {
  /**
   * What the server that was started at this moment is: it `leads` the standby cluster, its promotion was `ordered`, or
   * it is `another` one than Patroni speaks of.
   */
  standingOf(startedAt: Date): Promise<'leads' | 'ordered' | 'another'>;
  /** Begins its promotion; Patroni does it within its `loop_wait`. */
  promote(): Promise<void>;
};

const config = z.object({ standby_cluster: z.looseObject({}).nullish() });
/** As Python writes it: `2026-11-27 02:09:37.217585+00:00`. */
const member = z.object({ role: z.string(), postmaster_start_time: z.string() });

/**
 * @param address of Patroni's REST API of the member that leads it, `http://host:8008`
 * @throws when it does not answer, each
 */
export function openStandbyCluster(address: string): StandbyCluster {
  const ask = async (path: string, change?: object): Promise<unknown> => {
    const answer = await fetch(new URL(path, address), {
      ...(change && {
        method: 'PATCH',
        body: JSON.stringify(change),
        headers: patroniHeaders(),
      }),
      signal: AbortSignal.timeout(10_000),
    });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  return {
    async standingOf(startedAt) {
      const follows = config.parse(await ask('/config')).standby_cluster;
      const { role, postmaster_start_time } = member.parse(await ask('/patroni'));
      const isSame = Date.parse(postmaster_start_time.replace(' ', 'T')) === startedAt.getTime();
      if (!isSame) return 'another';
      if (!follows) return 'ordered';
      return role === 'standby_leader' ? 'leads' : 'another';
    },
    promote: async () => void (await ask('/config', { standby_cluster: null })),
  };
}
