import postgres from 'postgres';

export type Listening = { close(): Promise<void> };
type OnNotification = (payload: string) => void;
type OnError = (error: unknown) => void;
type Subscription = { channel: string; onNotification: OnNotification; onError: OnError };

/** Detects a silently dropped connection, which is then reopened. */
const heartbeatMs = 4_000;

/**
 * LISTEN for all channels of a process on one dedicated connection, with a heartbeat on the same one; it is
 * open while there are subscriptions. A notification can be lost even so (a dropped connection is reopened
 * after two misses): subscribers poll as well.
 *
 * @param url of the database itself: a pooler in transaction mode gives no connection that can LISTEN
 * @returns `listen`: subscribes to a channel; `onNotification` receives the payload (see `parseNotification`)
 */
export function openListener(url: string) {
  const subscriptions = new Set<Subscription>();
  const beat = `agenda_beat_${Math.random().toString(36).slice(2)}`;
  let connection: postgres.Sql | undefined;
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;

  const reportError: OnError = (error) => {
    for (const { onError } of subscriptions) onError(error);
  };
  const open = () => {
    const made = postgres(url, {
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
    } as never);
    return made;
  };
  const attach = async () => {
    const names = new Set([beat, ...[...subscriptions].map(({ channel }) => channel)]);
    await connection!.unsafe([...names].map((name) => `listen "${name}"`).join(';'));
  };
  const start = () => {
    missed = 0;
    connection = open();
    timer = setInterval(() => {
      missed++;
      if (missed <= 2) {
        connection!.unsafe(`notify "${beat}"`).catch(reportError);
        return;
      }
      missed = 0;
      const dropped = connection!;
      connection = open();
      void dropped.end({ timeout: 1 }).catch(() => {});
      void attach().catch(reportError);
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
    await attach().catch(onError);
    return {
      close: async () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) await stop();
      },
    };
  };
}
