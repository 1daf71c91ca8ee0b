import postgres from 'postgres';
import { findPrimary, isCluster, targetOfPrimary, timeline } from './primary.ts';

export type Listening = { close(): Promise<void> };
type OnNotification = (payload: string) => void;
type OnError = (error: unknown) => void;
type Subscription = { channel: string; onNotification: OnNotification; onError: OnError };

/** Detects a silently dropped connection, which is then reopened. */
const heartbeatMs = 4_000;
/** Heartbeats that may be lost before the connection is reopened. */
const mayMiss = 2;

/**
 * LISTEN for all channels of a process on one dedicated connection, with a heartbeat on the same one; it is
 * open while there are subscriptions. A notification can be lost even so (a dropped connection is reopened
 * after two misses): subscribers poll as well. Of a cluster it listens to the primary: a heartbeat that cannot be
 * sent, because the server is down or became a standby, reopens it at the next one.
 *
 * @param url of the database itself: a pooler in transaction mode gives no connection that can LISTEN
 * @returns `listen`: subscribes to a channel; `onNotification` receives the payload (see `parseNotification`)
 */
export function openListener(url: string) {
  const { address, ...socket } = targetOfPrimary(url);
  const subscriptions = new Set<Subscription>();
  const beat = `agenda_beat_${Math.random().toString(36).slice(2)}`;
  let connection: postgres.Sql | undefined;
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;

  const reportError: OnError = (error) => {
    for (const { onError } of subscriptions) onError(error);
  };
  const fail: OnError = (error) => {
    missed = mayMiss;
    reportError(error);
  };
  const open = () => {
    const made = postgres(address, {
      max: 1,
      onnotice: () => {},
      connect_timeout: 3,
      backoff: () => 0.25,
      idle_timeout: 0,
      max_lifetime: null,
      fetch_types: false,
      connection: { application_name: 'agenda-tecnica listen' },
      onnotify: (channel: string, payload: string) => {
        if (channel === beat) missed = 0;
        else for (const one of subscriptions) if (one.channel === channel) one.onNotification(payload);
      },
      // The statement reconnects; while the database is unreachable, again after each failure.
      onclose: () => made === connection && attach().catch(() => {}),
      target_session_attrs: 'primary',
      ...socket,
    } as never);
    return made;
  };
  const attach = async () => {
    const names = new Set([beat, ...[...subscriptions].map(({ channel }) => channel)]);
    await connection!.unsafe([...names].map((name) => `listen "${name}"`).join(';'));
  };
  /** A server that has ceased to be the primary may run on, and notifies those who listen to it. */
  const sendBeat = async (client: postgres.Sql) => {
    if (!isCluster(url)) return void (await client.unsafe(`notify "${beat}"`));
    const [row] = await client.unsafe<{ timeline: number; readOnly: string }[]>(
      `select pg_notify('${beat}', ''), ${timeline} as timeline,
        current_setting('transaction_read_only') as "readOnly"`,
    );
    if (row!.readOnly === 'on' || (await findPrimary(url)).timeline > row!.timeline)
      throw new Error('LISTEN is on a server that is the primary no more');
  };
  const start = () => {
    missed = 0;
    connection = open();
    timer = setInterval(() => {
      missed++;
      if (missed <= mayMiss) {
        const client = connection!;
        sendBeat(client).catch((error) => client === connection && fail(error));
        return;
      }
      missed = 0;
      const dropped = connection!;
      connection = open();
      void dropped.end({ timeout: 1 }).catch(() => {});
      void attach().catch(fail);
    }, heartbeatMs);
  };
  const stop = async () => {
    clearInterval(timer);
    const ended = connection;
    connection = undefined;
    await ended?.end({ timeout: 1 });
  };

  return async function listen(
    onNotification: OnNotification,
    onError: OnError,
    channel: string,
  ): Promise<Listening> {
    const subscription = { channel, onNotification, onError };
    subscriptions.add(subscription);
    if (!connection) start();
    await attach().catch((error) => {
      missed = mayMiss;
      onError(error);
    });
    return {
      close: async () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) await stop();
      },
    };
  };
}
