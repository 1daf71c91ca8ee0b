/**
 * Every process's log: JSON lines with the process's name, without secrets and personal data. The last line
 * of defence: callers leave them out to begin with.
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

/** Fields that are always redacted. */
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
  // PostgreSQL's error details contain values.
  'detail',
  'parameters',
  'args',
];
const named = new RegExp(
  `"(${secretNames.join('|')})":("(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|-?[0-9.]+)`,
  'gi',
);

/** Secrets by their shape, and their replacements. */
const shapes: [RegExp, string][] = [
  [/\bBearer [A-Za-z0-9._~+/-]+=*/g, 'Bearer [redacted]'],
  [/\bagenda=[A-Za-z0-9_-]+/g, 'agenda=[redacted]'],
  [/(\/visit\/external\/(?:view|reply|live)\/)[A-Za-z0-9_-]+/g, '$1[redacted]'],
  [/(?<!\d)\d{6,}:[A-Za-z0-9_-]{30,}/g, '[redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=]+/g, '[redacted]'],
  [/\$argon2[^"\s]+/g, '[redacted]'],
  [/(:\/\/[^:/@\s"]*:)[^@\s"]+@/g, '$1[redacted]@'],
  [/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[redacted]'],
  // Argentine telephones; orders and clients are numbers of 11 digits and stay.
  [/\+\d[\d ()-]{8,}\d|\b549?\d{10}\b/g, '[redacted]'],
];

export function redacted(line: string): string {
  const unnamed = line.replace(named, '"$1":"[redacted]"');
  return shapes.reduce((text, [shape, left]) => text.replace(shape, left), unnamed);
}
