import { and, eq, sql } from 'drizzle-orm';
import { operationsOf } from '../../../machines/access/permissions.ts';
import type { Contact } from '../../../machines/customer/contact.ts';
import { withSurnameFirst } from '../../../machines/customer/person-name.ts';
import {
  type ClientFacts,
  type ClientRow,
  differences,
  showsOnCard,
} from '../../../machines/order/intake.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { clientDevices, conversations, orders as orderTable } from '../../schema/index.ts';
import type { InlineClient } from './rows.ts';

/** The clients of some rows, before and after. */
export type LockedClients = {
  was: ReadonlyMap<string, ClientFacts>;
  now: Map<string, ClientFacts>;
  /** The operations whose systems write the surname first. */
  surnameFirst: ReadonlySet<string>;
};

/** Locked in the order of their numbers: concurrent intakes of the same rows never deadlock. */
export async function lockClients({ tx, actor }: Frame, ids: string[]): Promise<LockedClients> {
  const rows = await tx<ClientFacts[]>`
    with held as materialized (
      select * from clients where id = any(${ids}::text[]) and operation = any(${operationsOf(actor)}::text[])
      order by id for no key update)
    select c.id, c.name, c.status, c.address, c.location, c.lat, c.lon, c.telephone, c.email, c.wa_number, c.telegram_chat_id,
      c.document,
      coalesce((select jsonb_agg(jsonb_build_object('type', d.type, 'mac', d.mac, 'serial', d.serial) order by d.id)
        from client_devices d where d.client_id = c.id), '[]') as devices
    from held c`;
  // Key by key, in the order of a row: jsonb has its own order.
  const was = new Map(
    rows.map((row) => [
      row.id,
      { ...row, devices: row.devices.map(({ type, mac, serial }) => ({ type, mac, serial })) },
    ]),
  );
  const codes = [...new Set(ids.map((id) => id.slice(0, 3)))];
  const written = await typed(tx)
    .select({ operation: conversations.operation })
    .from(conversations)
    .where(and(anyOf(conversations.operation, codes), eq(conversations.surnameFirst, true)));
  return { was, now: new Map(was), surnameFirst: new Set(written.map(({ operation }) => operation)) };
}

/** From the feed's names to ours; the name as the row, else its operation, says that it is written. */
export const clientRowOf = (
  { surnameFirst }: Pick<LockedClients, 'surnameFirst'>,
  id: string,
  input: InlineClient,
): ClientRow => ({
  id,
  name:
    input.name && (input.surname_first ?? surnameFirst.has(id.slice(0, 3)))
      ? withSurnameFirst(input.name)
      : input.name,
  status: input.client_status,
  address: input.address,
  location: input.location,
  lat: input.lat,
  lon: input.lon,
  telephone: input.telephone,
  email: input.email,
  waNumber: input.wa_number,
  telegramChatId: input.telegram_chat_id,
  document: input.document,
  devices: input.client_devices,
});

/** By what the row says that the client is reached. */
export const givenContact = ({ telephone, wa_number, email }: InlineClient): Contact => ({
  telephone: telephone ?? null,
  waNumber: wa_number ?? null,
  email: email ?? null,
});

/** Writes the changed clients. */
export async function saveClients({ tx }: Frame, clients: LockedClients): Promise<void> {
  const changed = changedClients(clients);
  if (changed.length === 0) return;
  const rows = changed
    .map(({ after }) => ({ ...after, operation: after.id.slice(0, 3) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  await tx`
    insert into clients (id, operation, name, status, address, location, lat, lon, telephone, email, wa_number, telegram_chat_id,
      document)
    select * from jsonb_to_recordset(${tx.json(rows)}) as x (id text, operation text, name text, status text, address text,
      location text, lat float8, lon float8, telephone text, email text, "waNumber" text, "telegramChatId" text, document text)
    on conflict (id) do update set name = excluded.name, status = excluded.status, address = excluded.address,
      location = excluded.location, lat = excluded.lat, lon = excluded.lon, telephone = excluded.telephone, email = excluded.email,
      wa_number = excluded.wa_number, telegram_chat_id = excluded.telegram_chat_id, document = excluded.document`;
  const replaced = changed.filter(({ fields }) => fields.includes('devices')).map(({ after }) => after);
  if (replaced.length === 0) return;
  const owners = replaced.map(({ id }) => id);
  await typed(tx).delete(clientDevices).where(anyOf(clientDevices.clientId, owners));
  const devices = replaced.flatMap(({ id, devices }) => devices.map((device) => ({ client: id, ...device })));
  await tx`
    insert into client_devices (client_id, type, mac, serial)
    select client, type, mac, serial
    from rows from (jsonb_to_recordset(${tx.json(devices)}) as (client text, type text, mac text, serial text)) with ordinality
    order by ordinality`;
}

/** The cards of a client's open orders show its name and address: publish their changes to the boards. */
export async function recordClientChanges(
  { tx, record }: Frame,
  clients: LockedClients,
  recordedOrders: ReadonlySet<string>,
): Promise<void> {
  const changed = new Map(
    changedClients(clients).flatMap(({ before, after }) => (before ? [[after.id, { before, after }]] : [])),
  );
  if (changed.size === 0) return;
  const orders = await typed(tx)
    .select({
      number: orderTable.number,
      operation: orderTable.operation,
      clientId: orderTable.clientId,
      address: orderTable.address,
      location: orderTable.location,
      lat: orderTable.lat,
    })
    .from(orderTable)
    .where(and(anyOf(orderTable.clientId, [...changed.keys()]), sql`${orderTable.statusId} <= 2`))
    .orderBy(orderTable.number);
  for (const order of orders) {
    const { before, after } = changed.get(order.clientId)!;
    if (recordedOrders.has(order.number) || !showsOnCard(before, after, order)) continue;
    record({
      operation: order.operation,
      name: 'order.changed',
      orderNumber: order.number,
      data: { fields: ['client'] },
    });
  }
}

const changedClients = ({ was, now }: LockedClients) =>
  [...now].flatMap(([id, after]) => {
    const before = was.get(id);
    const difference = before ? differences(before, after) : { fields: Object.keys(after) };
    return difference ? [{ before, after, fields: difference.fields }] : [];
  });

/** The clients who got other coordinates. */
export const movedClients = (clients: LockedClients): string[] =>
  changedClients(clients).flatMap(({ after, fields }) => (fields.includes('lat') ? [after.id] : []));
