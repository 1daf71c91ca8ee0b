import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import { addDays, today } from '../../machines/calendar/slots.ts';
import {
  addClient,
  addOrder,
  addReason,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../support/fixtures.ts';
import { cheapHash, openSession, webServer } from '../support/web-server.ts';

// Forms and calls speak with one voice: every field of the validation sections (S1 §5, S2 §5) is answered with its own
// literal text whether it is absent, null, empty, of another type or too short; the forms ask the same schemas.

const { door, sql } = webServer();
const tomorrow = addDays(today(new Date()), 1);
let here: World;
let token: string;
let zoneId: number;

beforeAll(async () => {
  here = await makeWorld(sql());
  const user = { username: 'jefe', passwordHash: cheapHash('agenda-demo') };
  token = await openSession(sql(), await addUser(sql(), here.operation, user, everyPermission));
  await addReason(sql(), { value: 6, text: 'Concluida', finalizes: true, finalizesOrder: true });
  await addReason(sql(), { value: 30, text: 'Ausente', cancels: true, responsible: 'cliente' });
  await addReason(sql(), { value: 31, text: 'Derivada', finalizes: true, derives: true });
  await addReason(sql(), { value: 40, text: 'Otra fecha', cancels: true, reschedules: true });
  const [zone] =
    await sql()`insert into zones (operation, name) values (${here.operation}, 'Norte') returning id`;
  zoneId = zone!.id as number;
  await sql()`insert into nodes (id, operation, name, zone_id) values (5, ${here.operation}, 'A', ${zoneId})`;
  await sql()`insert into symptoms (id, text) values (9, 'Sin señal')`;
  await sql()`insert into priorities (id, operation, symptom_id) values (9, ${here.operation}, 9)`;
});

const kinds = ['absent', 'null', 'empty', 'of another type', 'too short'] as const;
type Kind = (typeof kinds)[number];
/** Of which kinds a field may be without being wrong: absent and null are its default. */
const optional: Kind[] = ['absent', 'null'];

type Field = {
  path: string;
  field: string;
  text: string;
  /** A body in which nothing but this field is wrong. */
  body(): Promise<object> | object;
  /** What is too short, or otherwise no such value at all. */
  short: unknown;
  /** A value of another type. */
  other?: unknown;
  allowed?: Kind[];
  /** Of one kind another text. */
  texts?: Partial<Record<Kind, string>>;
};

const checkTheData = 'Por favor verifique los datos ingresados';
const technicianUnknown = 'No se pudo obtener el nombre del técnico. Por favor realice otra selección';
const visit = () => addVisit(sql(), here);
const client = () => addClient(sql(), here.operation);
const finish = async (status: number) => ({ visit_id: await visit(), status });
const creation = async () => ({
  ot_type: 1,
  ot_number: await addOrder(sql(), await client()),
  possibleDate: tomorrow,
  timestripe: here.slotId,
  checked: [],
});
const reschedule = async () => ({
  visit_id: await visit(),
  new_date: tomorrow,
  new_status: 40,
  new_timestripe: here.slotId,
  reschedule_comments: 'pidió otro día',
  checked: [],
});
const slot = () => ({ id: null, subsidiary_id: here.operation, name: 'Tarde', from: 14, to: 18 });
const zone = () => ({ id: null, subsidiary_id: here.operation, name: 'Sur', selected_nodes: [5] });
const dates = { text: 'La fecha es obligatoria.', texts: { 'too short': 'La fecha no es válida.' } };
const hours = { text: 'El horario debe estar entre las 7 y las 23 h.', short: '6', allowed: optional };

const fields: Field[] = [
  // S1 §5
  {
    path: 'order',
    field: 'ot_number',
    text: checkTheData,
    body: () => ({ ot_type: 1, ot_number: here.orderNumber }),
    short: '1010000001',
  },
  {
    path: 'order',
    field: 'ot_type',
    text: checkTheData,
    body: () => ({ ot_type: 1, ot_number: here.orderNumber }),
    short: 'x',
  },
  ...['client/info', 'orders/pending_from_client', 'visit/history', 'tickets/by_client'].map((path) => ({
    path,
    field: 'client_id',
    text: checkTheData,
    body: () => ({ client_id: here.clientId }),
    short: '1010000001',
  })),
  {
    path: 'visit/finish',
    field: 'status',
    text: 'Por favor seleccione un estado de la lista',
    body: () => finish(6),
    short: '0',
  },
  {
    path: 'visit/finish',
    field: 'repair_code',
    text: 'Por favor seleccione un tipo de reparación de la lista',
    body: () => finish(6),
    short: 'R',
    other: 7,
  },
  {
    path: 'visit/finish',
    field: 'extra_comments',
    text: 'Por favor escriba un motivo de cancelación',
    body: () => finish(30),
    short: ' abc ',
    other: 12345,
  },
  {
    path: 'visit/finish',
    field: 'derivation_type',
    text: 'No se puede derivar service',
    body: () => finish(31),
    short: '3',
    allowed: optional,
  },
  {
    path: 'visit/detach',
    field: 'notes',
    text: 'Debe ingresar el motivo de la desasignación',
    body: async () => ({ visit_id: await visit() }),
    short: ' abc ',
    other: 12345,
  },
  // S2 §5
  { path: 'visit/create', field: 'possibleDate', ...dates, body: creation, short: '2026' },
  {
    path: 'visit/create',
    field: 'timestripe',
    text: 'La franja horaria es obligatoria.',
    body: creation,
    short: '0',
  },
  {
    path: 'visit/create',
    field: 'assigned_to',
    text: technicianUnknown,
    body: creation,
    short: '0',
    allowed: optional,
  },
  {
    path: 'visit/edit',
    field: 'tech_id',
    text: technicianUnknown,
    body: async () => ({ visit_id: await visit() }),
    short: '0',
    allowed: optional,
  },
  {
    path: 'visit/change_technician',
    field: 'tech_id',
    text: technicianUnknown,
    body: async () => ({ visit_id: await visit() }),
    short: '0',
    allowed: ['null'],
  },
  { path: 'visit/reschedule', field: 'new_date', ...dates, body: reschedule, short: '2026' },
  {
    path: 'visit/reschedule',
    field: 'new_status',
    text: 'Debe seleccionar un motivo de la lista',
    body: reschedule,
    short: '0',
  },
  {
    path: 'visit/reschedule',
    field: 'new_timestripe',
    text: 'La franja horaria es obligatoria.',
    body: reschedule,
    short: '0',
  },
  {
    path: 'visit/reschedule',
    field: 'reschedule_comments',
    text: 'Debe completar las notas de la reprogramación',
    body: reschedule,
    short: '  ',
    other: 12345,
  },
  { path: 'timestripes/edit', field: 'from', ...hours, body: slot },
  { path: 'timestripes/edit', field: 'to', ...hours, body: slot },
  {
    path: 'timestripes/edit',
    field: 'name',
    text: 'El nombre es obligatorio.',
    body: slot,
    short: ' ',
    other: 12,
    allowed: optional,
  },
  {
    path: 'timestripes/edit',
    field: 'subsidiary_id',
    text: 'La operación es obligatoria.',
    body: slot,
    short: '1',
    other: 101,
  },
  {
    path: 'priorities/edit',
    field: 'priority',
    text: 'La prioridad debe ser un número entero de 0 a 99.',
    body: () => ({ id: 9 }),
    short: '-1',
  },
  {
    path: 'zones/edit',
    field: 'name',
    text: 'El nombre es obligatorio.',
    body: zone,
    short: ' ',
    other: 12,
  },
  {
    path: 'zones/edit',
    field: 'subsidiary_id',
    text: 'La operación es obligatoria.',
    body: zone,
    short: '1',
    other: 101,
  },
  {
    path: 'zones/edit',
    field: 'selected_nodes',
    text: 'Debe seleccionar al menos un nodo.',
    body: zone,
    short: [],
  },
  {
    path: 'user/set_telegram_chat_id',
    field: 'telegram_chat_id',
    text: 'El Identificador debe tener al menos 5 dígitos',
    body: () => ({}),
    short: '1234',
    other: 500011,
  },
  {
    path: 'user/login',
    field: 'username',
    text: 'Por favor ingrese su usuario',
    body: () => ({ password: 'agenda-demo' }),
    short: ' ',
    other: 12,
  },
  {
    path: 'user/login',
    field: 'password',
    text: 'Por favor ingrese su contraseña',
    body: () => ({ username: 'jefe' }),
    short: '',
    other: 12,
  },
];

describe.each(fields)('$path: $field', (one) => {
  const { path, field, text, short, other = true, allowed = [], texts = {} } = one;
  const values: Record<Kind, unknown> = {
    absent: undefined,
    null: null,
    empty: '',
    'of another type': other,
    'too short': short,
  };
  it.each(kinds.filter((kind) => !allowed.includes(kind)))(
    'is answered with its own text: %s',
    async (kind) => {
      const body = { ...(await one.body()), [field]: values[kind] };
      const answer = await door().call(path, body, { token: path === 'user/login' ? null : token });
      const wanted = texts[kind] ?? text;
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.diagnostic).toBe(wanted);
      expect(answer.body.data.fields).toEqual({ [field]: wanted });
    },
  );
});
