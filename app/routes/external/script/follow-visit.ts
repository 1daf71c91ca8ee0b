/** The server says something at least every 15 s: a stream that is silent for longer is dead, whatever the socket thinks. */
const silenceMs = 40_000;
/** A connection lost for less than this is not shown. */
const shownAfterMs = 4_000;
/** After a refused stream: a busy server is left alone for a while. */
const refusedMs = 5_000;

/** `view`: the visit as it is now, as text of JSON; `lost`: whether the connection is. */
type Receiver = { view(view: string): void; alive(): void; lost(lost: boolean): void; gone(): void };

/**
 * A customer's visit as it is now, without a session: one stream of events behind the link's token. Each connection
 * begins with the visit as it is, so that connecting, coming back and waking up are one case.
 *
 * @param receiver `alive`: something has just come; `gone`: the link shows no visit any more
 * @returns ends it
 */
export function followVisit(token: string, receiver: Receiver): () => void {
  let source: EventSource | null = null;
  let lastAt = Date.now();
  let closed = false;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  const alive = () => {
    lastAt = Date.now();
    clearTimeout(losing);
    losing = undefined;
    receiver.lost(false);
    receiver.alive();
  };
  const silent = () => {
    losing ??= setTimeout(() => receiver.lost(true), shownAfterMs);
  };
  const over = () => {
    close();
    receiver.gone();
  };
  const open = () => {
    if (closed) return;
    clearTimeout(later);
    source?.close();
    lastAt = Date.now();
    source = openStream(token, { alive, view: receiver.view, over, silent, refused: () => void refused() });
  };
  /** Why there was no stream: the link is over, or only the moment is bad. */
  const refused = async () => {
    later = setTimeout(open, refusedMs);
    if ((await isOver(token)) && !closed) over();
  };
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (source?.readyState !== EventSource.OPEN || Date.now() - lastAt > silenceMs / 2) open();
  };
  const watchdog = setInterval(() => {
    if (source?.readyState === EventSource.OPEN && Date.now() - lastAt > silenceMs) open();
  }, 5_000);
  const close = () => {
    closed = true;
    source?.close();
    clearInterval(watchdog);
    clearTimeout(losing);
    clearTimeout(later);
    document.removeEventListener('visibilitychange', wake);
    window.removeEventListener('online', open);
    window.removeEventListener('offline', silent);
  };
  document.addEventListener('visibilitychange', wake);
  window.addEventListener('online', open);
  window.addEventListener('offline', silent);
  open();
  return close;
}

type Listeners = {
  alive(): void;
  view(view: string): void;
  over(): void;
  silent(): void;
  refused(): void;
};

/** One connection. The browser comes back by itself, except after an answer that is no stream. */
function openStream(token: string, on: Listeners): EventSource {
  const source = new EventSource(`/visit/external/live/${encodeURIComponent(token)}`);
  source.addEventListener('visit', (event) => {
    on.view(event.data);
    on.alive();
  });
  source.addEventListener('beat', on.alive);
  source.addEventListener('gone', on.over);
  source.onerror = () => {
    on.silent();
    if (source.readyState === EventSource.CLOSED) on.refused();
  };
  return source;
}

/** Whether the link shows no visit any more; without an answer it is not known, and so not over. */
async function isOver(token: string): Promise<boolean> {
  const answer = await fetch('/v1/visit/external', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => null);
  return answer?.status === 404;
}
