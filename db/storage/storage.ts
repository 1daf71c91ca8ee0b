/**
 * Where files are kept that are too large for the record: a folder (`folder.ts`) or a bucket (`bucket.ts`). Which file
 * is whose, and which is none's any more, is in the record.
 */
export type Storage = {
  /** Kept for good when it returns. A file of that name is replaced. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Null: there is no file of that name. */
  get(name: string): Promise<Buffer | null>;
  /** No error where there is none. */
  delete(name: string): Promise<void>;
  /** The names of all files, in no order. */
  list(): AsyncIterable<string>;
};

/** Names are ours, never a user's: `photos/12/3-0b1c….jpg`. */
export const isName = (name: string): boolean => /^[a-z\d-]+(\/[a-z\d-]+)*\.[a-z]+$/.test(name);

export function checkName(name: string): string {
  if (!isName(name)) throw new Error('a file has a name that is not ours');
  return name;
}
