import {
  makeIntegrationToken,
  revokeIntegrationTokens,
} from '../../../db/commands/accounts/integration-token.ts';
import type { Db } from '../../../db/connection/open.ts';
import { listIntegrationTokens } from '../../../db/reads/people/integration-tokens.ts';
import { operate } from '../operate.ts';
import { readWish, usage, type Wish } from './arguments.ts';

// The entrance of `npm run token`: tokens for the provider's own systems.

process.exitCode = await main().catch((error: unknown) =>
  complain((error as Error).message || String(error)),
);

async function main(): Promise<number> {
  const wish = readWish(process.argv.slice(2));
  if (!wish) return complain(usage);
  return operate((db) => fulfil(db, wish));
}

async function fulfil(db: Db, wish: Wish): Promise<number> {
  if (wish.what === 'list') {
    for (const one of await listIntegrationTokens(db))
      console.log(
        `${one.id}  ${one.name}  operations ${one.operations.join(',')}  last used ${dayOf(one.lastSeenAt)}  ${one.expired ? 'expired' : 'until'} ${dayOf(one.expiresAt)}`,
      );
    return 0;
  }
  if (wish.what === 'revoke') {
    const ended = await revokeIntegrationTokens(db, wish.which);
    if (ended === 0) return complain(`There is no token ${wish.which}: npm run token -- --list shows them.`);
    console.log(`Revoked: ${ended}.`);
    return 0;
  }
  const made = await makeIntegrationToken(db, wish);
  if ('problem' in made) return complain(made.problem);
  // Explanations beside the token go to the other stream: `TOKEN=$(npm run -s token -- …)` holds the token alone.
  console.error(`Shown once, and not kept: ${made.username}, valid until ${dayOf(made.expiresAt)}.`);
  console.log(made.token);
  return 0;
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function complain(...lines: string[]): number {
  for (const line of lines) console.error(line);
  return 1;
}
