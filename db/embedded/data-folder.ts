import { mkdirSync } from 'node:fs';

/**
 * Makes the data directory, which holds the installation's secrets, for its owner only. As root PostgreSQL
 * runs as another account, which may pass through to its cluster by name but not list the directory.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
