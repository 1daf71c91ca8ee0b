/**
 * How every process writes its log: JSON lines that say which process wrote them, and in which nothing stands that
 * opens a door or reaches a person. The last line of defence: whoever logs leaves such things out to begin with.
 *
 * @param process 'web', 'worker'…
 * @param level pino's
 * @returns pino's options
 */
export const logOptions = (process: string, level: string) => ({
  level,
  base: { process },
  hooks: { streamWrite: redacted },
});

/** Names under which nothing is written, whatever it holds. */
const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'current',
  'next',
  'token',
  'secret',
  'signature',
  'telephone',
  'recipient',
  'wa_number',
  'telegram_chat_id',
  'chat_id',
  'email',
  // What PostgreSQL says beside an error names values.
  'detail',
  'parameters',
  'args',
];
const named = new RegExp(
  `"(${secretNames.join('|')})":("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|-?[0-9.]+)`,
  'gi',
);

/** What is a secret wherever it stands, and what is left of it. */
const shapes: [RegExp, string][] = [
  [/\bBearer [A-Za-z0-9._~+/-]+=*/g, 'Bearer [redacted]'],
  [/\bagenda=[A-Za-z0-9_-]+/g, 'agenda=[redacted]'],
  // The customer's link opens its visit.
  [/(\/visit\/external\/(?:view|reply|live)\/)[A-Za-z0-9_-]+/g, '$1[redacted]'],
  // A bot's token, and the secret of an outgoing webhook.
  [/(?<!\d)\d{6,}:[A-Za-z0-9_-]{30,}/g, '[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, '[redacted]'],
  // Hashes of passwords, and passwords in addresses.
  [/\$argon2[^"\s]+/g, '[redacted]'],
  [/(:\/\/[^:/@\s"]*:)[^@\s"]+@/g, '$1[redacted]@'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[redacted]'],
  // Telephones of the country; orders and clients are numbers of 11 digits and stay.
  [/\+\d[\d ()-]{8,}\d|\b549?\d{10}\b/g, '[redacted]'],
];

/** A line of the log without tokens, passwords, telephones and mail addresses. */
export function redacted(line: string): string {
  const unnamed = line.replace(named, '"$1":"[redacted]"');
  return shapes.reduce((text, [shape, left]) => text.replace(shape, left), unnamed);
}
