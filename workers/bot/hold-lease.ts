import type { Db } from '../../db/connection/open.ts';
import { endBotLease, leaseBot } from '../../db/queues/chat-bot.ts';
import { repeat, within } from '../repeat.ts';

/** A dead or disconnected worker is replaced after this plus one beat. */
const holdSeconds = 9;
const beatMs = 2_500;

export type Lease = {
  /** Aborted when the lease is lost; undefined: not held. */
  signal(): AbortSignal | undefined;
  close(): Promise<void>;
};

/**
 * Tries to hold the lease of the bot: one worker fetches its updates. A worker that cannot renew in time
 * assumes that it was replaced, without asking: its connection may be broken.
 */
export function holdLease(options: {
  db: Db;
  botId: number;
  holder: string;
  onError: (error: unknown) => void;
}): Lease {
  const { db, botId, holder, onError } = options;
  let leaseAbort: AbortController | undefined;
  let expiry: NodeJS.Timeout | undefined;

  const lose = () => {
    clearTimeout(expiry);
    leaseAbort?.abort();
    leaseAbort = undefined;
  };
  const beat = repeat({
    everyMs: beatMs,
    timeoutMs: 5_000,
    async act() {
      const requestedAt = Date.now();
      const isHeld = await leaseBot(db, botId, holder, holdSeconds);
      if (!isHeld) return lose();
      leaseAbort ??= new AbortController();
      clearTimeout(expiry);
      // Measured from before the statement: earlier than the record's own expiry.
      expiry = setTimeout(lose, Math.max(0, holdSeconds * 1_000 - (Date.now() - requestedAt)));
    },
    onError,
  });
  return {
    signal: () => leaseAbort?.signal,
    async close() {
      await beat.close();
      lose();
      await within(1_000, endBotLease(db, botId, holder)).catch(() => {});
    },
  };
}
