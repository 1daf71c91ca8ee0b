import { migrate } from '../../../db/migrate.ts';
import { openStandbyCluster } from '../../../server/operator/move/standby-cluster.ts';
import { openPatroniCluster, type PatroniCluster } from '../../faults/patroni-cluster.ts';

/** Two PostgreSQL clusters under Patroni, of three servers each; the second one is the standby cluster of the first. */
export async function openClusterPair() {
  const opened: PatroniCluster[] = [];
  const close = async () => {
    for (const cluster of opened.toReversed()) await cluster.close();
  };
  try {
    const first = await openPatroniCluster();
    opened.push(first);
    const url = first.urlOf('agenda');
    await migrate(url);
    const second = await openPatroniCluster({ follows: (await first.leader())! });
    opened.push(second);
    const leader = (await second.leader())!;
    return {
      urlOf: (index: 0 | 1) => (index === 0 ? url : second.urlAt(leader, 'agenda')),
      standbyCluster: openStandbyCluster(second.patroniOf(leader)),
      /** What the members of the second one are now. */
      rolesOfSecond: async () => (await second.members()).map(({ role }) => role).sort(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
