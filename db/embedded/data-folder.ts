import { mkdirSync } from 'node:fs';

/**
 * Makes the data folder, where the installation's secrets are, for its owner only. As root PostgreSQL runs as another
 * account, which has to pass through to its cluster by name; it cannot list what else is there.
 */
export function makeDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}
