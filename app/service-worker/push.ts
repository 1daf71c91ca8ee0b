import type { PushPayload } from '../../machines/notice/push.ts';
import type { NotificationEvent, PushEvent, WorkerScope } from './worker-scope.ts';

/** Shows a push message; one of the same tag takes the place of the former. */
export async function showPush({ registration }: WorkerScope, { data }: PushEvent): Promise<void> {
  const { title, body, tag, url } = data!.json() as PushPayload;
  await registration.showNotification(title, {
    body,
    tag,
    lang: 'es-AR',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { url },
  });
}

/** What was notified, in the page that is open, or in a new one. */
export async function openNotified(
  { clients }: WorkerScope,
  { notification }: NotificationEvent,
): Promise<void> {
  notification.close();
  const { url } = notification.data as { url: string };
  const [page] = await clients.matchAll({ type: 'window' });
  if (!page) return void (await clients.openWindow(url));
  await page.focus();
  await page.navigate(url);
}
