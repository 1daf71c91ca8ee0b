import type { Db } from '../../db/connection/open.ts';
import { holdBot, letBotGo } from '../../db/queues/chat-bot.ts';
import { repeat, within } from '../repeat.ts';

/** A worker that died or lost its network is replaced after this and one beat. */
const holdSeconds = 9;
const beatMs = 2_500;

export type Lease = {
  /** Aborted as soon as it is not ours any more; undefined: it is not ours now. */
  signal(): AbortSignal | undefined;
  close(): Promise<void>;
};

/**
 * Keep trying to be the one worker that fetches the bot's updates. Whoever cannot say in time that it is still
 * there takes itself for replaced, without asking: its connection may be the thing that is broken.
 */
export function holdLease(options: {
  db: Db;
  botId: number;
  holder: string;
  onTrouble: (error: unknown) => void;
}): Lease {
  const { db, botId, holder, onTrouble } = options;
  let mine: AbortController | undefined;
  let lapse: NodeJS.Timeout | undefined;

  const lose = () => {
    clearTimeout(lapse);
    mine?.abort();
    mine = undefined;
  };
  const beat = repeat({
    everyMs: beatMs,
    patienceMs: 5_000,
    async act() {
      const asked = Date.now();
      const held = await holdBot(db, botId, holder, holdSeconds);
      if (!held) return lose();
      mine ??= new AbortController();
      clearTimeout(lapse);
      // Counted from the question, which is before the record's own count begins.
      lapse = setTimeout(lose, Math.max(0, holdSeconds * 1_000 - (Date.now() - asked)));
    },
    onTrouble,
  });
  return {
    signal: () => mine?.signal,
    async close() {
      await beat.close();
      lose();
      await within(1_000, letBotGo(db, botId, holder)).catch(() => {});
    },
  };
}
