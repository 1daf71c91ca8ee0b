import { startEmbedded } from '../embedded/start.ts';
import { migrate } from '../migrate.ts';
import { primaryUrl } from './primary.ts';

/**
 * The record for an operator's command, beside the running product or without it: the database of a URL, else the
 * embedded one, adopted when it is running and else started for the duration of the work. It has the newest schema.
 *
 * @param where from the settings; `asItIs`: its schema is not migrated
 * @param work receives the address of one server, of a cluster that of its primary
 * @throws an Error whose message is one line for the operator
 */
export async function reachRecord<Done>(
  where: { databaseUrl?: string | undefined; dataDir: string; asItIs?: boolean },
  work: (url: string) => Promise<Done>,
): Promise<Done> {
  const embedded =
    where.databaseUrl === undefined ? await startEmbedded({ dataDir: where.dataDir }) : undefined;
  const started = embedded && !embedded.adopted ? embedded : undefined;
  const stop = () => void started?.stop().finally(() => process.exit(1));
  const signals = started ? (['SIGINT', 'SIGTERM'] as const) : [];
  for (const signal of signals) process.once(signal, stop);
  try {
    const url = embedded?.url ?? (await primaryUrl(where.databaseUrl!));
    if (!where.asItIs) await migrate(url);
    return await work(url);
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await started?.stop();
  }
}
