import { type CopiedFiles, copyPhotoFiles, filesBeside } from '../../../db/backup/photo-files.ts';
import { holdsUsers, writeBackup } from '../../../db/backup/write-backup.ts';
import { operateOn } from '../operate.ts';

const usage = `npm run backup -- <file> [--if-used]   e.g. npm run backup -- agenda.sql.gz
  --if-used   ends with 3, and makes none, while the database has no users`;
const unused = 3;

process.exitCode = await main().catch((error: Error & { code?: string }) => {
  console.error(
    error.code === 'EEXIST' ? 'There is a file of that name already: choose another.' : error.message,
  );
  return 1;
});

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  const ifUsed = argv.includes('--if-used');
  const [file, ...more] = argv.filter((argument) => argument !== '--if-used');
  if (!file || file.startsWith('-') || more.length > 0) {
    console.error(usage);
    return 2;
  }
  return operateOn({ asItIs: true }, async (url, _installation, { storage, inBucket }) => {
    if (ifUsed && !(await holdsUsers(url))) {
      console.log('The database has no users yet: nothing to back up.');
      return unused;
    }
    const begun = Date.now();
    let photos: CopiedFiles | undefined;
    const tables = await writeBackup(url, file, async (listed) => {
      photos = await copyPhotoFiles(listed, storage, file, { withContent: !inBucket });
    });
    const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
    console.log(`${file}: ${rows} rows of ${Object.keys(tables).length} tables in ${seconds} s.`);
    console.log(`${filesBeside(file)}: ${describe(photos!, inBucket)}`);
    if (photos!.missing.length > 0)
      console.error(
        `${photos!.missing.length} photos that the record names are not in the storage: ${photos!.missing.slice(0, 5).join(', ')}`,
      );
    console.log(
      'Keep LINK_SECRET with it, elsewhere: without it customers’ links and webhooks’ secrets are lost.',
    );
    return 0;
  });
}

function describe({ photos, bytes, copied }: CopiedFiles, inBucket: boolean): string {
  if (inBucket) return `a list of ${photos} photos with their hashes; the bucket keeps them.`;
  return `${photos} photos, ${(bytes / 1_000_000).toFixed(1)} MB; ${copied} copied, the others linked to the backup before.`;
}
