import type { VisitFacts } from '../../machines/visit.ts';
import { hashToken } from '../links.ts';
import type { Db } from '../open.ts';

/** The least that a customer needs: no name, telephone or address stands behind a link that may be forwarded. */
export type ExternalVisit = VisitFacts & {
  day: string;
  slotName: string;
  fromHour: number;
  toHour: number;
  orderTypeName: string;
  operationName: string;
  reasonText: string | null;
};

/** The visit behind an external link; undefined: unknown, expired or revoked, which look the same. */
export async function findExternalVisit(db: Db, token: string): Promise<ExternalVisit | undefined> {
  if (!/^[A-Za-z0-9_-]{20,100}$/.test(token)) return undefined;
  const [visit] = await db.sql<ExternalVisit[]>`
    select v.day, s.name as slot_name, s.from_hour, s.to_hour, t.text as order_type_name, o.name as operation_name,
      r.text as reason_text, v.technician_id, v.status_id, v.reason_id, v.on_the_way, v.delayed, v.delayed_while_on_the_way,
      v.finished, v.cancelled, v.rescheduled, v.detached
    from visit_links l join visits v on v.id = l.visit_id join slots s on s.id = v.slot_id
    join order_types t on t.value = v.order_type join operations o on o.code = v.operation
    left join reasons r on r.value = v.reason_id
    where l.token_hash = ${hashToken(token)} and l.expires_at > now() and l.revoked_at is null`;
  return visit;
}
