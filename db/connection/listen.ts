import postgres from 'postgres';
import { findPrimary, isCluster, primaryOfPostgres, timeline } from './primary.ts';

export type Listening = { close(): Promise<void> };

/** Detects a silently dropped connection, which is then reopened. */
const heartbeatMs = 4_000;
/** Heartbeats that may be lost before the connection is reopened. */
const mayMiss = 2;

/**
 * LISTEN on a dedicated connection with a heartbeat. A notification can be lost even so (a dropped connection
 * is reopened after two misses): subscribers poll as well. Of a cluster it listens to the primary: a heartbeat that
 * cannot be sent, because the server is down or became a standby, reopens it at the next one.
 * @param onNotification receives the payload (see `parseNotification`)
 */
export async function listen(
  url: string,
  onNotification: (payload: string) => void,
  onError: (error: unknown) => void,
  channel: string,
): Promise<Listening> {
  const { address, options } = primaryOfPostgres(url);
  const beat = `beat:${Math.random().toString(36).slice(2)}`;
  let missed = 0;
  let closed = false;
  const open = () =>
    postgres(address, {
      max: 1,
      onnotice: () => {},
      connect_timeout: 3,
      backoff: () => 0.25,
      idle_timeout: 0,
      ...options,
    });
  let connection = open();
  const fail = (error: unknown) => {
    missed = mayMiss;
    onError(error);
  };
  const attach = async (client: typeof connection) => {
    await client.listen(channel, (payload) => {
      if (payload.startsWith('beat:')) {
        if (payload === beat) missed = 0;
      } else onNotification(payload);
    });
  };
  /** A server that has ceased to be the primary may run on, and notifies those who listen to it. */
  const sendBeat = async (client: typeof connection) => {
    const [row] = await client<{ timeline: number; readOnly: string }[]>`
      select pg_notify(${channel}, ${beat}), ${client.unsafe(timeline)} as timeline,
        current_setting('transaction_read_only') as "readOnly"`;
    if (!isCluster(url)) return;
    if (row!.readOnly === 'on' || (await findPrimary(url)).timeline > row!.timeline)
      throw new Error('LISTEN is on a server that is the primary no more');
  };
  await attach(connection).catch(fail);
  const timer = setInterval(() => {
    missed++;
    if (missed <= mayMiss) {
      const client = connection;
      sendBeat(client).catch((error) => !closed && client === connection && fail(error));
      return;
    }
    missed = 0;
    const dropped = connection;
    connection = open();
    void dropped.end({ timeout: 1 }).catch(() => {});
    void attach(connection).catch(fail);
  }, heartbeatMs);
  return {
    close: async () => {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await connection.end({ timeout: 1 });
    },
  };
}
