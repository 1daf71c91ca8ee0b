import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Db } from '../../db/connection/open.ts';
import { readFromStandby } from '../../db/connection/standby.ts';
import { findVersion } from '../../db/feed/operation-version.ts';
import { calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { readDays } from '../../db/reads/visits/week.ts';
import { addDays, mondayOf, today } from '../../machines/calendar/slots.ts';

const zip = promisify(gzip);

export type Bytes = { version: number; plain: Buffer; zipped: Buffer };
type Make = (db: Db) => Promise<{ version: number; text: string }>;

/** Cached answers; the least recently used is evicted. */
const capacity = 400;

/**
 * Caches answers that depend only on one operation's version, as bytes: read and compressed once per version,
 * also for concurrent requests. The version is read from the record every time, so an answer is never older
 * than what was committed before the request.
 */
export function makeByteStore(db: Db) {
  const cache = new Map<string, { version: number; bytes: Promise<Bytes> }>();

  /** @param currentVersion the operation's version, if the caller has read it */
  return async function bytesOf(
    operation: string,
    key: string,
    make: Make,
    currentVersion?: number,
  ): Promise<Bytes | undefined> {
    const version = currentVersion ?? (await findVersion(db, operation));
    if (version === undefined) return undefined;
    const cached = cache.get(key);
    cache.delete(key);
    // A newer one than requested is valid too: it was committed in between.
    if (cached && cached.version >= version) {
      cache.set(key, cached);
      return cached.bytes;
    }
    const entry = { version, bytes: build(db, make) };
    cache.set(key, entry);
    if (cache.size > capacity) cache.delete(cache.keys().next().value!);
    try {
      const bytes = await entry.bytes;
      entry.version = bytes.version;
      return bytes;
    } catch (error) {
      if (cache.get(key) === entry) cache.delete(key);
      throw error;
    }
  };
}

export type ByteStore = ReturnType<typeof makeByteStore>;

async function build(db: Db, make: Make): Promise<Bytes> {
  const { version, text } = await make(db);
  const plain = Buffer.from(text);
  return { version, plain, zipped: await zip(plain, { level: 5 }) };
}

/** The board's week that contains the day, or the day alone: `{ operation, version, from, to, columns, rows }`. */
export function boardDays(
  store: ByteStore,
  operation: string,
  { day, alone }: { day: string; alone: boolean },
  currentVersion?: number,
): Promise<Bytes | undefined> {
  const first = alone ? day : mondayOf(day);
  const last = addDays(first, alone ? 0 : 6);
  const make: Make = async (db) => {
    const read = (db: Db) => readDays(db, operation, first, last);
    // Days that are over are looked up, not worked on.
    const { version, from, to, rows } = await (last < today(new Date())
      ? readFromStandby(db, read)
      : read(db));
    const head = JSON.stringify({ operation, version, from, to, columns: calendarColumns });
    return { version, text: `${head.slice(0, -1)},"rows":${rows}}` };
  };
  return store(operation, `${alone ? 'day' : 'week'}.${operation}.${first}`, make, currentVersion);
}
