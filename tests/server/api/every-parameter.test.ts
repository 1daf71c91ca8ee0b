import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { calls } from '../../../server/api/table.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addOrder, addUser, addVisit } from '../../support/record/fixtures.ts';
import {
  addReasons,
  failNotice,
  type Json,
  makeThings,
  type Things,
  workingCalls,
} from '../../support/record/working-calls.ts';

// No parameter of a reading call is taken and ignored: another value of it gives another answer, or a refusal.

const { web, sql } = webServer();
let things: Things;
let token: string;

beforeAll(async () => {
  await addReasons(sql());
  things = await makeThings(sql(), 'Propio');
  const { operation, clientId, nodeId, zoneId } = things;
  await sql()`update orders set node_id = ${nodeId} where operation = ${operation}`;
  await sql()`
    update visits set zone_id = ${zoneId}, technician_id = ${things.technicianId}, assigned_at = now(), on_the_way_at = now(),
      derivation_type = 1
    where operation = ${operation}`;
  const moved = { rescheduled: true, closedAt: new Date(), rescheduledNext: things.freeVisitId };
  const visitId = await addVisit(sql(), things, moved);
  await sql()`update visits set rescheduled_previous = ${visitId} where id = ${things.freeVisitId}`;
  await addOrder(sql(), clientId, { contractor: true });
  await failNotice(sql(), things);
  const userId = await addUser(sql(), operation, {}, everyPermission);
  token = await openSession(sql(), userId);
  const changed = { id: things.technicianUserId, firstName: 'Otra', version: 1 };
  expect((await web().call('users/edit', changed, { token })).status).toBe(200);
});

const day = (days: number) => addDays(today(new Date()), days);
const absent = 2_147_483_647;

/** Another value of a parameter, by its name. */
const others: Record<string, unknown> = {
  ot_number: '99900000001',
  ot_type: 999,
  client_id: '99900000001',
  subsidiary: '999',
  subsidiaries: ['999'],
  operations: ['999'],
  date: day(900),
  date_: day(3),
  date_selected: day(2),
  start_date: day(-35),
  month: `${day(-400).slice(0, 8)}01`,
  text: 'nadie que se llame así',
  search: 'nadie que se llame así',
  active: false,
  offset: 1000,
};

/** Where the name does not say it: what the body has besides, and the two values. */
const pairs: Record<string, { besides?: (things: Things) => Json; one: unknown; two?: unknown }> = {
  'users/audit search': { one: 'otra', two: 'nadie' },
  'users/audit before': { one: undefined, two: 1 },
  'orders/pending offset': { besides: () => ({ request: 'pending' }), one: 0, two: 1 },
  'orders/pending ot_type': { one: 1, two: 999 },
  'timestripes/eval date': { one: day(1), two: day(-1) },
  'visit/get_timestripes_by_date date_selected': { one: day(1), two: day(-1) },
  'visit/get_timestripes_by_visit_id date_selected': { one: day(1), two: day(-1) },
  ...Object.fromEntries(
    ['subsidiary/get_techs', 'priorities', 'conversations'].map((path) => [
      `${path} subsidiary`,
      { besides: () => ({ operations: undefined, subsidiaries: undefined }), one: undefined, two: ['999'] },
    ]),
  ),
  // Of the last days there are none.
  'names subsidiary': { besides: () => ({ days: undefined }), one: undefined, two: '999' },
  'names text': { besides: () => ({ days: undefined }), one: undefined, two: 'nadie que se llame así' },
  'webhooks/deliveries before': { one: undefined, two: '1' },
};

const parameters = Object.entries(calls)
  .filter(([path, { acts, anonymous }]) => !acts && !anonymous && workingCalls[path])
  .flatMap(([path, { input }]) => namesOf(input).map((name) => [path, name] as const));

function namesOf(input: z.ZodType): string[] {
  type Node = { properties?: object; anyOf?: Node[] };
  const names = ({ properties = {}, anyOf = [] }: Node): string[] => [
    ...Object.keys(properties),
    ...anyOf.flatMap(names),
  ];
  return [...new Set(names(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Node))];
}

it.each(parameters)('%s answers otherwise for another value of %s', async (path, name) => {
  const key = `${path} ${name}`;
  const body = await workingCalls[path]!.body(things, { sql: sql(), call: async () => ({}) });
  const pair = pairs[key];
  const ask = async (value: unknown) => {
    const sent = { ...body, ...pair?.besides?.(things), [name]: value };
    const { status, body: answer } = await web().call(path, sent, { token });
    return status === 200 ? JSON.stringify(answer.data) : `refused: ${status}`;
  };
  const one = await ask(pair ? pair.one : body[name]);
  expect(one).not.toMatch(/^refused/);
  expect(await ask(pair ? pair.two : (others[name] ?? absent))).not.toBe(one);
});
