import postgres from 'postgres';
import { findPrimary, isCluster, type Target, targetOfPrimary, timeline } from './primary.ts';

export type Listening = { close(): Promise<void> };
type OnNotification = (payload: string) => void;
type OnError = (error: unknown) => void;
type Listen = (onNotification: OnNotification, onError: OnError, channel: string) => Promise<Listening>;
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
 * @returns subscribes to a channel; `onNotification` receives the payload (see `parseNotification`)
 */
export function openListener(url: string): Listen {
  const target = targetOfPrimary(url);
  const subscriptions = new Set<Subscription>();
  const beat = `agenda_beat_${Math.random().toString(36).slice(2)}`;
  let connection: postgres.Sql | undefined;

  const fail: OnError = (error) => {
    heartbeat.fail();
    for (const { onError } of subscriptions) onError(error);
  };
  const open = () => {
    const made = openConnection(target, {
      onnotify: (channel, payload) =>
        channel === beat ? heartbeat.answered() : deliver(subscriptions, channel, payload),
      // The statement reconnects; while the database is unreachable, again after each failure.
      onclose: () => made === connection && attach().catch(() => {}),
    });
    return made;
  };
  const attach = async () => {
    const names = new Set([beat, ...[...subscriptions].map(({ channel }) => channel)]);
    await connection!.unsafe([...names].map((name) => `listen "${name}"`).join(';'));
  };
  const heartbeat = newHeartbeat({
    send() {
      const client = connection!;
      sendBeat(url, client, beat).catch((error) => client === connection && fail(error));
    },
    reopen() {
      const dropped = connection!;
      connection = open();
      void dropped.end({ timeout: 1 }).catch(() => {});
      void attach().catch(fail);
    },
  });
  const stop = async () => {
    heartbeat.stop();
    const ended = connection;
    connection = undefined;
    await ended?.end({ timeout: 1 });
  };

  return async (onNotification, onError, channel) => {
    const subscription = { channel, onNotification, onError };
    subscriptions.add(subscription);
    if (!connection) {
      connection = open();
      heartbeat.start();
    }
    await attach().catch((error) => {
      heartbeat.fail();
      onError(error);
    });
    return {
      close: async () => {
        if (subscriptions.delete(subscription) && subscriptions.size === 0) await stop();
      },
    };
  };
}

function deliver(subscriptions: Iterable<Subscription>, channel: string, payload: string): void {
  for (const subscription of subscriptions)
    if (subscription.channel === channel) subscription.onNotification(payload);
}

/** Beats until too many in a row were not answered; then the connection is reopened, and it begins anew. */
function newHeartbeat({ send, reopen }: { send(): void; reopen(): void }) {
  let timer: NodeJS.Timeout | undefined;
  let missed = 0;
  const tick = () => {
    missed++;
    if (missed <= mayMiss) return send();
    missed = 0;
    reopen();
  };
  return {
    start() {
      missed = 0;
      timer = setInterval(tick, heartbeatMs);
    },
    answered() {
      missed = 0;
    },
    /** The next beat reopens the connection. */
    fail() {
      missed = mayMiss;
    },
    stop: () => clearInterval(timer),
  };
}

type Handlers = {
  onnotify(channel: string, payload: string): void;
  /** Called at each loss of the connection. */
  onclose(): void;
};

/** The one connection; it connects with its first statement, and again with the next one after a loss. */
function openConnection({ address, ...socket }: Target, { onnotify, onclose }: Handlers): postgres.Sql {
  return postgres(address, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 3,
    backoff: () => 0.25,
    idle_timeout: 0,
    max_lifetime: null,
    fetch_types: false,
    connection: { application_name: 'agenda-tecnica listen' },
    onnotify,
    onclose,
    target_session_attrs: 'primary',
    ...socket,
  } as never);
}

/**
 * Notifies the connection itself.
 * @throws where a server of a cluster has ceased to be the primary: it may run on, and notifies those who listen to it
 */
async function sendBeat(url: string, client: postgres.Sql, beat: string): Promise<void> {
  if (!isCluster(url)) return void (await client.unsafe(`notify "${beat}"`));
  const [row] = await client.unsafe<{ timeline: number; readOnly: string }[]>(
    `select pg_notify('${beat}', ''), ${timeline} as timeline,
      current_setting('transaction_read_only') as "readOnly"`,
  );
  if (row!.readOnly === 'on' || (await findPrimary(url)).timeline > row!.timeline)
    throw new Error('LISTEN is on a server that is the primary no more');
}
