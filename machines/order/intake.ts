/**
 * What a row from the provider's own systems does to what we hold: pure, so
 * that a feed that comes twice, late or in pieces can be reasoned about with pen
 * and paper. A field that a row does not have stays as it is; null or an empty
 * text empties it where it may be empty.
 */
export type Device = { type: string; mac: string; serial: string };
export type Service = { quantity: number; name: string };

/** A client as the record holds it. */
export type ClientFacts = {
  id: string;
  name: string;
  status: string;
  address: string;
  location: string;
  telephone: string | null;
  email: string | null;
  waNumber: string | null;
  telegramChatId: string | null;
  devices: Device[];
};
export type ClientRow = { id: string } & Partial<Omit<ClientFacts, 'id'>>;

/** An order as the record holds it; a node by its name, a symptom by its id, or by its text while it is new. */
export type OrderFacts = {
  number: string;
  type: number;
  statusId: number;
  clientId: string;
  node: string | null;
  symptom: number | string | null;
  tag: string;
  address: string;
  location: string;
  telephone: string;
  detail: string;
  notes: string;
  contractor: boolean;
  repeatingFailures: number;
  repairCode: string | null;
  createdAt: Date;
  closedAt: Date | null;
  /** A visit of ours fulfilled it. */
  fulfilledHere: boolean;
  services: Service[];
  /** Numbers, in ascending order. */
  related: string[];
};
export type OrderRow = { number: string; reopen?: boolean } & Partial<
  Omit<OrderFacts, 'number' | 'fulfilledHere'>
>;

/** Why a row is not taken: the field, by the feed's name, and what a person reads. */
export type RowTrouble = { field: string | null; message: string };

export const rowTroubles = {
  malformed: 'La línea no es JSON válido.',
  'not-a-row': 'Cada fila debe ser un objeto con sus campos.',
  'foreign-operation': 'La operación no está asignada a esta integración.',
  'client-unknown': 'Este cliente no existe.',
  'client-of-other-operation': 'El cliente es de otra operación.',
  'client-differs': 'El cliente de la OT y el de la fila no coinciden.',
  'client-required': 'Falta el cliente.',
  'name-required': 'Falta el nombre.',
  'type-required': 'Falta el tipo de OT.',
  'type-unknown': 'El tipo de OT no existe. Para agregarlo envíe también ot_type_friendly.',
  'symptom-unknown': 'El síntoma no existe.',
  'order-unknown': 'OT inexistente',
  'order-of-other-client': 'La OT es de otro cliente.',
  fulfilled: 'La OT ya fue cumplida en Agenda técnica.',
  'closed-before-created': 'La fecha de cierre es anterior a la de creación.',
  'title-required': 'Falta el título.',
  'number-taken': 'El número de ticket no es válido para este cliente.',
  'file-too-large': 'El archivo supera los 5 MB.',
  'file-not-base64': 'El contenido del archivo no es base64.',
} as const;

export const trouble = (reason: keyof typeof rowTroubles, field: string | null): RowTrouble => ({
  field,
  message: rowTroubles[reason],
});

export const isTrouble = (value: object): value is RowTrouble => 'message' in value;

export function mergeClient(held: ClientFacts | undefined, row: ClientRow): ClientFacts | RowTrouble {
  if (!held && !row.name) return trouble('name-required', 'name');
  const blank: ClientFacts = {
    id: row.id,
    name: '',
    status: 'Activo',
    address: '',
    location: '',
    telephone: null,
    email: null,
    waNumber: null,
    telegramChatId: null,
    devices: [],
  };
  return over(held ?? blank, row);
}

/**
 * The order after this row.
 *
 * An order that a visit fulfilled here is the technician's word against the
 * feed's: a feed that still calls it open is late, and is refused unless it says
 * `reopen`; while it stays fulfilled, when and with what repair code stay as
 * they were written here. Any other order is as open or closed as its system says, open
 * visits or not: they stay, and the dispatcher sees them.
 *
 * @param now closes an order whose row gives no date_closed
 */
export function mergeOrder(held: OrderFacts | undefined, row: OrderRow, now: Date): OrderFacts | RowTrouble {
  if (!held && row.type === undefined) return trouble('type-required', 'ot_type');
  if (!held && row.clientId === undefined) return trouble('client-required', 'client_id');
  const { reopen, ...given } = row;
  const fulfilledHere = held?.fulfilledHere ?? false;
  const opens = row.statusId !== undefined && isOpen(row.statusId);
  if (fulfilledHere && opens && !reopen) return trouble('fulfilled', 'status_id');
  if (fulfilledHere && (row.statusId ?? 3) === 3) {
    delete given.closedAt;
    delete given.repairCode;
  }
  const order = over(held ?? blankOrder(row, now), given);
  if (isOpen(order.statusId)) {
    order.closedAt = null;
    if (held && !isOpen(held.statusId) && row.repairCode === undefined) order.repairCode = null;
  } else order.closedAt ??= now;
  order.fulfilledHere = fulfilledHere && order.statusId === 3;
  if (given.closedAt && order.closedAt && order.closedAt < order.createdAt)
    return trouble('closed-before-created', 'date_closed');
  return order;
}

export const isOpen = (statusId: number): boolean => statusId <= 2;

/** What an event remembers of a change: the short values from and to, and the names of all that changed. */
export function differences<Facts extends object>(
  before: Facts,
  after: Facts,
): { from: Record<string, unknown>; to: Record<string, unknown>; fields: string[] } | null {
  const names = (Object.keys(after) as (keyof Facts & string)[]).filter(
    (name) => !isSame(before[name], after[name]),
  );
  if (names.length === 0) return null;
  const short = names.filter((name) => isShort(before[name]) && isShort(after[name]));
  return {
    from: Object.fromEntries(short.map((name) => [name, before[name]])),
    to: Object.fromEntries(short.map((name) => [name, after[name]])),
    fields: names,
  };
}

/** Whether an open order's card shows another client's name, address or place than before (S1 §3 'Order in list'). */
export const showsOnCard = (
  before: ClientFacts,
  after: ClientFacts,
  order: Pick<OrderFacts, 'address' | 'location'>,
): boolean =>
  before.name !== after.name ||
  (order.address === '' && before.address !== after.address) ||
  (order.location === '' && before.location !== after.location);

const blankOrder = (row: OrderRow, now: Date): OrderFacts => ({
  number: row.number,
  type: 0,
  statusId: 1,
  clientId: '',
  node: null,
  symptom: null,
  tag: '',
  address: '',
  location: '',
  telephone: '',
  detail: '',
  notes: '',
  contractor: false,
  repeatingFailures: 0,
  repairCode: null,
  createdAt: now,
  closedAt: null,
  fulfilledHere: false,
  services: [],
  related: [],
});

const over = <Facts extends object>(held: Facts, given: Partial<Facts>): Facts => {
  const after = { ...held };
  for (const [name, value] of Object.entries(given) as [keyof Facts, Facts[keyof Facts] | undefined][])
    if (value !== undefined) after[name] = value;
  return after;
};

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const isShort = (value: unknown): boolean =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= 80);
