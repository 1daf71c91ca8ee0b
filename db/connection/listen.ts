import postgres from 'postgres';

export type Listening = { close(): Promise<void> };

/** A connection that fell silent is noticed by its own heartbeat, and reopened. */
const heartbeatMs = 4_000;

/**
 * Hear every process's rings: LISTEN on a connection of its own, with a heartbeat. A ring can be lost all the
 * same (a silent connection is reopened after two misses), so whoever listens polls as well.
 * @param hear given the ring's payload (see `parseNotification`)
 * @param channel the changes of operations, unless told
 */
export async function listen(
  url: string,
  hear: (payload: string) => void,
  trouble: (error: unknown) => void,
  channel: string,
): Promise<Listening> {
  const beat = `beat:${Math.random().toString(36).slice(2)}`;
  let missed = 0;
  let closed = false;
  const open = () =>
    postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 3, backoff: () => 0.25, idle_timeout: 0 });
  let ear = open();
  const attach = async (client: typeof ear) => {
    await client.listen(channel, (payload) => {
      if (payload.startsWith('beat:')) {
        if (payload === beat) missed = 0;
      } else hear(payload);
    });
  };
  // The start does not wait for ever for a database that is away; the poll covers meanwhile.
  await attach(ear).catch(trouble);
  const timer = setInterval(() => {
    missed++;
    if (missed <= 2) {
      ear.notify(channel, beat).catch(trouble);
      return;
    }
    missed = 0;
    const silent = ear;
    ear = open();
    void silent.end({ timeout: 1 }).catch(() => {});
    void attach(ear).catch(trouble);
  }, heartbeatMs);
  return {
    close: async () => {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      await ear.end({ timeout: 1 });
    },
  };
}
