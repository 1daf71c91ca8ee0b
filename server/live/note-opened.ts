import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { customerActor } from '../../db/commands/conversation/lock-customer-visit.ts';
import { linkCommands } from '../../db/commands/registry.ts';
import type { Db } from '../../db/connection/open.ts';
import { openedByPerson } from '../../machines/customer/opened-by-person.ts';

/** The record takes one note an hour and link: within it this process asks for none. */
const askedEveryMs = 3_600_000;
/** Links remembered; beyond, the oldest is forgotten, and the record decides. */
const remembered = 10_000;

/**
 * Notes that the page of a link was opened, once it runs: a program that fetches the address for a preview opens no
 * stream. It never delays or breaks the stream.
 */
export function makeOpenedNotes(db: Db, log: Logger) {
  const notedAt = new Map<string, number>();
  return (link: string, operation: string, from: { headers: IncomingHttpHeaders; ip: string }): void => {
    const now = Date.now();
    if (!openedByPerson(from.headers) || now - (notedAt.get(link) ?? 0) < askedEveryMs) return;
    notedAt.delete(link);
    notedAt.set(link, now);
    if (notedAt.size > remembered) notedAt.delete(notedAt.keys().next().value!);
    const userAgent = from.headers['user-agent'] ?? null;
    linkCommands
      .noteLinkOpened(
        { db, actor: customerActor(operation), from: { address: from.ip, userAgent } },
        { link },
      )
      .catch((error: unknown) => {
        notedAt.delete(link);
        log.warn({ err: error }, 'the opening of a link was not noted');
      });
  };
}
