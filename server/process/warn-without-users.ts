import type { Logger } from 'pino';
import type { Db } from '../../db/connection/open.ts';
import { isWithoutPeople } from '../../db/reads/people/users.ts';

/** A record without a user opens to nobody, and there is no default password: the log says what to do. */
export async function warnWithoutUsers(db: Db, log: Pick<Logger, 'warn'>): Promise<void> {
  if (await isWithoutPeople(db))
    log.warn(
      'There is no user yet. Create the first administrator: npm run admin -- create --username <name> --name "…" --surname "…"',
    );
}
