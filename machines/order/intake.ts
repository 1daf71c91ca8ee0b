/**
 * What a row from the provider's systems changes in the record: pure, so that repeated, late and partial feeds can be
 * reasoned about. An absent field stays as it is; null or an empty text clears it where that is allowed.
 */
export type Device = { type: string; mac: string; serial: string };
export type Service = { quantity: number; name: string };

/** A client as recorded. */
export type ClientFacts = {
  id: string;
  name: string;
  status: string;
  address: string;
  location: string;
  lat: number | null;
  lon: number | null;
  telephone: string | null;
  email: string | null;
  waNumber: string | null;
  telegramChatId: string | null;
  document: string | null;
  devices: Device[];
};
export type ClientRow = { id: string } & Partial<Omit<ClientFacts, 'id'>>;

/** An order as recorded; a node by its name, a symptom by its id, or by its text while it is new. */
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
  lat: number | null;
  lon: number | null;
  telephone: string;
  detail: string;
  notes: string;
  contractor: boolean;
  repeatingFailures: number;
  repairCode: string | null;
  createdAt: Date;
  closedAt: Date | null;
  /** Fulfilled by a visit of this record. */
  fulfilledHere: boolean;
  services: Service[];
  /** Numbers, in ascending order. */
  related: string[];
};
export type OrderRow = { number: string; reopen?: boolean } & Partial<
  Omit<OrderFacts, 'number' | 'fulfilledHere'>
>;

/** Why a row is refused: the field, by the feed's name, and a text for people. */
export type RowProblem = { field: string | null; message: string };

/** A name that an intake added to a catalogue; of a node its operation. */
export type Added = {
  kind: 'symptom' | 'node' | 'order_type';
  name: string;
  subsidiary_id: string | null;
};

export const rowProblems = {
  malformed: 'La línea no es JSON válido.',
  'not-a-row': 'Cada fila debe ser un objeto con sus campos.',
  'foreign-operation': 'La operación no está entre las asignadas.',
  'client-unknown': 'Este cliente no existe.',
  'client-of-other-operation': 'El cliente es de otra operación.',
  'client-differs': 'El cliente de la OT y el de la fila no coinciden.',
  'client-required': 'Falta el cliente.',
  'name-required': 'Falta el nombre.',
  'type-required': 'Falta el tipo de OT.',
  'type-unknown': 'El tipo de OT no existe. Con ot_type_friendly se agrega.',
  'symptom-unknown': 'El síntoma no existe.',
  'order-unknown': 'OT inexistente',
  'order-of-other-client': 'La OT es de otro cliente.',
  fulfilled: 'La OT ya fue cumplida en Agenda técnica.',
  'created-ahead': 'La fecha de creación está más de un día por delante de hoy.',
  'closed-before-created': 'La fecha de cierre es anterior a la de creación.',
  'point-incomplete': 'Latitud y longitud van juntas: falta una.',
  'point-invalid': 'Las coordenadas no existen: la latitud va de -90 a 90 y la longitud de -180 a 180.',
  'point-swapped': 'La latitud y la longitud están intercambiadas.',
  'point-outside': 'Las coordenadas están fuera del país.',
  'title-required': 'Falta el título.',
  'number-taken': 'El número de ticket no es válido para este cliente.',
  'file-too-large': 'El archivo supera los 5 MB.',
  'file-not-base64': 'El contenido del archivo no es base64.',
} as const;

export const rowProblem = (reason: keyof typeof rowProblems, field: string | null): RowProblem => ({
  field,
  message: rowProblems[reason],
});

export const isProblem = (value: object): value is RowProblem => 'message' in value;

export function mergeClient(recorded: ClientFacts | undefined, row: ClientRow): ClientFacts | RowProblem {
  if (!recorded && !row.name) return rowProblem('name-required', 'name');
  const blank: ClientFacts = {
    id: row.id,
    name: '',
    status: 'Activo',
    address: '',
    location: '',
    lat: null,
    lon: null,
    telephone: null,
    email: null,
    waNumber: null,
    telegramChatId: null,
    document: null,
    devices: [],
  };
  return withPoint(recorded, over(recorded ?? blank, row), row);
}

/**
 * The order after this row. For an order fulfilled by a visit the technician's word counts: a feed that still calls
 * it open is late, and is refused unless it says `reopen`; while it stays fulfilled, date and repair code stay as
 * recorded here. Any other order is open or closed as its system says; its open visits stay, for the dispatcher to
 * see.
 *
 * @param now closes an order whose row gives no date_closed
 */
export function mergeOrder(
  recorded: OrderFacts | undefined,
  row: OrderRow,
  now: Date,
): OrderFacts | RowProblem {
  if (!recorded && row.type === undefined) return rowProblem('type-required', 'ot_type');
  if (!recorded && row.clientId === undefined) return rowProblem('client-required', 'client_id');
  if (isAhead(row.createdAt, now)) return rowProblem('created-ahead', 'date_created');
  const { reopen, ...rowFields } = row;
  const fulfilledHere = recorded?.fulfilledHere ?? false;
  const opens = row.statusId !== undefined && isOpen(row.statusId);
  if (fulfilledHere && opens && !reopen) return rowProblem('fulfilled', 'status_id');
  if (fulfilledHere && (row.statusId ?? 3) === 3) {
    delete rowFields.closedAt;
    delete rowFields.repairCode;
  }
  const order = withPoint(recorded, over(recorded ?? blankOrder(row, now), rowFields), rowFields);
  if (isOpen(order.statusId)) {
    order.closedAt = null;
    if (recorded && !isOpen(recorded.statusId) && row.repairCode === undefined) order.repairCode = null;
  } else order.closedAt ??= now;
  order.fulfilledHere = fulfilledHere && order.statusId === 3;
  if (rowFields.closedAt && order.closedAt && order.closedAt < order.createdAt)
    return rowProblem('closed-before-created', 'date_closed');
  return order;
}

/** A day is left to clocks and zones of other systems; a year mistyped is more. */
const isAhead = (at: Date | undefined, now: Date): boolean =>
  at !== undefined && at.getTime() > now.getTime() + 24 * 3_600_000;

export const isOpen = (statusId: number): boolean => statusId <= 2;

/** What an event records of a change: short values before and after, and the names of all changed fields. */
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

/** Whether an open order's card changes: client's name, address or place (S1 §3 'Order in list'). */
export const showsOnCard = (
  before: ClientFacts,
  after: ClientFacts,
  order: Pick<OrderFacts, 'address' | 'location' | 'lat'>,
): boolean =>
  before.name !== after.name ||
  (order.address === '' && before.address !== after.address) ||
  (order.location === '' && before.location !== after.location) ||
  (order.lat === null && (before.lat !== after.lat || before.lon !== after.lon));

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
  lat: null,
  lon: null,
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

const over = <Facts extends object>(recorded: Facts, rowFields: Partial<Facts>): Facts => {
  const after = { ...recorded };
  for (const [name, value] of Object.entries(rowFields) as [keyof Facts, Facts[keyof Facts] | undefined][])
    if (value !== undefined) after[name] = value;
  return after;
};

/** A new address without coordinates has none: those recorded are of the former one. */
const withPoint = <
  Facts extends { address: string; location: string; lat: number | null; lon: number | null },
>(
  recorded: Facts | undefined,
  after: Facts,
  row: { lat?: number | null | undefined },
): Facts =>
  recorded &&
  row.lat === undefined &&
  (recorded.address !== after.address || recorded.location !== after.location)
    ? { ...after, lat: null, lon: null }
    : after;

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const isShort = (value: unknown): boolean =>
  value === null ||
  ['number', 'boolean'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= 80);
