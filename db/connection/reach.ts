import { startEmbedded } from '../embedded/start.ts';
import { migrate } from '../migrate.ts';

/**
 * The record for a command that an operator runs beside the product or without
 * it: the database of a URL, else the embedded one, adopted when it is running
 * and else started for as long as the work takes. It has the newest schema.
 *
 * @param where as the settings give it; `asItIs`: its schema is left alone, whatever it is
 * @throws an Error whose message is one line for the operator
 */
export async function reachRecord<Done>(
  where: { databaseUrl?: string | undefined; dataDir: string; asItIs?: boolean },
  work: (url: string) => Promise<Done>,
): Promise<Done> {
  const embedded =
    where.databaseUrl === undefined ? await startEmbedded({ dataDir: where.dataDir }) : undefined;
  // One that was running belongs to whoever started it.
  const own = embedded && !embedded.adopted ? embedded : undefined;
  const stop = () => void own?.stop().finally(() => process.exit(1));
  const signals = own ? (['SIGINT', 'SIGTERM'] as const) : [];
  for (const signal of signals) process.once(signal, stop);
  try {
    const url = where.databaseUrl ?? embedded!.url;
    if (!where.asItIs) await migrate(url);
    return await work(url);
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await own?.stop();
  }
}
