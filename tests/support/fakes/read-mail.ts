/**
 * A message as its reader sees it: subject and text decoded. Only what our own mails use (one text part,
 * quoted-printable, base64 or plain, UTF-8); anything else throws, so that a test notices.
 */
export function readMail(source: string): { headers: Map<string, string>; subject: string; text: string } {
  const gap = source.search(/\r?\n\r?\n/);
  const head = source.slice(0, gap).replace(/\r?\n[ \t]+/g, ' ');
  const headers = new Map(
    head.split(/\r?\n/).map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const type = headers.get('content-type') ?? 'text/plain';
  if (!/^text\/plain/.test(type)) throw new Error(`not a plain text mail: ${type}`);
  const body = source.slice(gap).replace(/^\r?\n\r?\n/, '');
  return {
    headers,
    subject: decodeWords(headers.get('subject') ?? ''),
    text: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit')
      .replaceAll('\r\n', '\n')
      .trimEnd(),
  };
}

function decodeBody(body: string, encoding: string): string {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return unquote(body.replace(/=\r?\n/g, ''));
    case '7bit':
    case '8bit':
      return body;
    default:
      throw new Error(`unknown encoding ${encoding}`);
  }
}

/** RFC 2047; the space between two encoded words is not part of the text. */
function decodeWords(value: string): string {
  return value.replace(/\?=\s+=\?/g, '?==?').replace(/(?:=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (run) => {
    const words = [...run.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)];
    const bytes = words.map(([, how = '', text = '']) =>
      how.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : unquoteBytes(text.replaceAll('_', ' ')),
    );
    return Buffer.concat(bytes).toString('utf8');
  });
}

function unquote(text: string): string {
  return unquoteBytes(text).toString('utf8');
}

function unquoteBytes(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1');
}
