import { takeOver } from '../../machines/wire/screen-headers.ts';
import type { FilesWanted } from '../offline/kept-files.ts';
import { name as queueName } from '../offline/step-queue.ts';
import {
  answerFile,
  dropUnusedFiles,
  isFile,
  keepFilesOf,
  keepFirstFiles,
  needsConnection,
} from './files.ts';
import { openNotified, showPush } from './push.ts';
import { answerScreen, isScreenOfTheDay } from './screens.ts';
import { sendSteps } from './send-steps.ts';
import type { WorkerScope } from './worker-scope.ts';

// What a technician's phone shows without a signal (contract §8): the app's own files, and the last answer of each
// screen of the day. Everything else goes to the server, and a page says so where there is none.

declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(keepFirstFiles()));

self.addEventListener('message', (event) => {
  // Only when a page says that nothing is being navigated to (`app/offline/steps.tsx`).
  if (event.data === takeOver) return event.waitUntil(self.skipWaiting());
  // In the order in which the day's page asks for them (`app/offline/use-no-signal.ts`).
  const { keepFiles } = event.data as FilesWanted;
  const answer = (succeeded: boolean) => event.ports[0]?.postMessage(succeeded);
  event.waitUntil(
    keepFilesOf(keepFiles).then(
      () => answer(true),
      () => answer(false),
    ),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropUnusedFiles().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (isFile(request)) event.respondWith(answerFile(request));
  else if (isScreenOfTheDay(request)) event.respondWith(answerScreen(event));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(needsConnection));
});

self.addEventListener('sync', (event) => {
  if (event.tag === queueName) event.waitUntil(sendSteps());
});

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotified(self, event)));
