import { type Actor, operationsOf } from '../../../machines/access/permissions.ts';
import type { Db } from '../../connection/open.ts';

/** S1 §3 'Client'. */
export type Client = {
  id: string;
  name: string;
  status: string;
  address: string;
  location: string;
  telephone: string | null;
  email: string | null;
};

/** S1 §3 'Visit history row'. */
export type HistoryRow = {
  id: number;
  day: string;
  symptom: string | null;
  orderNumber: string;
  technicianId: number | null;
  statusId: number;
  reasonId: number | null;
  reasonText: string | null;
  onTheWay: boolean;
  delayed: boolean;
  delayedWhileOnTheWay: boolean;
  detached: boolean;
  finished: boolean;
  cancelled: boolean;
  rescheduled: boolean;
};

/** A client of the actor's operations; undefined: not found or not theirs. */
export async function findClient(
  db: Db,
  actor: Pick<Actor, 'operations'>,
  id: string,
): Promise<Client | undefined> {
  const [client] = await db.sql<Client[]>`
    select id, name, status, address, location, nullif(telephone, '') as telephone, nullif(email, '') as email from clients
    where id = ${id} and operation = any(${operationsOf(actor)}::text[])`;
  return client;
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
      select v.id, v.day, y.text as symptom, v.order_number, v.technician_id, v.status_id, v.reason_id, r.text as reason_text,
        v.on_the_way, v.delayed, v.delayed_while_on_the_way, v.detached, v.finished, v.cancelled, v.rescheduled
      from visits v left join symptoms y on y.id = v.symptom_id left join reasons r on r.value = v.reason_id
      where v.client_id = ${clientId} and v.operation = any(${operationsOf(actor)}::text[])
      order by v.day desc, v.id desc limit ${limit} offset ${offset}`),
  ];
}
