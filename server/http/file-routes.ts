import type { FastifyInstance } from 'fastify';
import type { Db } from '../../db/connection/open.ts';
import type { Storage } from '../../db/storage/storage.ts';
import type { Bounds } from '../../machines/order/point.ts';
import { type MapSettings, sendTiles } from '../files/map-tiles.ts';
import { sendPhoto } from '../files/photo-file.ts';
import { photoCall, photoPieces } from '../files/photo-uploads.ts';
import { pictureUploads } from '../files/picture-uploads.ts';
import { sendReportFile } from '../files/report-download.ts';
import { sendTicketFile } from '../files/ticket-file.ts';
import { receiveImports } from '../import/receive-file.ts';
import type { Recognition } from './recognise.ts';
import type { isSameSite } from './same-site.ts';
import type { Authentication } from './session.ts';

type Request = Parameters<Recognition['user']>[0];
type Options = {
  db: Db;
  auth: Authentication;
  storage: Storage;
  recognition: Recognition;
  map: MapSettings;
  bounds: Bounds | undefined;
  /** Whether a request comes from our own pages (`isSameSite`). */
  sameSite(request: Request): ReturnType<typeof isSameSite>;
};

/** Files that are sent to the server, by programs of the API and by the screens. */
export async function uploads(app: FastifyInstance, options: Options): Promise<void> {
  const { db, auth, storage, bounds, recognition } = options;
  const byCall = { db, auth, recognise: recognition.caller, admits: () => true };
  const byScreen = { db, auth, recognise: recognition.user, admits: options.sameSite };
  await app.register(pictureUploads, { ...byCall, path: '/v1/user/upload_profile_picture' });
  await app.register(pictureUploads, { ...byScreen, path: '/profile/picture' });
  await app.register(photoCall, { ...byCall, storage });
  await app.register(photoPieces, { ...byScreen, storage });
  await app.register(receiveImports, { ...byScreen, bounds });
}

/** Files that the screens show or save. */
export function downloads(scope: FastifyInstance, options: Options): void {
  const { db, auth, storage, map, recognition } = options;
  scope.get<{ Params: { file: string } }>('/reports/download/:file', async (request, reply) =>
    sendReportFile(reply, db, auth, await recognition.user(request), request.params.file, request.query),
  );
  for (const preview of [false, true])
    scope.get<{ Params: { id: string } }>(`/photos/:id${preview ? '/preview' : ''}`, async (request, reply) =>
      sendPhoto(reply, { db, storage }, await recognition.reader(request), {
        id: request.params.id,
        preview,
        ifNoneMatch: request.headers['if-none-match'],
      }),
    );
  scope.get('/board/tiles.pmtiles', async (request, reply) =>
    sendTiles(request, reply, map, await recognition.user(request)),
  );
  scope.get<{ Params: { id: string } }>('/board/ticket-file/:id', async (request, reply) =>
    sendTicketFile(reply, db, await recognition.user(request), request.params.id),
  );
}
