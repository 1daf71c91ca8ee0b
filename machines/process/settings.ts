import { z } from 'zod';
import { isZone } from '../calendar/zone.ts';
import { argentina, type Bounds } from '../order/point.ts';
import { isTelephoneCountry } from '../telephone/read-number.ts';
import { readDatabaseHosts } from './database-url.ts';

/**
 * Every setting of the product, read once by each entry point and passed on.
 *
 * @param env the process's environment; an empty text counts as absent
 * @returns the settings, or one line per problem: the setting's name, what was wrong, what is accepted.
 * Values of secret settings are never part of a problem.
 */
export function readSettings(env: Record<string, string | undefined>): SettingsAnswer {
  const environment = Object.fromEntries(
    settingNames.flatMap((name) => (env[name]?.trim() ? [[name, env[name]?.trim()]] : [])),
  );
  const parsed = shape.safeParse(environment);
  if (!parsed.success) {
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => problemLine(issue.path[0], environment)),
    };
  }
  const problems = missingCompanions(parsed.data);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, settings: named(parsed.data) };
}

export type SettingsAnswer = { ok: true; settings: Settings } | { ok: false; problems: string[] };
export type Settings = ReturnType<typeof named>;

const secret = z.string().min(32);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));

const port = wholeFrom(1, 65_535);

const telegramApi = 'https://api.telegram.org';

/** The name of an installation among several that operations are divided over. */
export const installationName = /^[a-z\d][a-z\d-]{0,19}$/;

const shape = z.object({
  PORT: port.default(3000),
  HOST: z.string().regex(/^\S+$/).default('0.0.0.0'),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => readTrust(text) !== undefined)
    .default('false'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ROLE: z.enum(['web', 'worker']).optional(),
  INSTALLATION: z.string().regex(installationName).optional(),
  MAX_REQUESTS: wholeFrom(1, 100_000).default(200),
  DRAIN_SECONDS: wholeFrom(0, 15).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  OPS_PORT: port.optional(),
  OPS_HOST: z.string().regex(/^\S+$/).default('127.0.0.1'),
  WORKER_URL: httpUrl.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine((text) => readDatabaseHosts(text) !== undefined)
    .optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .refine((text) => readDatabaseHosts(text) !== undefined)
    .optional(),
  DATABASE_POOLER_PREPARES: z.enum(['true', 'false']).default('false'),
  REDIS_SENTINELS: z
    .string()
    .refine((text) => readHosts(text) !== undefined)
    .optional(),
  REDIS_SENTINEL_PASSWORD: z.string().optional(),
  LINK_SECRET: secret.optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/)
    .optional(),
  TELEGRAM_API_ROOT: httpUrl.default(telegramApi),
  TELEGRAM_WEBHOOK: z.enum(['true', 'false']).default('false'),
  WHATSAPP_TOKEN: z.string().optional(),
  WHATSAPP_PHONE_ID: z.string().regex(/^\d+$/).optional(),
  WHATSAPP_API_ROOT: httpUrl.default('https://graph.facebook.com/v21.0'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().regex(/@/).optional(),
  WEBHOOK_PRIVATE_ADDRESSES: z.enum(['true', 'false']).optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/)
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z\d-]+$/)
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  TIME_ZONE: z.string().refine(isZone).optional(),
  TELEPHONE_COUNTRY: z.string().refine(isTelephoneCountry).default('AR'),
  TELEPHONE_AREA_CODE: z
    .string()
    .regex(/^[1-9]\d{0,4}$/)
    .optional(),
  MAP_STYLE_URL: z.url({ protocol: /^https?$/ }).optional(),
  MAP_PMTILES: z.string().optional(),
  MAP_BOUNDS: z
    .string()
    .refine((text) => readBounds(text) !== undefined)
    .optional(),
});

type Read = z.output<typeof shape>;
type SettingName = keyof Read;

/** As in the environment and in `.env.example`. */
export const settingNames = Object.keys(shape.shape) as SettingName[];

const accepted: Record<SettingName, string> = {
  PORT: 'a whole number from 1 to 65535',
  HOST: 'an address to listen on, such as 0.0.0.0 or 127.0.0.1',
  PUBLIC_URL: 'an address that starts with http:// or https://',
  TRUST_PROXY:
    'false, true for one proxy, how many proxies stand in a row (1 to 9), or their addresses with commas between',
  NODE_ENV: 'production, development or test',
  ROLE: 'web, worker, or nothing for both',
  INSTALLATION: 'a name of up to 20 lower-case letters, digits and hyphens, or nothing for the only one',
  MAX_REQUESTS: 'a whole number from 1 to 100000',
  DRAIN_SECONDS: 'a whole number from 0 to 15',
  METRICS_TOKEN: 'a text of at least 16 characters, or nothing to let only this machine ask',
  OPS_PORT: 'a whole number from 1 to 65535, or nothing for none',
  OPS_HOST: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  WORKER_URL: "an address that starts with http://, of a worker's OPS_HOST and OPS_PORT",
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'the address of an OpenTelemetry collector, such as http://127.0.0.1:4318, or nothing',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
  DATA_DIR: 'a folder',
  DATABASE_URL:
    'postgres://user:password@host:port/database, of a cluster with several host:port and commas between, over TLS with ?sslmode=require or verify-full, or nothing for the embedded PostgreSQL',
  DATABASE_READ_URL: 'the address of a standby of DATABASE_URL, as it, or nothing to read everything there',
  REDIS_URL:
    'redis:// or rediss://, or nothing to let PostgreSQL carry the queues; with REDIS_SENTINELS the name of the master instead of a host',
  DATABASE_DIRECT_URL:
    'postgres://user:password@host:port/database past the pooler of DATABASE_URL, or nothing where DATABASE_URL is PostgreSQL itself',
  DATABASE_POOLER_PREPARES: 'true where the pooler carries prepared statements, or false',
  REDIS_SENTINELS: 'host:port of each sentinel with commas between, or nothing for one Redis',
  REDIS_SENTINEL_PASSWORD: 'the password that the sentinels ask for, or nothing',
  LINK_SECRET: 'a text of at least 32 characters',
  TELEGRAM_BOT_TOKEN: "the bot's token as BotFather gives it, digits:letters",
  TELEGRAM_API_ROOT: 'an address that starts with http:// or https://',
  TELEGRAM_WEBHOOK: 'true, with TELEGRAM_BOT_TOKEN and a PUBLIC_URL that starts with https://, or false',
  WHATSAPP_TOKEN: 'the access token of the WhatsApp Cloud API',
  WHATSAPP_PHONE_ID: "the phone number's id, digits only",
  WHATSAPP_API_ROOT: 'an address that starts with http:// or https://',
  SMTP_URL: 'smtp:// or smtps://, with user and password if the server asks for them',
  MAIL_FROM: 'a sender with an address, such as Agenda <agenda@example.com>',
  WEBHOOK_PRIVATE_ADDRESSES: 'true, false, or nothing for false in production and true elsewhere',
  S3_ENDPOINT:
    'the address of a service that speaks S3, or nothing to keep photos in DATA_DIR; with the other S3_ settings',
  S3_BUCKET: "a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens",
  S3_REGION: "the bucket's region, such as us-east-1",
  S3_ACCESS_KEY_ID: 'the id of an access key that may read, write and delete in the bucket',
  S3_SECRET_ACCESS_KEY: "the access key's secret",
  TIME_ZONE:
    'the name of a time zone, such as America/Argentina/Buenos_Aires (without it that one) or America/Bogota',
  TELEPHONE_COUNTRY: 'the two capital letters of a country, such as AR',
  TELEPHONE_AREA_CODE: 'an area code without its zero, such as 2477, or nothing',
  MAP_STYLE_URL: "a MapLibre style's address, which starts with http:// or https://, or nothing",
  MAP_PMTILES: 'a file of vector tiles in the PMTiles format, or nothing',
  MAP_BOUNDS:
    'four degrees with commas between: west, south, east, north, such as -73.6,-55.2,-53.6,-21.7 (Argentina)',
};

const secretSettings = new Set<PropertyKey>([
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_DIRECT_URL',
  'REDIS_URL',
  'REDIS_SENTINEL_PASSWORD',
  'LINK_SECRET',
  'TELEGRAM_BOT_TOKEN',
  'WHATSAPP_TOKEN',
  'SMTP_URL',
  'METRICS_TOKEN',
  'S3_SECRET_ACCESS_KEY',
]);

function problemLine(name: PropertyKey | undefined, environment: Record<string, string | undefined>) {
  const value = environment[String(name)] ?? '';
  const got = secretSettings.has(name ?? '')
    ? `its ${value.length} characters are not right`
    : `got "${value}"`;
  return `${String(name)}: ${got}; accepted: ${accepted[name as SettingName]}.`;
}

/** Settings that are valid only together: each alone would fail later, far from its cause. */
function missingCompanions(read: Read) {
  const missing = (name: SettingName, why: string) =>
    read[name] === undefined ? [`${name}: missing, ${why}; accepted: ${accepted[name]}.`] : [];
  const external = read.NODE_ENV === 'production' && read.DATABASE_URL !== undefined;
  const why = 'and required when NODE_ENV=production and DATABASE_URL is given';
  const webhook = read.TELEGRAM_WEBHOOK === 'true';
  // A local Bot API server delivers over plain http too.
  const plainWebhook =
    webhook && read.TELEGRAM_API_ROOT === telegramApi && read.PUBLIC_URL?.startsWith('https://') === false;
  return [
    ...(webhook ? missing('TELEGRAM_BOT_TOKEN', 'and required with TELEGRAM_WEBHOOK=true') : []),
    ...(webhook ? missing('PUBLIC_URL', 'and required with TELEGRAM_WEBHOOK=true') : []),
    ...(plainWebhook
      ? [`PUBLIC_URL: Telegram delivers to https:// only; accepted: ${accepted.PUBLIC_URL}.`]
      : []),
    ...(external ? [...missing('LINK_SECRET', why), ...guessable(read)] : []),
    ...(read.DATABASE_DIRECT_URL ? missing('DATABASE_URL', 'and required with DATABASE_DIRECT_URL') : []),
    ...(read.DATABASE_POOLER_PREPARES === 'true'
      ? missing('DATABASE_DIRECT_URL', 'and required with DATABASE_POOLER_PREPARES=true')
      : []),
    ...(read.REDIS_SENTINELS ? missing('REDIS_URL', 'and required with REDIS_SENTINELS') : []),
    ...(read.REDIS_SENTINEL_PASSWORD
      ? missing('REDIS_SENTINELS', 'and required with REDIS_SENTINEL_PASSWORD')
      : []),
    ...(read.WHATSAPP_TOKEN ? missing('WHATSAPP_PHONE_ID', 'and required with WHATSAPP_TOKEN') : []),
    ...(read.WHATSAPP_PHONE_ID ? missing('WHATSAPP_TOKEN', 'and required with WHATSAPP_PHONE_ID') : []),
    ...(read.S3_ENDPOINT
      ? (['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const).flatMap((name) =>
          missing(name, 'and required with S3_ENDPOINT'),
        )
      : []),
    ...(read.MAP_STYLE_URL && read.MAP_PMTILES
      ? [`MAP_PMTILES: only one of it and MAP_STYLE_URL can be the map; accepted: ${accepted.MAP_PMTILES}.`]
      : []),
    ...(read.S3_BUCKET ? missing('S3_ENDPOINT', 'and required with S3_BUCKET') : []),
    ...(read.SMTP_URL ? missing('MAIL_FROM', 'and required with SMTP_URL') : []),
  ];
}

/**
 * How much of `X-Forwarded-For` is trusted: nothing, what the last n proxies wrote, or what proxies at these
 * addresses wrote. Never all of it: its beginning is the client's claim. Undefined: invalid.
 */
function readTrust(text: string): false | number | string[] | undefined {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every((address) => proxyAddress.test(address)) ? addresses : undefined;
}

/** `host:port,host:port`. Undefined: invalid. */
function readHosts(text: string): { host: string; port: number }[] | undefined {
  const hosts = text.split(',').map((item) => {
    const [, host, digits] = /^([^\s:]+):(\d{1,5})$/.exec(item.trim()) ?? [];
    return { host: host ?? '', port: Number(digits) };
  });
  return hosts.every(({ port }) => port >= 1 && port <= 65_535) ? hosts : undefined;
}

/** An address or a network; invalid digits fail at the start, where it is used. */
const proxyAddress = /^(?=.*[.:])[0-9a-f.:]+(\/\d{1,3})?$/i;

/** West, south, east, north. Undefined: invalid. */
function readBounds(text: string): Bounds | undefined {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [west, south, east, north] = numbers as [number, number, number, number];
  const valid = numbers.length === 4 && west < east && south < north;
  return valid && west >= -180 && east <= 180 && south >= -90 && north <= 90
    ? { west, south, east, north }
    : undefined;
}

function wholeFrom(least: number, most: number) {
  return z.string().regex(/^\d+$/).transform(Number).pipe(z.int().min(least).max(most));
}

/** A placeholder instead of a random secret: long enough, but guessable. */
function guessable(read: Read) {
  const typed = read.LINK_SECRET !== undefined && new Set(read.LINK_SECRET).size < leastDistinct;
  return typed
    ? [
        'LINK_SECRET: its characters repeat too much to be random; accepted: the output of openssl rand -hex 32.',
      ]
    : [];
}

/** 64 random hex digits practically never have fewer distinct ones. */
const leastDistinct = 8;

function named(read: Read) {
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    trustProxy: readTrust(read.TRUST_PROXY)!,
    nodeEnv: read.NODE_ENV,
    role: read.ROLE,
    maxRequests: read.MAX_REQUESTS,
    drainSeconds: read.DRAIN_SECONDS,
    metricsToken: read.METRICS_TOKEN,
    opsPort: read.OPS_PORT,
    opsHost: read.OPS_HOST,
    workerUrl: read.WORKER_URL,
    otlpEndpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT,
    logLevel: read.LOG_LEVEL,
    dataDir: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL,
    databaseReadUrl: read.DATABASE_READ_URL,
    installation: read.INSTALLATION,
    redisUrl: read.REDIS_URL,
    /** Undefined: DATABASE_URL is the database itself, without a pooler. */
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    poolerPrepares: read.DATABASE_POOLER_PREPARES === 'true',
    redisSentinels: read.REDIS_SENTINELS
      ? { hosts: readHosts(read.REDIS_SENTINELS)!, password: read.REDIS_SENTINEL_PASSWORD }
      : undefined,
    linkSecret: read.LINK_SECRET,
    telegramBotToken: read.TELEGRAM_BOT_TOKEN,
    telegramApiRoot: read.TELEGRAM_API_ROOT,
    telegramWebhook: read.TELEGRAM_WEBHOOK === 'true',
    whatsappToken: read.WHATSAPP_TOKEN,
    whatsappPhoneId: read.WHATSAPP_PHONE_ID,
    whatsappApiRoot: read.WHATSAPP_API_ROOT,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    // Webhooks to private addresses reach what only this machine can: in production it has to be enabled.
    webhookPrivateAddresses: read.WEBHOOK_PRIVATE_ADDRESSES
      ? read.WEBHOOK_PRIVATE_ADDRESSES === 'true'
      : read.NODE_ENV !== 'production',
    bucket: read.S3_ENDPOINT
      ? {
          endpoint: read.S3_ENDPOINT,
          bucket: read.S3_BUCKET!,
          region: read.S3_REGION,
          accessKeyId: read.S3_ACCESS_KEY_ID!,
          secretAccessKey: read.S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    telephones: { country: read.TELEPHONE_COUNTRY, areaCode: read.TELEPHONE_AREA_CODE ?? null },
    map: { styleUrl: read.MAP_STYLE_URL ?? null, pmtiles: read.MAP_PMTILES ?? null },
    bounds: read.MAP_BOUNDS ? readBounds(read.MAP_BOUNDS)! : argentina,
  };
}
