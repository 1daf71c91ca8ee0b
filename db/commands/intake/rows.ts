import { z } from 'zod';
import { catalogueName } from '../../../machines/order/catalogue-name.ts';
import { instant, requiredText, text, wholeNumber } from '../input.ts';

/**
 * The rows of an intake, by the API's names. An absent field stays as it is; null and '' clear it, or mean
 * absent where it may not be empty.
 */
/** An operation's 3 digits, and 8 more. */
const number = z.string('Son 11 dígitos, como texto.').regex(/^[0-9]{11}$/, 'Son 11 dígitos.');
const whole = (max = 2_147_483_647) => wholeNumber(max, `Es un número entero de 0 a ${max}.`);
const yesOrNo = z.boolean('Es sí o no: true o false.');
const line = (max: number) => text(max, undefined, 'Es un texto.').transform((value) => value.trim());
/** Null clears a text that is not nullable in the record. */
const emptied = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => (value === null ? '' : value));
/** '' clears a text that is nullable in the record. */
const nullable = (max: number) =>
  line(max)
    .nullish()
    .transform((value) => (value === '' ? null : value));
/** Of a catalogue: what is no name, as 'NULL' or '-', empties it. */
const catalogued = (max: number) => nullable(max).transform((value) => value && catalogueName(value));
/** Null is absent: the field cannot be empty. */
const required = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Degrees, as a number or its decimal text. */
const degrees = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^-?\d{1,3}(\.\d{1,15})?$/)
        .transform(Number),
    ],
    'Las coordenadas son grados decimales, como -34.6037.',
  )
  .nullish()
  .meta({ examples: [-34.6037] });
/** Of the address, WGS 84: both, or neither. */
const point = { lat: degrees, lon: degrees };

const device = z.object({ type: line(60), mac: line(60), serial: line(80) });
const service = z.object({ service_qty: whole(32_767), service_name: line(200) });

const clientFields = {
  name: required(line(200)),
  /** The name has the surname first, without a comma: it is taken with one. */
  surname_first: yesOrNo.nullish(),
  client_status: required(line(60)),
  address: emptied(300),
  location: emptied(200),
  ...point,
  telephone: nullable(60),
  email: nullable(254),
  wa_number: nullable(60),
  telegram_chat_id: nullable(60),
  /** Of identity (DNI, CUIT): the search finds the client by it. */
  document: nullable(40),
  /** Replaces the whole list. */
  client_devices: required(z.array(device).max(100)),
};
export const clientRow = z.object({ client_id: number, ...clientFields });
/** An order's inline client may omit its number. */
const inlineClient = z.object({ client_id: required(number), ...clientFields });

export const orderRow = z.object({
  ot_number: number,
  ot_type: required(whole()),
  /** Adds the type if its number is unknown. */
  ot_type_friendly: required(catalogued(80)),
  client_id: required(number),
  /** Taken before the order, like a row of clients. */
  client: required(inlineClient),
  status_id: required(whole(99)),
  symptom_id: whole().nullish(),
  symptom: catalogued(120),
  node_name: catalogued(80),
  tag: emptied(80),
  address: emptied(300),
  location: emptied(200),
  ...point,
  telephone: emptied(60),
  detail: emptied(10_000),
  notes: emptied(4_000),
  contractor: required(yesOrNo),
  repeating_failures: required(whole(999)),
  date_created: required(instant),
  date_closed: required(instant),
  repair_code: nullable(40),
  /** Replaces the whole list; so do the related ones. */
  services: required(z.array(service).max(100)),
  related_orders: required(z.array(number).max(100)),
  /** A late feed does not reopen what a visit fulfilled, unless set. */
  reopen: required(yesOrNo),
});

export const maxFileBytes = 5 * 1024 * 1024;

const file = z.object({
  name: line(255),
  content_type: required(text(120).regex(/^[\w.+-]+\/[\w.+-]+$/, 'El tipo de contenido no es válido.')),
  /** base64; at most 5 MB when decoded. */
  content: z.string(),
});
const note = z.object({
  note_number: requiredText(60, 'Falta el número de la nota.'),
  priority: required(yesOrNo),
  timestamp: required(instant),
  from: required(line(120)),
  title: emptied(300),
  body: emptied(20_000),
  attached_files: required(z.array(file).max(20)),
});
export const ticketRow = z.object({
  ticket_number: requiredText(60, 'Falta el número del ticket.'),
  client_id: required(number),
  ot_number: nullable(11),
  title: required(line(300)),
  body: emptied(20_000),
  timestamp: required(instant),
  notes: required(z.array(note).max(500)),
});

export type ClientInput = z.output<typeof clientRow>;
export type InlineClient = z.output<typeof inlineClient>;
export type OrderInput = z.output<typeof orderRow>;
export type TicketInput = z.output<typeof ticketRow>;
export type NoteInput = z.output<typeof note>;
