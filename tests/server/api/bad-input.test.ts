import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseInput, refuseInput } from '../../../db/record/transact.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { calls } from '../../../server/api/table.ts';
import { type Answer, openSession, webServer } from '../../support/processes/web-server.ts';
import { addUser } from '../../support/record/fixtures.ts';
import { countChanges, hashOfRecord } from '../../support/record/record-hash.ts';
import { addReasons, makeThings, type Things, workingCalls } from '../../support/record/working-calls.ts';

/**
 * What every call must refuse (faults.md): cases made from a body that works and from its own schema, 2,000 for each. Whatever
 * its schema refuses is judged at once; of those that it takes, and of the others, `BAD_INPUT_SENT` travel over HTTP.
 * `npm run test:bad-input` sends all of 10,000; `BAD_INPUT_SEED` repeats a run. Never 5xx, always the envelope, a
 * Spanish diagnostic, nothing of the inside, and a refused command leaves the record as it was.
 */
const cases = Number(process.env.BAD_INPUT_CASES ?? 2_000);
const sent = Number(process.env.BAD_INPUT_SENT ?? 150);
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_301);

const { web, sql } = webServer({ trustProxy: 1 });
let there: Things;
let changes: () => Promise<number>;

beforeAll(async () => {
  await addReasons(sql());
  there = await makeThings(sql(), 'ajeno');
  changes = await countChanges(sql());
});

type Json = Record<string, unknown>;
/** What works for a call with things made for it, the same of another operation's, and the user who asks. */
type Given = { own: Json; foreign: Json; userId: number; token: string | null };

async function prepare(path: string): Promise<Given> {
  const { by, body } = workingCalls[path]!;
  const things = await makeThings(sql(), 'nuestro');
  const userId =
    by === 'technician'
      ? things.technicianUserId
      : await addUser(sql(), things.operation, {}, everyPermission);
  // A session of the asker's own to end.
  await openSession(sql(), userId, { kind: 'browser' });
  const token = by === 'anybody' ? null : await openSession(sql(), userId);
  const call = async (before: string, given: Json, key?: string) =>
    (await web().call(before, given, { token, ...(key ? { key } : {}) })).body.data;
  const bodyOf = async (of: Things) => (await body(of, { call, sql: sql() })) as Json;
  return { own: await bodyOf(things), foreign: await bodyOf(there), userId, token };
}

const nasty: unknown[] = [
  // Numbers, and texts that look like some.
  ...[0, -1, -0, 1.5, 2 ** 31, 2 ** 31 - 1, 2 ** 53, -(2 ** 53), 1e308],
  ...['0', '1 ', ' 1', '-1', '1.5', '1e3', '0x10', '１２', '١٢', '99999999999', '9'.repeat(400)],
  // Nothing that is seen, or something else than what is seen.
  ...['', ' ', '\t', '\u0000', 'a\u0000b', '\ud800', 'a\udfffb', '\u202Eabc', '\u200b', '\ufeff'],
  // At a limit and beyond it, in characters of several lengths.
  ...['🙂'.repeat(101), 'e\u0301'.repeat(60), 'x'.repeat(100), 'x'.repeat(101), 'x'.repeat(5_000)],
  // Nearly the number of an order or an operation.
  ...['10100000001x', '1010000001', '101000000012', '１０１'],
  // Nearly a day, or one far off.
  ...['2026-02-30', '2026-13-01', '2026-00-10', '0000-01-01', '10000-01-01', '9999-12-31', '1900-01-01'],
  ...['2199-12-31', '2026-1-1', '2026-01-01T00:00:00Z', 'today', 'infinity', '-infinity'],
  // What other languages read as their own.
  ...['NaN', 'null', 'undefined', "' or 1=1 --", '"; drop table visits; --', '%', '_', '\\', '{{7*7}}'],
  ...['<script>alert(1)</script>', '../../etc/passwd'],
  // Lists and objects.
  ...[[], [null], [[]], [1], ['1'], [1, 2], {}],
  ...[{ length: 1 }, { toString: 1 }, { valueOf: null }, { constructor: { prototype: { a: 1 } } }],
  { refused: true, status: 200, text: 'x', code: 'x' },
  Array(1_000).fill('101'),
  Array(600).fill({ code: 'M1', amount: 1 }),
  [{ code: 'M1', amount: '007' }],
  [{ code: 'M1', amount: 12_345_678 }],
  [{ code: '\u0000', amount: 1 }],
  ...[[{ code: 'M1' }], [{}], [null, undefined]],
  // Pictures that are none.
  'data:image/png;base64,AAAA',
  `data:image/png;base64,${'A'.repeat(500)}`,
  'data:image/svg+xml;base64,PHN2Zz4=',
];
const anything = () =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...nasty) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.double() },
  );

/** A value of this JSON Schema. */
function like(schema: Json): fc.Arbitrary<unknown> {
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options) return fc.oneof(...options.map(like));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => like({ ...schema, type })));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'object')
    return fc.record(
      Object.fromEntries(propertiesOf(schema).map(([name, property]) => [name, like(property)])),
      { requiredKeys: (schema.required as string[] | undefined) ?? [] },
    );
  if (schema.type === 'array') return fc.array(like((schema.items ?? {}) as Json), { maxLength: 3 });
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer({ min: 1, max: 20 });
  return fc.constantFrom<unknown>('texto', 'con ñ y 🙂', '12345678901');
}

const propertiesOf = (schema: Json) => Object.entries((schema.properties ?? {}) as Record<string, Json>);

/** Fields that are named like those of the record, which no client may set. */
const foreignFields = {
  operation: '999',
  status_id: 6,
  creator_id: 1,
  technician_id: 1,
  actor: { userId: 1 },
  now: '2020-01-01',
  key: 'x',
};

/** A body made of what works: most cases are wrong in one place only, and so get far. */
type Case = (given: Pick<Given, 'own' | 'foreign'>) => unknown;

/** What works but for one or two fields, with a field of another operation's or too many, or anything at all. */
function casesOf(given: Json): fc.Arbitrary<Case> {
  const schema = (given.anyOf as Json[] | undefined)?.find(({ type }) => type === 'object') ?? given;
  const properties = propertiesOf(schema);
  // A call that asks for nothing is sent something all the same.
  const names = properties.length > 0 ? properties.map(([name]) => name) : ['visit_id', 'sample'];
  const another = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.record(Object.fromEntries(properties.map(([name, one]) => [name, like(one)]))),
    },
  );
  const right: fc.Arbitrary<Case> = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant('') }, fc.constantFrom(...names)),
      another,
      fc.constantFrom(...names),
    )
    .map(([taken, values, name]) => ({ own, foreign }) => ({
      ...own,
      ...(taken in foreign ? { [taken]: foreign[taken] } : {}),
      ...(name in values ? { [name]: values[name as keyof typeof values] } : {}),
    }));
  const wrongIn = (count: number) =>
    fc
      .tuple(
        right,
        fc.array(fc.tuple(fc.constantFrom(...names), anything()), { minLength: count, maxLength: count }),
      )
      .map(
        ([make, wrong]): Case =>
          (of) => ({ ...(make(of) as Json), ...Object.fromEntries(wrong) }),
      );
  return fc.oneof(
    { weight: 8, arbitrary: wrongIn(1) },
    { weight: 3, arbitrary: wrongIn(2) },
    { weight: 5, arbitrary: right },
    {
      weight: 1,
      arbitrary: right.map(
        (make): Case =>
          (of) => ({ ...(make(of) as Json), ...foreignFields }),
      ),
    },
    {
      weight: 1,
      arbitrary: anything().map(
        (value): Case =>
          () =>
            value,
      ),
    },
  );
}

const schemaOf = (path: string) =>
  z.toJSONSchema(calls[path]!.input, { io: 'input', unrepresentable: 'any' }) as Json;

const inner =
  /select |insert into|syntax error|violates|relation "|postgres|node_modules|\bat \S+ \(|\.ts:\d|Cannot read|undefined/i;
const english = /invalid|expected|must be|too (big|small|long|short)|unrecognized|required|received/i;

/** What is wrong with an answer; nothing when it is as it must be. */
function wrongWith(answer: Answer, headers = answer.headers): string | null {
  const { status, body, text } = answer;
  if (status >= 500) return `status ${status}`;
  if (!headers.get('content-type')?.includes('application/json') || body === undefined) return 'no envelope';
  if (body.code !== status) return `code ${body.code} under status ${status}`;
  if (status === 200)
    return body.error === 0 && body.diagnostic === '' && 'data' in body ? null : 'no envelope of success';
  if (status < 400 || status === 400) return `status ${status}`;
  if (body.error === 0 || typeof body.diagnostic !== 'string' || body.diagnostic.trim() === '')
    return 'no diagnostic';
  if (inner.test(text) && status !== 409) return 'the inside shows';
  if (english.test(body.diagnostic)) return 'not in Spanish';
  for (const [field, message] of Object.entries(body.data?.fields ?? {}))
    if (typeof message !== 'string' || message === '' || english.test(message))
      return `field ${field}: ${message}`;
  return null;
}

/** JSON in ASCII: a lone surrogate travels as its escape, as an attacker would send it. */
const toJson = (value: unknown) =>
  (JSON.stringify(value) ?? '').replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

let address = 0;
/** A busy process says nothing of the body, and is asked again; a body that keeps it busy is found by the last answer. */
async function send(...asked: Parameters<typeof sendOnce>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce(...asked);
    const again = Number(answer.headers.get('retry-after'));
    if (answer.status !== 503 || !again || tries === 4) return answer;
    await new Promise((resolve) => setTimeout(resolve, again * 1_000));
  }
}
const sendOnce = (
  path: string,
  body: string | Uint8Array<ArrayBuffer> | undefined,
  as: string | null,
  more: Record<string, string> = {},
) =>
  web().send(`/v1/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
    headers: {
      'content-type': 'application/json',
      // An address a case: the login's own limit is another test's.
      'x-forwarded-for': `10.1.${(++address >> 8) & 255}.${address & 255}`,
      ...(as === null ? {} : { authorization: `Bearer ${as}` }),
      ...more,
    },
  });

/**
 * The cases that the call's schema refuses and those that it takes. What a call does first with a body is done here at
 * once: a refusal has to say what is wrong, in Spanish, in the envelope, before anything is sent.
 */
function split(path: string, all: Case[], given: Given, bad: string[]): [wrong: Case[], right: Case[]] {
  const [wrong, right]: [Case[], Case[]] = [[], []];
  for (const one of all) {
    const asked = toJson(one(given));
    const body: unknown = JSON.parse(asked || '{}');
    const parsed = parseInput(calls[path]!.input, body);
    (parsed.success ? right : wrong).push(one);
    if (parsed.success) continue;
    const { status, text, fields } = refuseInput(parsed.error);
    const answer = { code: status, error: 1, diagnostic: text, data: { fields } };
    const headers = new Headers({ 'content-type': 'application/json' });
    const problem = wrongWith({ status, headers, text: JSON.stringify(answer), body: answer });
    if (problem) bad.push(`${problem}: ${asked.slice(0, 300)}`);
  }
  return [wrong, right];
}

/** So many of them, from the whole length of the list. */
const some = <T>(list: T[], count: number): T[] =>
  list.length <= count
    ? list
    : Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!);

describe.each(Object.keys(calls))('%s', (path) => {
  const { input } = calls[path]!;
  // A login that works is recorded too.
  const acts = calls[path]!.acts || path === 'user/login';
  const works = workingCalls[path]!.status ?? 200;
  const tokenFor = async ({ userId, token }: Given) =>
    path === 'user/logout' ? await openSession(sql(), userId) : token;

  it(`answers ${cases} wrong bodies as it must`, { timeout: 30_000 + cases * 20 + sent * 100 }, async () => {
    const bad: string[] = [];
    const seen = new Map<number, number>();
    let given = await prepare(path);
    let day = today(new Date());
    const ask = async (one: Case) => {
      const body = toJson(one(given));
      const answer = await send(path, body, await tokenFor(given));
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const problem = wrongWith(answer);
      if (problem) bad.push(`${problem}: ${body.slice(0, 300)} → ${answer.text.slice(0, 300)}`);
      return { body, answer };
    };
    const all = fc.sample(casesOf(schemaOf(path)), { numRuns: cases, seed });
    const [wrong, right] = split(path, all, given, bad);
    const chosen = [...some(right, sent - Math.min(wrong.length, sent >> 2)), ...some(wrong, sent >> 2)];
    const before = await changes();
    if (acts) {
      let done = 0;
      for (const one of chosen) {
        const count = await changes();
        const { body, answer } = await ask(one);
        // What worked leaves less to refuse to those that follow; so does midnight.
        if ((answer.status === 200 && ++done % 4 === 0) || day !== today(new Date())) {
          given = await prepare(path);
          day = today(new Date());
        }
        if (answer.status === 200) continue;
        if ((await changes()) !== count) bad.push(`refused, and changed the record: ${body}`);
      }
    } else {
      const queue = [...chosen];
      const client = async () => {
        for (let one = queue.shift(); one; one = queue.shift()) await ask(one);
      };
      await Promise.all([client(), client(), client(), client()]);
      if ((await changes()) !== before) bad.push('a question changed the record');
    }
    expect(bad.slice(0, 5), JSON.stringify([...seen])).toEqual([]);
    const far = wrong.length > 0 ? [works, 422] : [works];
    expect([...seen.keys()], 'cases that get far').toEqual(expect.arrayContaining(far));
  });

  it('answers bodies that are no JSON of its kind', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const raw: [string, string | Uint8Array<ArrayBuffer> | undefined, Record<string, string>?][] = [
      ['malformed', '{"visit_id":'],
      ['two values', '{}{}'],
      ['a comment', '{/**/}'],
      ['duplicate keys', `{"visit_id":1,"visit_id":"x","visit_id":${2 ** 53}}`],
      ['__proto__', '{"__proto__":{"visit_id":1,"permissions":["can_create_visit"]}}'],
      ['escaped __proto__', '{"\\u005f_proto__":{"visit_id":1}}'],
      ['constructor', '{"constructor":{"prototype":{"visit_id":1}}}'],
      ['1,000 levels of objects', deep(1_000)],
      ['100,000 levels of lists', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['1e400', '{"visit_id":1e400,"offset":-1e400}'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['null', 'null'],
      ['empty', ''],
      ['none', undefined],
      ['spaces', '   '],
      ['NULs', '\u0000\u0000'],
      ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
      ['UTF-16', new Uint8Array(Buffer.from('{"visit_id":1}', 'utf16le'))],
      ['said to be gzip', '{}', { 'content-encoding': 'gzip' }],
      ['XML', '<a/>', { 'content-type': 'application/xml' }],
      ['a form', 'visit_id=1', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['multipart', '--x--', { 'content-type': 'multipart/form-data; boundary=x' }],
      ['text', '{}', { 'content-type': 'text/plain' }],
      ['a content type that is none', '{}', { 'content-type': 'rubbish' }],
      ['2 MB', `{"x":"${'x'.repeat(2_097_152)}"}`],
      ['an empty key', '{}', { 'idempotency-key': '' }],
      ['a key of 5,000', '{}', { 'idempotency-key': 'k'.repeat(5_000) }],
      ['a key in Latin-1', '{}', { 'idempotency-key': 'clavé ÿ' }],
    ];
    const given = await prepare(path);
    const before = await hashOfRecord(sql());
    for (const [name, body, headers] of raw) {
      const answer = await send(path, body, await tokenFor(given), headers);
      expect(wrongWith(answer), `${name}: ${answer.text.slice(0, 200)}`).toBeNull();
    }
    // A command that needs nothing is asked rightly by an empty body.
    if (!acts || !input.safeParse({}).success) expect(await hashOfRecord(sql())).toBe(before);
  });
});

it.each(Object.keys(calls).filter((path) => path.startsWith('intake/')))(
  '%s reports each wrong row by itself, inside and all',
  async (path) => {
    const { own, foreign, token } = await prepare(path);
    const { rows: list } = schemaOf(path).properties as { rows: { items: Json } };
    const of = { own: (own.rows as Json[])[0]!, foreign: (foreign.rows as Json[])[0]! };
    const rows = fc
      .sample(casesOf(list.items), { numRuns: Math.min(cases, 10_000), seed })
      .map((one) => one(of));
    const answer = await send(path, toJson({ rows }), token);
    expect(wrongWith(answer), answer.text.slice(0, 300)).toBeNull();
    const { received, created, changed, unchanged, refused, errors } = answer.body.data;
    expect([received, created + changed + unchanged + refused]).toEqual([rows.length, rows.length]);
    expect(created + changed, 'rows that get far').toBeGreaterThan(0);
    const strange = errors.filter(
      ({ message }: { message: string }) => !message || english.test(message) || inner.test(message),
    );
    expect(strange.slice(0, 5)).toEqual([]);
  },
);
