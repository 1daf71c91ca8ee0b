/** What we use of a service worker's global scope: TypeScript's own types of it contradict those of pages. */
export type WorkerEvent = Event & { waitUntil(done: Promise<unknown>): void };
export type FetchEvent = WorkerEvent & { request: Request; respondWith(answer: Promise<Response>): void };
export type PushEvent = WorkerEvent & { data: { json(): unknown } | null };
export type MessageToWorker = WorkerEvent & { data: unknown; ports: readonly MessagePort[] };
export type SyncEvent = WorkerEvent & { tag: string };
export type NotificationEvent = WorkerEvent & { notification: Notification };
/** A page of ours that is open. */
export type OpenPage = { url: string; focus(): Promise<unknown>; navigate(url: string): Promise<unknown> };
export type WorkerScope = {
  skipWaiting(): Promise<void>;
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'installing' | 'waiting'>;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageToWorker) => void): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
