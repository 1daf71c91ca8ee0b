/**
 * The Bot API's queue of updates: one reader by long polling (a second one ends the first with 409), an offset
 * that confirms everything before it, or a webhook instead.
 */
export function makeUpdates() {
  type Update = { update_id: number } & Record<string, unknown>;
  let pending: Update[] = [];
  const all: Update[] = [];
  let delivering = false;
  // Anywhere, as the real one after a quiet week: two fakes over one record do not repeat each other.
  let lastId = 1_000 + Math.floor(Math.random() * 900_000_000);
  let webhook: { url: string; secret?: string } | null = null;
  let wake: ((why: 'more' | 'superseded') => void) | null = null;
  const openQueries = new Set<string>();

  const push = (content: Record<string, unknown>) => {
    const update = { update_id: ++lastId, ...content };
    all.push(update);
    pending.push(update);
    if (webhook) void deliver();
    else wake?.('more');
    return update.update_id;
  };
  /** As the real one: one after the other, and each until it is taken with 200. */
  const deliver = async () => {
    if (delivering) return;
    delivering = true;
    while (webhook && pending.length > 0) {
      const { url, secret } = webhook;
      const headers = {
        'content-type': 'application/json',
        ...(secret && { 'x-telegram-bot-api-secret-token': secret }),
      };
      const update = pending[0]!;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(update) }).catch(
        () => null,
      );
      await answer?.arrayBuffer().catch(() => {});
      if (answer?.status === 200) pending = pending.filter((one) => one !== update);
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
    delivering = false;
  };

  return {
    push,
    pushQuery(query: Record<string, unknown>) {
      const id = String(++lastId);
      openQueries.add(id);
      return push({ callback_query: { id, ...query } });
    },
    /** False when it is unknown or answered already. */
    answerQuery: (id: string) => openQueries.delete(id),
    openQueries: () => openQueries.size,
    webhook: () => webhook,
    redeliver(updateId: number) {
      const update = all.find((one) => one.update_id === updateId);
      if (!update) return;
      pending.push(update);
      if (webhook) void deliver();
      else wake?.('more');
    },
    setWebhook(url: string, secret?: string) {
      webhook = url ? { url, secret } : null;
      // A request that waits at that moment is ended.
      if (webhook) wake?.('superseded');
      if (webhook) void deliver();
    },
    drop() {
      pending = [];
    },
    async take(
      params: { offset?: unknown; limit?: unknown; timeout?: unknown },
      cancelled: AbortSignal,
    ): Promise<Update[] | 'webhook' | 'superseded'> {
      if (webhook) return 'webhook';
      wake?.('superseded');
      const offset = Number(params.offset ?? 0);
      // a negative offset counts from the end, and forgets what is before
      pending = offset < 0 ? pending.slice(offset) : pending.filter((update) => update.update_id >= offset);
      const waitMs = Number(params.timeout ?? 0) * 1_000;
      if (pending.length === 0 && waitMs > 0) {
        const why = await new Promise<'more' | 'superseded'>((resolve) => {
          wake = resolve;
          const timer = setTimeout(resolve, waitMs, 'more');
          timer.unref();
          cancelled.addEventListener('abort', () => resolve('more'));
        });
        if (why === 'superseded') return 'superseded';
        wake = null;
      }
      return pending.slice(0, Math.min(Number(params.limit ?? 100), 100));
    },
  };
}
