import { writeBackup } from '../../../db/backup/write-backup.ts';
import { operateOn } from '../operate.ts';

const usage = 'npm run backup -- <file>   e.g. npm run backup -- agenda.sql.gz';

process.exitCode = await main().catch((error: Error & { code?: string }) => {
  console.error(
    error.code === 'EEXIST' ? 'There is a file of that name already: choose another.' : error.message,
  );
  return 1;
});

async function main(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (!file || file.startsWith('-') || more.length > 0) {
    console.error(usage);
    return 2;
  }
  const begun = Date.now();
  const tables = await operateOn({ asItIs: true }, (url) => writeBackup(url, file));
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const seconds = ((Date.now() - begun) / 1_000).toFixed(1);
  console.log(`${file}: ${rows} rows of ${Object.keys(tables).length} tables in ${seconds} s.`);
  console.log(
    'Keep LINK_SECRET with it, elsewhere: without it customers’ links and webhooks’ secrets are lost.',
  );
  return 0;
}
