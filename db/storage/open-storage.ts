import path from 'node:path';
import { type BucketSettings, openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';
import type { Storage } from './storage.ts';

/** The bucket where one is set, else the folder `files` of DATA_DIR. */
export const openStorage = (settings: { dataDir: string; bucket: BucketSettings | undefined }): Storage =>
  settings.bucket ? openBucket(settings.bucket) : openFolder(path.join(settings.dataDir, 'files'));
