import { z } from 'zod';
import {
  type Ability,
  type Actor,
  mayDo,
  mayResend,
  type Permission,
  refusedBy,
} from '../../machines/access/permissions.ts';
import { retentionLimits } from '../../machines/access/retention.ts';
import { today } from '../../machines/calendar/slots.ts';
import { isOpen } from '../../machines/visit/facts.ts';
import { daysToOffer, mostDaysToOffer } from '../../machines/visit/offer.ts';
import { imageTypeOf, safeFileName } from '../../machines/wire/ticket-file.ts';
import {
  isRefusal,
  type Refusal,
  type RefusalCode,
  refuse,
  refuseField,
} from '../../machines/words/refusals.ts';
import { mergeNamesInput } from '../commands/catalogue/merge-names-input.ts';
import {
  day,
  elevenDigits,
  flag,
  id,
  operationCode,
  optional,
  pageOffset,
  text,
  wholeBetween,
  wholeNumber,
} from '../commands/input.ts';
import { cancellable } from '../connection/cancellable.ts';
import type { Db } from '../connection/open.ts';
import { readFromStandby } from '../connection/standby.ts';
import { findVersion } from '../feed/operation-version.ts';
import { parseInput, refuseInput } from '../record/transact.ts';
import { readAttention } from './attention/attention.ts';
import { foreseeMerge } from './catalogue/foresee-merge.ts';
import { listOtherNames } from './catalogue/list-other-names.ts';
import { clientPage, findClient, listVisitHistory } from './orders/client.ts';
import { listClientMessages } from './orders/client-messages.ts';
import { findOrder, listClientPendingOrders, type OrderDetail } from './orders/order.ts';
import { listPendingOrders } from './orders/pending-orders.ts';
import { listSameClients } from './orders/same-clients.ts';
import { findTicket, hasPriorityTickets, listClientTickets } from './orders/tickets.ts';
import { findAnything } from './search/find-anything.ts';
import { foreseeForgetting } from './settings/retention.ts';
import { readDayMap } from './visits/map.ts';
import { findOrderPlaces } from './visits/order-places.ts';

/** Who asks, and when. */
export type Asker = {
  db: Db;
  actor: Actor;
  now: Date;
  /** Aborted when its reader has left. */
  signal?: AbortSignal;
};

/**
 * What of the record a read reaches. With `operation` the one that the input names has to be the asker's; where none is
 * named, the read itself keeps to the asker's operations.
 */
type Reach<Input> =
  | 'operations'
  | 'installation'
  | { operation: (input: Input) => string; otherwise?: RefusalCode };

type Entrance = 'screen' | 'api';

type Row<Input extends z.ZodType, Answer, Shown extends object> = {
  /** The fields of the API's call; a screen sends the same in its query. */
  input: Input;
  /** Null: everyone who is signed in. It has to be said, so that none is forgotten. */
  permission: Permission | Ability | null;
  reach: Reach<z.output<Input>>;
  run: (asker: Asker, input: z.output<Input>) => Promise<Answer | Refusal>;
  /** From a screen at `/ask/<name>`, by a call of `/v1`, or both. */
  by: readonly Entrance[];
  /** Of a read of a screen alone: the call of `/v1` that answers the same. */
  call?: string;
  /** What a screen sends, where it is not what the call takes. */
  query?: z.ZodType<z.output<Input>>;
  /** What a screen receives. */
  show: (answer: Exclude<Answer, Refusal>, asker: Asker, input: z.output<Input>) => Shown;
};

/** A row of the registry. */
export const read = <Input extends z.ZodType, Answer, Shown extends object>(
  row: Row<Input, Answer, Shown>,
): Row<Input, Answer, Shown> => row;

const oneClient = z.object({ client_id: elevenDigits });
const ofClient = {
  permission: 'can_query_client',
  reach: {
    operation: ({ client_id }: { client_id: string }) => client_id.slice(0, 3),
    otherwise: 'client-operation-not-assigned',
  },
  by: ['screen', 'api'],
} as const;

/** A list by pages: the API's skips rows, a screen's begins at the first and says how many pages it wants. */
const paged: z.ZodType<{ client_id: string; offset: number; limit?: number }> = oneClient.extend({
  offset: pageOffset,
});
/** One row more than is shown says whether there is another page. */
const pagesOf = (rows: number) =>
  oneClient
    .extend({ pages: wholeBetween(1, 9_999, refuse('check-the-data').text).optional() })
    .transform(({ client_id, pages = 1 }) => ({ client_id, offset: 0, limit: pages * rows + 1 }));
const shownPages = <Of>(rows: Of[], { limit = clientPage + 1 }: { limit?: number }) => ({
  rows: rows.slice(0, limit - 1),
  more: rows.length >= limit,
});

const ofOperation = ({ subsidiary }: { subsidiary: string }) => subsidiary;
const one = z.literal('1').optional().transform(Boolean);
const pending = z.object({
  subsidiary: operationCode,
  offset: pageOffset,
  request: z
    .enum(['pending', 'priority'])
    .nullish()
    .transform((mode) => mode ?? 'pending'),
  zone: optional(id),
  show_contractors: flag.nullish().transform((show) => show ?? false),
  unscheduled_only: flag.nullish().transform((only) => only ?? false),
  ot_type: optional(wholeNumber()),
});

const badDays = `La cantidad de días debe estar entre 1 y ${mostDaysToOffer}.`;
const { first, last } = retentionLimits;

/** A larger picture of a ticket is a download only. */
const previewBytes = 5_000_000;

/** Why a visit cannot be made of an order (S1 §2, §4); null: it can. */
const whyNoVisit = ({ statusId, visits, possibleSlots }: OrderDetail) => {
  if (statusId > 2) return 'closed' as const;
  if (visits.some(isOpen)) return 'pending' as const;
  return possibleSlots.length === 0 ? ('no-slots' as const) : null;
};

/**
 * What can be asked of the record, and who may: the mirror of `db/commands/registry.ts`. The screens' address
 * `/ask/<name>` and the calls of the API are made of it.
 */
export const reads = {
  order: read({
    input: z.object({ ot_type: wholeNumber(), ot_number: elevenDigits }) as z.ZodType<{
      ot_number: string;
      ot_type?: number;
    }>,
    query: z.object({ ot_number: elevenDigits }),
    permission: 'can_query_order',
    reach: {
      operation: ({ ot_number }) => ot_number.slice(0, 3),
      otherwise: 'order-operation-not-assigned',
    },
    by: ['screen', 'api'],
    run: async ({ db, actor }, { ot_number, ot_type }) =>
      (await findOrder(db, actor, { number: ot_number, type: ot_type })) ?? refuse('order-unknown'),
    show: (order, { actor }) => ({
      order,
      mayCreate: mayDo(actor, 'can_create_visit'),
      mayOpenClient: mayDo(actor, 'can_query_client'),
      whyNot: whyNoVisit(order),
    }),
  }),
  orderPlaces: read({
    input: z.object({
      ot_type: optional(wholeNumber()),
      ot_number: elevenDigits,
      days: wholeBetween(1, mostDaysToOffer, badDays).nullish(),
    }),
    permission: 'can_query_order',
    // An order of another operation does not exist for the asker.
    reach: { operation: ({ ot_number }) => ot_number.slice(0, 3), otherwise: 'order-unknown' },
    by: ['screen', 'api'],
    run: async ({ db, actor, now }, { ot_number, ot_type, days }) =>
      (await findOrderPlaces(
        db,
        actor,
        { number: ot_number, type: ot_type },
        { now, days: days ?? daysToOffer },
      )) ?? refuse('order-unknown'),
    show: ({ whyNot, ...places }) => ({ ...places, whyNotText: whyNot && refuse(whyNot).text }),
  }),
  pendingOrders: read({
    input: pending,
    query: pending.extend({ show_contractors: one, unscheduled_only: one }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db }, input) =>
      listPendingOrders(db, {
        operation: input.subsidiary,
        mode: input.request,
        zoneId: input.zone,
        showContractors: input.show_contractors,
        unscheduledOnly: input.unscheduled_only,
        orderType: input.ot_type,
        offset: input.offset,
      }),
    show: ({ orders, total }) => ({ orders, total }),
  }),
  client: read({
    ...ofClient,
    input: oneClient,
    run: async ({ db, actor }, { client_id }) => {
      const [client, same] = await Promise.all([
        findClient(db, actor, client_id),
        listSameClients(db, actor, client_id),
      ]);
      return client ? { client, same } : refuse('client-unknown');
    },
    show: (answer) => answer,
  }),
  clientOrders: read({
    ...ofClient,
    input: oneClient,
    run: ({ db, actor }, { client_id }) => listClientPendingOrders(db, actor, client_id),
    show: (orders) => ({ orders }),
  }),
  clientHistory: read({
    ...ofClient,
    input: paged,
    query: pagesOf(clientPage),
    run: ({ db, actor }, { client_id, offset, limit = clientPage }) =>
      readFromStandby(db, (from) => listVisitHistory(from, actor, client_id, { offset, limit })),
    show: (visits, _asker, input) => {
      const { rows, more } = shownPages(visits, input);
      return { visits: rows, more };
    },
  }),
  clientMessages: read({
    ...ofClient,
    // A client of another operation does not exist for the asker.
    reach: { ...ofClient.reach, otherwise: 'client-unknown' },
    input: paged,
    query: pagesOf(20),
    run: async ({ db, actor, now }, { client_id, offset, limit = clientPage }) =>
      (await findClient(db, actor, client_id))
        ? listClientMessages(db, actor, client_id, { offset, limit, now })
        : refuse('client-unknown'),
    show: (messages, { actor }, input) => {
      const { rows, more } = shownPages(messages, input);
      return { messages: rows, more, mayResend: mayResend(actor) };
    },
  }),
  clientTickets: read({
    ...ofClient,
    // The API answers tickets whole, with the bytes of their files.
    by: ['screen'],
    call: 'tickets/by_client',
    input: paged,
    query: pagesOf(clientPage),
    run: async ({ db, actor }, { client_id, offset, limit = clientPage }) => {
      const [tickets, priority] = await Promise.all([
        listClientTickets(db, actor, client_id, { offset, limit }),
        hasPriorityTickets(db, actor, client_id),
      ]);
      return { tickets, priority };
    },
    show: ({ tickets, priority }, _asker, input) => {
      const { rows, more } = shownPages(tickets, input);
      return { tickets: rows, priority, more };
    },
  }),
  ticket: read({
    input: z.object({ id, client_id: text(20) }),
    permission: 'can_query_client',
    reach: 'operations',
    by: ['screen'],
    call: 'tickets/by_client',
    run: async ({ db, actor }, { id, client_id }) => {
      const ticket = await findTicket(db, actor, id);
      // An address that was put together by hand shows no ticket under another client's number.
      return ticket?.clientId === client_id ? ticket : refuse('ticket-unknown');
    },
    // Of a file its name, its size, and whether its bytes are a picture's.
    show: (ticket) => ({
      ticket: {
        ...ticket,
        notes: ticket.notes.map((note) => ({
          ...note,
          files: note.files.map(({ id, name, size, head }) => ({
            id,
            size,
            name: safeFileName(name),
            picture: size <= previewBytes && imageTypeOf(head) !== null,
          })),
        })),
      },
    }),
  }),
  attention: read({
    input: z.looseObject({}).nullish(),
    permission: 'can_query_client',
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }) => readAttention(db, actor.operations),
    show: (attention) => attention,
  }),
  dayMap: read({
    input: z.object({ subsidiary: operationCode, date: day.nullish() }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db, now }, { subsidiary, date }) => readDayMap(db, subsidiary, date ?? today(now)),
    show: (map) => map,
  }),
  search: read({
    input: z.object({ text: text(20_000, undefined, refuse('search-too-short').text) }),
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    // It ends in the database too when its reader leaves.
    run: async ({ db, actor, signal }, input) =>
      (await readFromStandby(db, (from) =>
        signal
          ? cancellable(from, signal, (one) => findAnything(one, actor, input.text))
          : findAnything(from, actor, input.text),
      )) ?? refuseField('search-too-short', 'text'),
    show: (items, _asker, input) => ({ text: input.text, items }),
  }),
  otherNames: read({
    input: mergeNamesInput.pick({ kind: true }).extend({ id }),
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => listOtherNames(db, actor, input),
    show: (others) => ({ others }),
  }),
  foreseenMerge: read({
    input: mergeNamesInput,
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }, input) => foreseeMerge(db, actor, input),
    show: (foreseen) => ({ foreseen }),
  }),
  foreseenForgetting: read({
    input: z.object({
      subsidiary: operationCode,
      months: wholeBetween(first, last, refuse('retention-range').text),
    }),
    permission: 'can_manage_users',
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db }, { subsidiary, months }) => foreseeForgetting(db, subsidiary, months),
    show: ({ before, orders }) => ({ before, orders }),
  }),
};

type Reads = typeof reads;
export type ReadName = keyof Reads;
/** What a read is asked for with, once it was checked. */
export type InputOf<Name extends ReadName> = z.output<Reads[Name]['input']>;
/** What a read answers when it is not refused. */
export type ReadAnswer<Name extends ReadName> = Exclude<Awaited<ReturnType<Reads[Name]['run']>>, Refusal>;

/** As it arrives in a browser: an instant travels as text. */
type Sent<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Key in keyof Value]: Sent<Value[Key]> }
    : Value;
/** What a screen receives at `/ask/<name>` when it is not refused. */
export type Shown<Name extends ReadName> = Sent<ReturnType<Reads[Name]['show']>> & {
  ok: true;
  /** The operation's version when it was read, where the read is of one: later news are about it. */
  version: number;
};

type AnyRow = Row<z.ZodType, unknown, object>;
const rowOf = (name: string): AnyRow | undefined =>
  Object.hasOwn(reads, name) ? (reads[name as ReadName] as unknown as AnyRow) : undefined;

/** Checked in this order: the permission, the input, whether its operation is the asker's. */
async function admit(row: AnyRow, actor: Actor, schema: z.ZodType, raw: unknown) {
  const refused = row.permission && refusedBy(actor, row.permission);
  if (refused) return refuse(refused);
  const parsed = parseInput(schema, raw);
  if (!parsed.success) return refuseInput(parsed.error);
  if (typeof row.reach === 'string') return { input: parsed.data, operation: null };
  const operation = row.reach.operation(parsed.data);
  if (!actor.operations.includes(operation)) return refuse(row.reach.otherwise ?? 'operation-not-assigned');
  return { input: parsed.data, operation };
}

/** For a call of the API: checks who asks and what, then reads. */
export async function askRead<Name extends ReadName>(
  name: Name,
  asker: Asker,
  raw: unknown,
): Promise<{ answer: ReadAnswer<Name>; input: InputOf<Name> } | Refusal> {
  const row = rowOf(name)!;
  const admitted = await admit(row, asker.actor, row.input, raw);
  if (isRefusal(admitted)) return admitted;
  const answer = await row.run(asker, admitted.input);
  if (isRefusal(answer)) return answer;
  return { answer: answer as ReadAnswer<Name>, input: admitted.input as InputOf<Name> };
}

/** For `/ask/<name>`: the same, with what the screen receives. */
export async function askForScreen(name: string, asker: Asker, raw: unknown): Promise<object | Refusal> {
  const row = rowOf(name);
  if (!row?.by.includes('screen')) return refuse('call-unknown');
  const admitted = await admit(row, asker.actor, row.query ?? row.input, raw);
  if (isRefusal(admitted)) return admitted;
  const { input, operation } = admitted;
  // The version first: what is read after it is at least as new, and news of what came between is asked about again.
  const version = operation === null ? null : ((await findVersion(asker.db, operation)) ?? 0);
  const answer = await row.run(asker, input);
  if (isRefusal(answer)) return answer;
  return { ...(version === null ? {} : { version }), ...row.show(answer, asker, input) };
}
