import type { Logger } from 'pino';
import type { Db } from '../../db/connection/open.ts';
import { isWithoutPeople } from '../../db/reads/people/users.ts';

/** There is no default password: without a user the log says how to make one. */
export async function warnWithoutUsers(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  if (await isWithoutPeople(db))
    log.warn(
      'There is no user yet. Create the first administrator: npm run admin -- create --username <name> --name "…" --surname "…"',
    );
}
