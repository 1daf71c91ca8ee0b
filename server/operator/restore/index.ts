import { checkPhotoFiles, readPhotoFiles } from '../../../db/backup/photo-files.ts';
import { restoreBackup } from '../../../db/backup/restore-backup.ts';
import { describeDatabase } from '../../../machines/process/database-url.ts';
import { operateOn } from '../operate.ts';
import { reportPhotos } from '../photos/report-photos.ts';

const usage = 'npm run restore -- <file> [--force]   --force: replace what the database holds';

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  return 1;
});

async function main(): Promise<number> {
  const argv = process.argv.slice(2);
  const force = argv.includes('--force');
  const [file, ...more] = argv.filter((argument) => argument !== '--force');
  if (!file || file.startsWith('-') || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const begun = Date.now();
  return operateOn({ asItIs: true }, async (url, _installation, { storage }) => {
    const { rows, madeAt } = await restoreBackup(url, file, {
      mayReplace(tables) {
        const summary = `${describeDatabase(url)} holds ${tables.join(', ')}`;
        if (force) console.log(`Replacing: ${summary}.`);
        else console.error(`${summary}. To replace all of it: npm run restore -- ${file} --force`);
        return force;
      },
    });
    const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
    const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
    console.log(
      `Restored as of ${madeAt}: ${all} rows of ${Object.keys(rows).length} tables in ${seconds} s.`,
    );
    return reportPhotos(await checkPhotoFiles(await readPhotoFiles(url), storage, file));
  });
}
