import { watch } from 'node:fs';

/**
 * Calls back after an edit of the processes' sources, once per burst of saves and never concurrently. app/ is
 * not watched: Vite replaces it in the browser.
 *
 * @param onEdit receives whether a migration is among the edits
 */
export function watchSources(onEdit: (migrations: boolean) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let migrations = false;
  let working: Promise<void> = Promise.resolve();
  for (const room of ['server', 'db', 'workers', 'machines']) {
    watch(room, { recursive: true }, (_event, file) => {
      if (!file || !/\.(ts|mjs|sql|json)$/.test(file)) return;
      migrations ||= file.startsWith('migrations');
      clearTimeout(timer);
      timer = setTimeout(() => {
        const withMigrations = migrations;
        migrations = false;
        working = working.then(() => onEdit(withMigrations)).catch(() => {});
      }, 150);
    });
  }
}
