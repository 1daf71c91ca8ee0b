import { checkPhotoFiles, readPhotoFiles } from '../../../db/backup/photo-files.ts';
import { deleteUnnamedFiles } from '../../../db/commands/photos/files.ts';
import { openDb } from '../../../db/connection/open.ts';
import { operateOn } from '../operate.ts';
import { reportPhotos } from './report-photos.ts';

const usage = `Usage: npm run photos [-- --delete]
  Compares the photos of the record with the files of the storage: ends with 1 when one is missing or of another length.
  --delete   deletes the files that are of no photo, an hour later, while workers run`;

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message || String(error));
  return 1;
});

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  if (argv.some((argument) => argument !== '--delete')) {
    console.error(usage);
    return 2;
  }
  return operateOn({}, async (url, _installation, { storage }) => {
    const seen = await checkPhotoFiles(await readPhotoFiles(url), storage, null);
    const code = reportPhotos(seen);
    if (argv.includes('--delete') && seen.withoutPhoto.length > 0) {
      const db = openDb(url, { reads: 1, writes: 1, transactions: 1 });
      await deleteUnnamedFiles(db, seen.withoutPhoto).finally(() => db.close());
      console.log(`${seen.withoutPhoto.length} files are deleted by a worker an hour from now.`);
    }
    return code;
  });
}
