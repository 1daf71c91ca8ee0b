import { newKey, sendCommand } from '../data/send-command.ts';
import { askToKeep } from '../offline/ask-to-keep.ts';

/** Whether push messages are on in this browser, as its user decided; absent: undecided. */
const place = 'agenda.avisos';
/** The session, the day and the address that the server was given last. */
const sentPlace = 'agenda.avisos.enviado';

/** The server's public key, and the session that is signed in. */
export type PushServer = { key: string; session: string };

/** 'none': this browser has none; 'blocked': its settings forbid them. */
export type PushState = 'none' | 'blocked' | 'undecided' | 'off' | 'on';

export function pushState(): PushState {
  if (!('PushManager' in window && 'Notification' in window && navigator.serviceWorker)) return 'none';
  if (Notification.permission === 'denied') return 'blocked';
  const decided = localStorage.getItem(place);
  if (decided === 'on') return Notification.permission === 'granted' ? 'on' : 'undecided';
  return decided === 'off' ? 'off' : 'undecided';
}

/** The user wants none now, and is not asked again. */
export const refusePush = (): void => localStorage.setItem(place, 'off');

/**
 * Switches them on: the browser asks its user, subscribes at its push service, and the server is given the address.
 * @returns the state then; 'failed': the push service or the server could not be reached
 */
export async function switchPushOn(server: PushServer): Promise<PushState | 'failed'> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return pushState();
  localStorage.setItem(place, 'on');
  void askToKeep('notices');
  return (await subscribe(server)) ? 'on' : 'failed';
}

/**
 * Once a session and day: what an earlier session of this browser subscribed to has ended with it, and a subscription
 * whose push service failed for a while was dropped by the server, which a day later has it again.
 */
export async function renewPush(server: PushServer): Promise<void> {
  if (pushState() === 'on') await subscribe(server);
}

export async function switchPushOff(): Promise<PushState | 'failed'> {
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (subscription) {
    const { endpoint } = subscription;
    const outcome = await sendCommand('unsubscribeFromPush', { endpoint }, newKey());
    if (!outcome.ok) return 'failed';
    await subscription.unsubscribe().catch(() => {});
  }
  localStorage.removeItem(sentPlace);
  refusePush();
  return 'off';
}

async function subscribe({ key, session }: PushServer): Promise<boolean> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const current = await pushManager.getSubscription();
    // Another key, after the server's secret has changed: that subscription receives nothing any more.
    const outdated = current && base64Url(current.options?.applicationServerKey) !== key;
    if (outdated) await current.unsubscribe();
    const subscription =
      current && !outdated
        ? current
        : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    const sent = `${session} ${new Date().toDateString()} ${endpoint}`;
    if (localStorage.getItem(sentPlace) === sent) return true;
    const outcome = await sendCommand('subscribeToPush', { endpoint, ...keys }, newKey());
    if (outcome.ok) localStorage.setItem(sentPlace, sent);
    return outcome.ok;
  } catch (error) {
    console.warn('push messages could not be switched on', error);
    return false;
  }
}

const base64Url = (bytes: ArrayBuffer | null | undefined): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
