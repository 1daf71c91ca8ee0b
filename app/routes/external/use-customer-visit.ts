import { useEffect, useState } from 'react';
import type { CustomerView } from '../../../machines/customer/customer-view.ts';

/** The server says something at least every 15 s: a stream that is silent for longer is dead, whatever the socket thinks. */
const silenceMs = 40_000;
/** Shorter than this a lost connection is nobody's business. */
const patienceMs = 4_000;
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
  /** `show`: the visit as an own step left it, before the stream tells it too. */
  return { view, lost, gone, show: setView };
}

type Hear = { view(view: CustomerView): void; lost(lost: boolean): void; gone(): void };

function follow(token: string, hear: Hear): () => void {
  let source: EventSource | null = null;
  let heardAt = Date.now();
  let closed = false;
  let losing: ReturnType<typeof setTimeout> | undefined;
  let later: ReturnType<typeof setTimeout> | undefined;

  const alive = () => {
    heardAt = Date.now();
    clearTimeout(losing);
    losing = undefined;
    hear.lost(false);
  };
  const silent = () => {
    losing ??= setTimeout(() => hear.lost(true), patienceMs);
  };
  const over = () => {
    close();
    hear.gone();
  };
  const open = () => {
    if (closed) return;
    clearTimeout(later);
    source?.close();
    heardAt = Date.now();
    const mine = new EventSource(`/visit/external/live/${encodeURIComponent(token)}`);
    source = mine;
    mine.addEventListener('visit', (event) => {
      alive();
      hear.view(JSON.parse(event.data) as CustomerView);
    });
    mine.addEventListener('beat', alive);
    mine.addEventListener('gone', over);
    mine.onerror = () => {
      silent();
      // The browser comes back by itself, except after an answer that is no stream.
      if (mine.readyState === EventSource.CLOSED) void refused();
    };
  };
  /** Why there was no stream: the link is over, or only the moment is bad. */
  const refused = async () => {
    later = setTimeout(open, refusedMs);
    const answer = await fetch('/v1/visit/external', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    }).catch(() => null);
    if (answer?.status === 404 && !closed) over();
  };
  const wake = () => {
    if (document.visibilityState !== 'visible') return;
    if (source?.readyState !== EventSource.OPEN || Date.now() - heardAt > silenceMs / 2) open();
  };
  const watchdog = setInterval(() => {
    if (source?.readyState === EventSource.OPEN && Date.now() - heardAt > silenceMs) open();
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
