import { z } from 'zod';
import { calendarColumns } from '../../db/reads/visits/calendar-row.ts';
import { abilities } from '../../machines/access/permissions.ts';
import { businessZone } from '../../machines/calendar/zone.ts';
import { userAnswer } from './answers/account.ts';
import {
  absenceAnswer,
  conversationAnswer,
  priorityAnswer,
  retentionAnswer,
  skillsAnswer,
  slotAnswer,
  zoneAnswer,
} from './answers/setting.ts';
import { count } from './answers/shapes.ts';
import { pictureAnswer, sessionCheckAnswer } from './answers/user.ts';
import { photoAnswer, visitAnswer } from './answers/visit.ts';
import { webhooksGetAnswer } from './answers/webhook.ts';
import { type Call, reaches } from './call.ts';

type Json = Record<string, unknown>;

/** Requests and answers on the demo data: `server/api/examples/examples.json` by path. */
export type Examples = Record<string, { request: unknown; response: unknown }>;

/**
 * The OpenAPI 3.1 document of every call (contract §3), generated from the schemas that validate input and
 * describe answers: what is not in the table is not in the document.
 *
 * @param calls the table of `table.ts`
 * @param examples may lack a call; its operation then shows none
 */
export function openApiDocument(calls: Record<string, Call>, examples: Examples): Json {
  const schemas: Json = {};
  const schemaOf = (type: z.ZodType, io: 'input' | 'output') => hoist(type, io, schemas);
  const refused = schemaOf(refusedEnvelope, 'output');
  const paths: Json = { '/v1': { post: sessionCheck(schemaOf) } };
  for (const [path, call] of Object.entries(calls))
    paths[`/v1/${path}`] = { post: operationOf(path, call, examples[path], schemaOf) };
  for (const upload of uploads) paths[`/v1/${upload.path}`] = { post: uploadOf(upload, schemaOf) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agenda técnica',
      version: '1',
      summary: 'Visits, work orders, settings and reports of a provider of internet and cable.',
      description: introduction,
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    tags: Object.entries(subjects).map(([name, { description }]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The `token` of `user/login`, or an integration’s.',
        },
      },
      headers: {
        Installation: { description: 'The name of an installation.', schema: { type: 'string' } },
        RetryAfter: { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^[0-9]+$' } },
      },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'The same key and body within 24 h answers as the first time did and acts once; with another body it is 422.',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
      },
      responses: Object.fromEntries(
        Object.entries(refusalReasons).map(([status, description]) => [
          `Refused${status}`,
          {
            description,
            ...(['429', '503'].includes(status)
              ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
              : {}),
            ...(status === '421'
              ? { headers: { 'X-Agenda-Installation': { $ref: '#/components/headers/Installation' } } }
              : {}),
            content: { 'application/json': { schema: refused } },
          },
        ]),
      ),
      schemas,
    },
  };
}

const introduction = `Every call is \`POST /v1/<path>\`, JSON in and out, with \`Authorization: Bearer <token>\`. The answer is always
an envelope: \`{ "code": 200, "error": 0, "diagnostic": "", "data": … }\` on success, and on failure the HTTP status as \`code\`,
a non-zero \`error\`, and a \`diagnostic\` in Spanish that may be shown to a person.

Ids are integers; operations are codes of 3 digits and orders and clients numbers of 11, as text. In a request a number may
also come as its decimal text, and 'none' or 'all' is \`null\` or absent. Days are local to ${businessZone()}.

A visit, slot, zone, priority, absence or list of skills carries a \`version\`: a command that sends it back acts on that version only, else it is
answered 409 with the thing as it is now.

Live changes come over socket.io at the same address (websocket only, the token as \`auth.token\`): \`watch { operation, version }\`
answers \`{ version, columns }\`, and \`changes { operation, after, to, events, visits, orders, … }\` follow, each event once. A visit in
them is an array of these columns, flags being 0 and 1: ${calendarColumns.map((column) => `\`${column}\``).join(', ')}.`;

/** Why a call is refused, by its status (contract §3). */
const refusalReasons: Record<string, string> = {
  400: 'The token is missing, wrong or expired. Only the session check answers so.',
  401: 'The token is missing, wrong or expired; of `user/login`: no account has this user and password.',
  403: 'A permission is missing, or the operation is not one of the asker’s.',
  404: 'What is named does not exist for the asker.',
  409: 'The state or the version does not allow it any more; `data` holds the thing as it is now.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  421: 'The asker’s operations have moved to another installation, which the header `X-Agenda-Installation` names: ask that one.',
  422: 'The input is not valid; `data.fields` names each field and its message.',
  429: 'Too many attempts.',
  500: 'An accident; the diagnostic carries a number for the log, and nothing else of the inside.',
  503: 'The database is unreachable, or the process sheds load. No session ends by it.',
};

/** The first match of a path is its tag. */
const subjects: Record<string, { description: string; has: RegExp }> = {
  Accounts: {
    description: 'The asker’s session, profile, preferences and saved views.',
    has: /^(user|views)(\/|$)/,
  },
  Administration: {
    description: 'Users, what was done to them, and for how long customers’ personal data are kept.',
    has: /^(users|retention)/,
  },
  Webhooks: { description: 'Events for the provider’s own systems.', has: /^webhooks/ },
  Intake: { description: 'Records from the provider’s own systems.', has: /^intake\// },
  Reports: { description: 'The twelve reports, and a visit’s timeline.', has: /^report\// },
  'Customer link': {
    description: 'What the holder of a visit’s link may ask and do.',
    has: /^visit\/external/,
  },
  Settings: {
    description:
      'Slots, priorities, zones, names of the catalogues, the customer’s conversation, absences and skills.',
    has: /^(timestripes|priorities|zones|names|conversations|absences|skills)/,
  },
  Visits: { description: 'The calendar and the life of a visit.', has: /^visits?(\/(?!history)|$)/ },
  'Orders and clients': { description: 'Work orders, clients, tickets and lists to choose from.', has: /^/ },
};

export const tagOf = (path: string): string =>
  Object.entries(subjects).find(([, { has }]) => has.test(path))![0];

type SchemaOf = (type: z.ZodType, io: 'input' | 'output') => Json;

function operationOf(
  path: string,
  call: Call,
  example: Examples[string] | undefined,
  schemaOf: SchemaOf,
): Json {
  const shown = (value: unknown) => (value === undefined ? {} : { example: value });
  const statuses = ['404', '413', '415', '422', '429', '500', '503'];
  if (!call.anonymous) statuses.push('401', '403', '421');
  if (call.acts) statuses.push('409');
  statuses.push(...(call.also ?? []).map(String));
  return {
    operationId: path,
    tags: [tagOf(path)],
    summary: call.does,
    description: [permissionText(call), call.rule, reaches[call.reach]].filter(Boolean).join(' '),
    security: call.anonymous ? [] : [{ bearer: [] }],
    'x-permission': call.permission,
    'x-reach': call.reach,
    ...(call.acts ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    requestBody: {
      required: false,
      content: { 'application/json': { schema: schemaOf(call.input, 'input'), ...shown(example?.request) } },
    },
    responses: {
      200: success(call, schemaOf, shown(example?.response)),
      ...Object.fromEntries(statuses.sort().map((status) => [status, refusedAs(status)])),
    },
  };
}

const refusedAs = (status: string) => ({ $ref: `#/components/responses/Refused${status}` });

function permissionText({ permission, anonymous }: Call): string {
  if (anonymous) return 'No token.';
  if (!permission) return 'No permission is needed.';
  const needs = Object.hasOwn(abilities, permission)
    ? abilities[permission as keyof typeof abilities].needs
    : [permission];
  return `Needs ${needs.map((name) => `\`${name}\``).join(', ')}.`;
}

function success(call: Pick<Call, 'answer' | 'detail'>, schemaOf: SchemaOf, shown: Json = {}): Json {
  const { answer, detail } = call;
  const envelope = {
    type: 'object',
    properties: {
      code: { const: 200 },
      error: { const: 0 },
      diagnostic: { const: '' },
      data: schemaOf(answer, 'output'),
      ...(detail ? { detail: schemaOf(detail, 'output') } : {}),
    },
    required: ['code', 'error', 'diagnostic', 'data', ...(detail ? ['detail'] : [])],
    additionalProperties: false,
  };
  return { description: 'Done.', content: { 'application/json': { schema: envelope, ...shown } } };
}

function sessionCheck(schemaOf: SchemaOf): Json {
  return {
    operationId: 'session_check',
    tags: ['Accounts'],
    summary: 'Whether the token still opens a session.',
    description: 'Any body, or none: it is not read.',
    security: [{ bearer: [] }],
    responses: {
      200: success({ answer: sessionCheckAnswer }, schemaOf),
      400: refusedAs('400'),
      421: refusedAs('421'),
      500: refusedAs('500'),
      503: refusedAs('503'),
    },
  };
}

/** The calls that are not JSON; not in the table (`server/files/`). */
const uploads = [
  {
    path: 'user/upload_profile_picture',
    tag: 'Accounts',
    does: 'Keeps a profile picture: PNG, JPEG or WebP, at most 5 MB. It is decoded and encoded anew.',
    rule: `No permission is needed. ${reaches.account}`,
    reach: 'account',
    field: 'picture',
    texts: [],
    answer: pictureAnswer,
    refusals: ['401', '403', '413', '421', '422', '429', '500', '503'],
  },
  {
    path: 'visit/photos',
    tag: 'Visits',
    does: 'Adds a photo to a visit: JPEG, PNG or WebP, at most 5 MB, 8 a visit. It is decoded and encoded anew.',
    rule: `Technicians only, for their own visits, until a day after their end. ${reaches.operations}`,
    reach: 'operations',
    field: 'photo',
    texts: ['visit_id', 'happened_at'],
    answer: photoAnswer,
    refusals: ['401', '403', '404', '409', '413', '421', '422', '429', '500', '503'],
  },
] as const;

function uploadOf(
  { path, tag, does, rule, reach, field, texts, answer, refusals }: (typeof uploads)[number],
  schemaOf: SchemaOf,
): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = {
    [field]: file,
    ...Object.fromEntries(texts.map((name) => [name, { type: 'string' }])),
  };
  return {
    operationId: path,
    tags: [tag],
    summary: does,
    description: rule,
    security: [{ bearer: [] }],
    'x-permission': null,
    'x-reach': reach,
    ...(field === 'photo' ? { parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }] } : {}),
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { type: 'object', properties, required: [field, ...texts.slice(0, 1)] },
        },
      },
    },
    responses: {
      200: success({ answer }, schemaOf),
      ...Object.fromEntries(refusals.map((status) => [status, refusedAs(status)])),
    },
  };
}

const fields = z.record(z.string(), z.string());

/** A failure's envelope. `data` names the fields (422), or holds the current state that a 409 is about, beside the fields that it concerns. */
const refusedEnvelope = z
  .strictObject({
    code: z.int().min(400).max(599),
    error: z.int().min(1),
    diagnostic: z.string().min(1),
    data: z.union([
      z.null(),
      z.strictObject({ fields, left: count.optional() }),
      z.strictObject({ visit: visitAnswer, fields: fields.optional(), left: count.optional() }),
      z.strictObject({ timestripe: slotAnswer }),
      z.strictObject({ zone: zoneAnswer }),
      z.strictObject({ priority: priorityAnswer }),
      z.strictObject({ conversation: conversationAnswer }),
      z.strictObject({ webhook: webhooksGetAnswer }),
      z.strictObject({ user: userAnswer }),
      z.strictObject({ retention: retentionAnswer }),
      z.strictObject({ absence: absenceAnswer }),
      z.strictObject({ skills: skillsAnswer }),
      z.strictObject({ reason: z.literal('password-change-required') }),
    ]),
  })
  .meta({ id: 'Refused' });

/** A schema whose named parts are moved to `components/schemas`. */
function hoist(type: z.ZodType, io: 'input' | 'output', into: Json): Json {
  const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(type, { io, unrepresentable: 'any' }) as Json;
  for (const [name, part] of Object.entries($defs as Json)) into[name] = tidy(part);
  const schema = tidy(own) as Json;
  if (typeof schema.id !== 'string') return schema;
  const { id: name, ...rest } = schema;
  into[name as string] = rest;
  return { $ref: `#/components/schemas/${name}` };
}

const isOnly = (schema: Json, name: string) => name in schema && Object.keys(schema).length === 1;

/** Rewrites references to the moved parts, and drops union members that match nothing. */
function tidy(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidy);
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, anyOf, ...rest } = part as Json;
  const tidied = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, tidy(value)]));
  if (typeof $ref === 'string') return { ...tidied, $ref: $ref.replace('#/$defs/', '#/components/schemas/') };
  if (!Array.isArray(anyOf)) return tidied;
  const fitting = (tidy(anyOf) as Json[])
    .filter((member) => !isOnly(member, 'not'))
    .flatMap((member) => (isOnly(member, 'anyOf') ? (member.anyOf as Json[]) : [member]));
  return fitting.length === 1 ? { ...fitting[0], ...tidied } : { ...tidied, anyOf: fitting };
}
