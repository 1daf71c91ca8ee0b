import { type ClientFacts, differences, type OrderFacts } from './intake.ts';

/** A value that is short enough to be shown; a moment in ISO 8601. */
export type ShortValue = string | number | boolean | null;

/** What a row changes: a field by the intake's name, and its values where both are short. */
export type FieldChange = { field: string; from?: ShortValue; to?: ShortValue };

/** The fields of a client, by the names of the record. Null: follows from others. */
export const clientFields: Record<keyof ClientFacts, string | null> = {
  id: null,
  name: 'name',
  status: 'client_status',
  address: 'address',
  location: 'location',
  lat: 'lat',
  lon: 'lon',
  telephone: 'telephone',
  email: 'email',
  waNumber: 'wa_number',
  telegramChatId: 'telegram_chat_id',
  document: 'document',
  devices: 'client_devices',
};

/** The same of an order. */
export const orderFields: Record<keyof OrderFacts, string | null> = {
  number: null,
  type: 'ot_type',
  statusId: 'status_id',
  clientId: 'client_id',
  node: 'node_name',
  symptom: 'symptom',
  tag: 'tag',
  address: 'address',
  location: 'location',
  lat: 'lat',
  lon: 'lon',
  telephone: 'telephone',
  detail: 'detail',
  notes: 'notes',
  contractor: 'contractor',
  repeatingFailures: 'repeating_failures',
  repairCode: 'repair_code',
  createdAt: 'date_created',
  closedAt: 'date_closed',
  fulfilledHere: null,
  services: 'services',
  related: 'related_orders',
};

/**
 * What differs, by the intake's names; empty: nothing.
 * @param within stands before the fields' names: where they are in the row
 */
export function changedFields<Facts extends object>(
  before: Facts,
  after: Facts,
  names: Record<keyof Facts, string | null>,
  within = '',
): FieldChange[] {
  const fields = (differences(before, after)?.fields ?? []) as (keyof Facts)[];
  return fields.flatMap((fact) => {
    const field = names[fact];
    return field === null ? [] : [changeOf(within + field, before[fact], after[fact])];
  });
}

/** One change; without its values unless both are short. */
export function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const [from, to] = [shortValue(before), shortValue(after)];
  return from === undefined || to === undefined ? { field } : { field, from, to };
}

function shortValue(value: unknown): ShortValue | undefined {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' && value.length <= 80 ? value : undefined;
}
