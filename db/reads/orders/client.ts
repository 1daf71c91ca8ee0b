import { and, eq, sql } from 'drizzle-orm';
import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import { unusableFields } from '../../../machines/customer/contact.ts';
import { telephoneParts } from '../../../machines/telephone/read-field.ts';
import type { Db } from '../../connection/open.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import { visitFactColumns } from '../../record/visit-row.ts';
import { type Columns, clients, type visits } from '../../schema/index.ts';
import { findPlan } from '../settings/telephone-plan.ts';
import type { Reach } from '../visits/with-reach.ts';

/** S1 §3 'Client'. */
export type Client = Columns<
  typeof clients,
  'id' | 'name' | 'status' | 'address' | 'location' | 'telephone' | 'email' | 'waNumber'
> &
  Reach;

/** S1 §3 'Visit history row'. */
export type HistoryRow = Columns<
  typeof visits,
  | 'id'
  | 'day'
  | 'orderNumber'
  | 'technicianId'
  | 'statusId'
  | 'reasonId'
  | 'onTheWay'
  | 'delayed'
  | 'delayedWhileOnTheWay'
  | 'arrived'
  | 'runningLate'
  | 'detached'
  | 'finished'
  | 'cancelled'
  | 'rescheduled'
> & { symptom: string | null; reasonText: string | null };

/** A client of the actor's operations; undefined: not found or not theirs. */
export async function findClient(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  id: string,
): Promise<Client | undefined> {
  const [client] = await typed(db.sql)
    .select({
      id: clients.id,
      name: clients.name,
      status: clients.status,
      address: clients.address,
      location: clients.location,
      telephone: sql<string | null>`nullif(${clients.telephone}, '')`,
      email: sql<string | null>`nullif(${clients.email}, '')`,
      waNumber: sql<string | null>`nullif(${clients.waNumber}, '')`,
      operation: clients.operation,
    })
    .from(clients)
    .where(and(eq(clients.id, id), anyOf(clients.operation, operationsOf(actor))));
  if (!client) return undefined;
  const { operation, ...facts } = client;
  const plan = await findPlan(db, db.sql, operation);
  return {
    ...facts,
    telephones: telephoneParts(client.telephone, plan),
    unusable: unusableFields(client, plan),
  };
}

/** A page of a client's visits, or of a client's tickets. */
export const clientPage = 100;

/** Offset from 0 and maximum length of a part of a list. */
export type Part = { offset: number; limit: number };
const firstPage: Part = { offset: 0, limit: clientPage };

/** A client's visits, newest first; by default the first page. */
export async function listVisitHistory(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  clientId: string,
  { offset, limit }: Part = firstPage,
): Promise<HistoryRow[]> {
  return [
    ...(await db.sql<HistoryRow[]>`
      select v.id, v.day, y.text as symptom, v.order_number, r.text as reason_text,
        ${visitFactColumns(db.sql)}
      from visits v left join symptoms y on y.id = v.symptom_id left join reasons r on r.value = v.reason_id
      where v.client_id = ${clientId} and v.operation = any(${operationsOf(actor)}::text[])
      order by v.day desc, v.id desc limit ${limit} offset ${offset}`),
  ];
}
