import {
  makeIntegrationToken,
  revokeIntegrationTokens,
} from '../../../db/commands/accounts/integration-token.ts';
import type { Db } from '../../../db/connection/open.ts';
import { listIntegrationTokens } from '../../../db/reads/people/integration-tokens.ts';
import { operate } from '../operate.ts';
import { readArguments, type TokenArguments, usage } from './arguments.ts';

process.exitCode = await main().catch((error: unknown) =>
  printErrors((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2));
  if (!options) return printErrors(usage);
  return operate((db) => execute(db, options));
}

async function execute(db: Db, options: TokenArguments): Promise<number> {
  if (options.action === 'list') {
    for (const token of await listIntegrationTokens(db))
      console.log(
        `${token.id}  ${token.name}  operations ${token.operations.join(',')}  last used ${dayOf(token.lastSeenAt)}  ${token.expired ? 'expired' : 'until'} ${dayOf(token.expiresAt)}`,
      );
    return 0;
  }
  if (options.action === 'revoke') {
    const ended = await revokeIntegrationTokens(db, options.nameOrId);
    if (ended === 0)
      return printErrors(`There is no token ${options.nameOrId}: npm run token -- --list shows them.`);
    console.log(`Revoked: ${ended}.`);
    return 0;
  }
  const made = await makeIntegrationToken(db, options);
  if ('problem' in made) return printErrors(made.problem);
  console.error(`Shown once, and not kept: ${made.username}, valid until ${dayOf(made.expiresAt)}.`);
  console.log(made.token);
  return 0;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function printErrors(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}
