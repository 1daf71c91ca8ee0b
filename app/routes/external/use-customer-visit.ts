import { useEffect, useState } from 'react';
import type { CustomerView } from '../../../machines/customer/customer-view.ts';

/** The server says something at least every 15 s: a stream that is silent for longer is dead, whatever the socket thinks. */
const silenceMs = 40_000;
/** A connection lost for less than this is not shown. */
const shownAfterMs = 4_000;
/** After a refused stream: a busy server is left alone for a while. */
const refusedMs = 5_000;

/**
 * A customer's visit as it is now, without a session: one stream of events behind
 * the link's token. Each connection begins with the visit as it is, so that
 * connecting, coming back and waking up are one case.
 */
export function useCustomerVisit({ token, first }: { token: string; first: CustomerView }) {
  const [view, setView] = useState(first);
  const [lost, setLost] = useState(false);
  const [gone, setGone] = useState(false);
  useEffect(() => follow(token, { view: setView, lost: setLost, gone: () => setGone(true) }), [token]);
  /** `show`: the visit as an own step left it, before the stream brings it. */
  return { view, lost, gone, show: setView };
}

type Receiver = { view(view: CustomerView): void; lost(lost: boolean): void; gone(): void };

function follow(token: string, receiver: Receiver): () => void {
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
  view(view: CustomerView): void;
  over(): void;
  silent(): void;
  refused(): void;
};

/** One connection. The browser comes back by itself, except after an answer that is no stream. */
function openStream(token: string, on: Listeners): EventSource {
  const source = new EventSource(`/visit/external/live/${encodeURIComponent(token)}`);
  source.addEventListener('visit', (event) => {
    on.alive();
    on.view(JSON.parse(event.data) as CustomerView);
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
