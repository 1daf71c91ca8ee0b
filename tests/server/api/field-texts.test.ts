import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { cheapHash, openSession, webServer } from '../../support/processes/web-server.ts';
import {
  addClient,
  addOrder,
  addReason,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { addReasons } from '../../support/record/working-calls.ts';

// Forms and calls speak with one voice: every field of the validation sections (S1 §5, S2 §5) is answered with its own
// literal text whether it is absent, null, empty, of another type or too short; the forms ask the same schemas.

const { web, sql } = webServer();
const tomorrow = addDays(today(new Date()), 1);
let here: World;
let token: string;
let zoneId: number;

beforeAll(async () => {
  here = await makeWorld(sql());
  const user = { username: 'jefe', passwordHash: cheapHash('agenda-demo') };
  token = await openSession(sql(), await addUser(sql(), here.operation, user, everyPermission));
  await addReasons(sql());
  await addReason(sql(), { value: 31, text: 'Derivada', finalizes: true, derives: true });
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

type Rule = {
  text: string;
  /** What is too short, or otherwise no such value at all. */
  short: unknown;
  /** A value of another type. */
  other?: unknown;
  allowed?: Kind[];
  /** Of one kind another text. */
  texts?: Partial<Record<Kind, string>>;
};
type Field = Rule & { path: string; field: string; body(): Promise<object> | object };

/** The fields of a call, with a body in which nothing but the field is wrong. */
const of = (path: string, body: Field['body'], rules: Record<string, Rule>): Field[] =>
  Object.entries(rules).map(([field, rule]) => ({ path, field, body, ...rule }));

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
const change = async () => ({ visit_id: await visit() });
const date: Rule = {
  ...{ text: 'La fecha es obligatoria.', short: '2026' },
  texts: { 'too short': 'La fecha no es válida.' },
};
const hour: Rule = { text: 'El horario debe estar entre las 7 y las 23 h.', short: '6', allowed: optional };
const slotOf: Rule = { text: 'La franja horaria es obligatoria.', short: '0' };
const operation: Rule = { text: 'La operación es obligatoria.', short: '1', other: 101 };
const name: Rule = { text: 'El nombre es obligatorio.', short: ' ', other: 12 };
const technician: Rule = { text: technicianUnknown, short: '0', allowed: optional };
const order = () => ({ ot_type: 1, ot_number: here.orderNumber });
const ofClient = { client_id: { text: checkTheData, short: '1010000001' } };

const fields: Field[] = [
  // S1 §5
  ...of('order', order, {
    ot_number: { text: checkTheData, short: '1010000001' },
    ot_type: { text: checkTheData, short: 'x' },
  }),
  ...['client/info', 'orders/pending_from_client', 'visit/history', 'tickets/by_client'].flatMap((path) =>
    of(path, () => ({ client_id: here.clientId }), ofClient),
  ),
  ...of('visit/finish', () => finish(6), {
    status: { text: 'Por favor seleccione un estado de la lista', short: '0' },
    repair_code: {
      text: 'Por favor seleccione un tipo de reparación de la lista',
      ...{ short: 'R', other: 7 },
    },
  }),
  ...of('visit/finish', () => finish(30), {
    extra_comments: { text: 'Por favor escriba un motivo de cancelación', short: ' abc ', other: 12345 },
  }),
  ...of('visit/finish', () => finish(31), {
    derivation_type: { text: 'No se puede derivar service', short: '3', allowed: optional },
  }),
  ...of('visit/detach', change, {
    notes: { text: 'Debe ingresar el motivo de la desasignación', short: ' abc ', other: 12345 },
  }),
  // S2 §5
  ...of('visit/create', creation, { possibleDate: date, timestripe: slotOf, assigned_to: technician }),
  ...of('visit/edit', change, { tech_id: technician }),
  ...of('visit/change_technician', change, { tech_id: { ...technician, allowed: ['null'] } }),
  ...of('visit/reschedule', reschedule, {
    new_date: date,
    new_status: { text: 'Debe seleccionar un motivo de la lista', short: '0' },
    new_timestripe: slotOf,
    reschedule_comments: {
      text: 'Debe completar las notas de la reprogramación',
      ...{ short: '  ', other: 12345 },
    },
  }),
  ...of('timestripes/edit', slot, {
    from: hour,
    to: hour,
    name: { ...name, allowed: optional },
    subsidiary_id: operation,
  }),
  ...of('priorities/edit', () => ({ id: 9 }), {
    priority: { text: 'La prioridad debe ser un número entero de 0 a 99.', short: '-1' },
  }),
  ...of('zones/edit', zone, {
    name,
    subsidiary_id: operation,
    selected_nodes: { text: 'Elegí al menos un nodo.', short: [] },
  }),
  ...of('user/set_telegram_chat_id', () => ({}), {
    telegram_chat_id: {
      text: 'El Identificador debe tener al menos 5 dígitos',
      ...{ short: '1234', other: 500011 },
    },
  }),
  ...of('user/login', () => ({ password: 'agenda-demo' }), {
    username: { text: 'Ingresá tu usuario', short: ' ', other: 12 },
  }),
  ...of('user/login', () => ({ username: 'jefe' }), {
    password: { text: 'Ingresá tu contraseña', short: '', other: 12 },
  }),
  // The other calls.
  ...of('search', () => ({}), { text: { text: 'Escribí al menos 3 caracteres', short: 'ab', other: 12 } }),
  ...['retention/preview', 'orders/pending', 'settings/history', 'conversations/edit'].flatMap((path) => {
    const field = path === 'conversations/edit' ? 'subsidiary_id' : 'subsidiary';
    return of(path, () => ({ setting: 'zones', months: 12 }), { [field]: operation });
  }),
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
      const answer = await web().call(path, body, { token: path === 'user/login' ? null : token });
      const wanted = texts[kind] ?? text;
      expect(answer.status, answer.text).toBe(422);
      expect(answer.body.diagnostic).toBe(wanted);
      expect(answer.body.data.fields).toEqual({ [field]: wanted });
    },
  );
});

const badAmount = 'La cantidad debe ser un número entero de hasta 7 dígitos.';
const badOperations = 'Las operaciones deben ser una lista de códigos de 3 dígitos.';
const items: [path: string, body: () => Promise<object> | object, field: string, text: string][] = [
  ...[-1, 12_345_678, 1.5, '007', null].map((amount): (typeof items)[number] => [
    'visit/finish',
    async () => ({ ...(await finish(6)), materials: [{ code: 'M1', amount }] }),
    'materials.0.amount',
    badAmount,
  ]),
  [
    'zones/edit',
    () => ({ ...zone(), selected_nodes: [5, 'zz'] }),
    'selected_nodes.1',
    'Uno de los nodos no pertenece a la operación de la zona.',
  ],
  ['report/my_techs', () => ({ subsidiaries: ['zz'] }), 'subsidiaries.0', badOperations],
  ['report/my_techs', () => ({ subsidiaries: 'zz' }), 'subsidiaries', badOperations],
  ['subsidiary/get_techs', () => ({ subsidiaries: ['zz'] }), 'subsidiaries.0', badOperations],
  [
    'users/edit',
    () => ({ id: 1, subsidiaries: ['zz'] }),
    'subsidiaries.0',
    'Una de las operaciones no existe.',
  ],
  [
    'absences/edit',
    () => ({ tech_id: here.technicianId, from: tomorrow, to: tomorrow, timestripes: ['zz'] }),
    'timestripes.0',
    'Franja horaria inexistente',
  ],
];

describe('an item of a list is answered with the text of its list', () => {
  it.each(items)('%s', async (path, body, field, text) => {
    const answer = await web().call(path, await body(), { token });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body.diagnostic).toBe(text);
    expect(answer.body.data.fields).toEqual({ [field]: text });
  });
});
