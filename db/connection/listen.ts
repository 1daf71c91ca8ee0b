import postgres from 'postgres';

export type Listening = { close(): Promise<void> };

/** Detects a silently dropped connection, which is then reopened. */
const heartbeatMs = 4_000;

/**
 * LISTEN on a dedicated connection with a heartbeat. A notification can be lost even so (a dropped connection
 * is reopened after two misses): subscribers poll as well.
 * @param onNotification receives the payload (see `parseNotification`)
 */
export async function listen(
  url: string,
  onNotification: (payload: string) => void,
  onError: (error: unknown) => void,
  channel: string,
): Promise<Listening> {
  const beat = `beat:${Math.random().toString(36).slice(2)}`;
  let missed = 0;
  let closed = false;
  const open = () =>
    postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 3, backoff: () => 0.25, idle_timeout: 0 });
  let connection = open();
  const attach = async (client: typeof connection) => {
    await client.listen(channel, (payload) => {
      if (payload.startsWith('beat:')) {
        if (payload === beat) missed = 0;
      } else onNotification(payload);
    });
  };
  await attach(connection).catch(onError);
  const timer = setInterval(() => {
    missed++;
    if (missed <= 2) {
      connection.notify(channel, beat).catch(onError);
      return;
    }
    missed = 0;
    const dropped = connection;
    connection = open();
    void dropped.end({ timeout: 1 }).catch(() => {});
    void attach(connection).catch(onError);
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
