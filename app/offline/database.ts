import type { DBSchema, IDBPDatabase } from 'idb';
import { fetchPart } from '../ui/parts/fetch-part.ts';
import type { KeptStep } from './kept-step.ts';

/** An answer of our own server, kept for a user. */
export type KeptAnswer = { userId: number; address: string; version: string; answer: unknown };
/** A screen's document or data, kept for a user by the service worker. */
export type KeptScreen = {
  userId: number;
  address: string;
  /** The build that drew it, whose files are kept beside it. */
  build: string;
  /** Of what it shows, as the page that asked for it said; null: it was opened. */
  version: string | null;
  body: string;
  headers: Record<string, string>;
};

/**
 * A photo that waits to be sent, beside its step. As bytes: a Blob that is put into the database of a private session of
 * WebKit stops it for good. An earlier version kept the Blob itself.
 */
export type KeptPhoto = { upload: string } & ({ bytes: ArrayBuffer; type: string } | { photo: Blob });

type Schema = DBSchema & {
  steps: { key: number; value: KeptStep; indexes: { user: number } };
  photos: { key: string; value: KeptPhoto };
  answers: { key: [number, string]; value: KeptAnswer };
  screens: { key: [number, string]; value: KeptScreen };
  /** Under 'user': who is signed in on this device. */
  session: { key: string; value: number };
};

const loadLibrary = () => import('idb');
let opened: Promise<IDBPDatabase<Schema>> | null = null;

/**
 * What this device keeps, opened once. The library is loaded with it: after the first load of a screen.
 * @throws where the browser forbids storing
 */
export function openDatabase(): Promise<IDBPDatabase<Schema>> {
  const close = () => {
    void opened?.then((db) => db.close());
    opened = null;
  };
  opened ??= fetchPart(loadLibrary).then(({ openDB }) =>
    openDB<Schema>('agenda', 3, {
      upgrade(db, from) {
        if (from < 1) {
          db.createObjectStore('steps', { keyPath: 'id', autoIncrement: true }).createIndex('user', 'userId');
          db.createObjectStore('answers', { keyPath: ['userId', 'address'] });
        }
        if (from < 2) {
          db.createObjectStore('screens', { keyPath: ['userId', 'address'] });
          db.createObjectStore('session');
        }
        if (from < 3) db.createObjectStore('photos', { keyPath: 'upload' });
      },
      // A newer version of the app, in another tab or in the service worker, waits for this one to let go.
      blocking: close,
      terminated: close,
    }),
  );
  opened.catch(() => {
    opened = null;
  });
  return opened;
}
