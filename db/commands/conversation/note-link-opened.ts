import { z } from 'zod';
import { operationsOf } from '../../../machines/access/permissions.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { command, type Frame } from '../../record/transact.ts';
import type { Columns, visits } from '../../schema/index.ts';
import { text } from '../input.ts';
import { byCustomer } from './lock-customer-visit.ts';

/** A page that is opened more often is noted once in so long. */
const notedEvery = "interval '1 hour'";

/**
 * The page of a link was opened, at most one write an hour and link (contract §14). The first time is an event of the
 * visit, so that it is seen where the customer's answers are; later ones only move the link's last time, for boards have
 * nothing to show of them.
 */
export const noteLinkOpened = command({
  name: 'noteLinkOpened',
  /** `link`: the token's hash, in hex; the web server knows the token. */
  input: z.object({ link: text(64) }),
  async run(frame, { link }) {
    const opened = await noteTime(frame, link);
    if (opened?.first) {
      const { id: visitId, orderNumber, operation } = opened;
      frame.record({ operation, name: 'visit.link_opened', visitId, orderNumber, data: byCustomer(frame) });
    }
    return opened ? {} : refuse('not-due');
  },
});

type Opened = Columns<typeof visits, 'id' | 'orderNumber' | 'operation'> & { first: boolean };

async function noteTime({ tx, actor, now }: Frame, link: string): Promise<Opened | undefined> {
  const [opened] = await tx<Opened[]>`
    update visit_links l set last_opened_at = ${now}, first_opened_at = coalesce(l.first_opened_at, ${now})
    from visits v
    where l.token_hash = decode(${link}, 'hex') and v.id = l.visit_id and v.operation = any(${operationsOf(actor)}::text[])
      and (l.last_opened_at is null or l.last_opened_at <= ${now}::timestamptz - ${tx.unsafe(notedEvery)})
    returning v.id, v.order_number, v.operation, l.first_opened_at = ${now} as first`;
  return opened;
}
