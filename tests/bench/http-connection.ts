import { connect } from 'node:net';

export type HttpAnswer = { status: number; head: string; body: Buffer; bytes: number };
export type HttpConnection = {
  send(request: string): Promise<HttpAnswer>;
  /** False once either side has closed it. */
  isOpen(): boolean;
  close(): void;
};

/**
 * One kept-alive connection, one request at a time, as light as it can be: the
 * caller must not be what is measured. Understands answers with a content-length
 * and those without a body, which is all that a server here sends.
 */
export async function openHttp(port: number): Promise<HttpConnection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail));
  let waiting: { done: (answer: HttpAnswer) => void; fail: (error: Error) => void } | null = null;
  let parts: Buffer[] = [];
  let size = 0;
  let head: { status: number; text: string; total: number } | null = null;
  const fail = (error: Error) => {
    waiting?.fail(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the connection was closed')));
  socket.setTimeout(15_000, () => fail(new Error('no answer within 15 s')));
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    size += chunk.length;
    head ??= readHead(parts.length === 1 ? chunk : Buffer.concat(parts));
    if (!head || size < head.total) return;
    const whole = parts.length === 1 ? chunk : Buffer.concat(parts);
    const answered = waiting;
    const { status, text, total } = head;
    const body = whole.subarray(text.length, total);
    parts = [];
    size = 0;
    head = null;
    waiting = null;
    answered?.done({ status, head: text, body, bytes: total });
  });
  return {
    send: (request) =>
      new Promise((done, fail) => {
        if (socket.destroyed) throw new Error('the connection was closed before');
        if (waiting) throw new Error('the request before has not been answered yet');
        waiting = { done, fail };
        socket.write(request);
      }),
    isOpen: () => !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

function readHead(data: Buffer) {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const text = data.toString('latin1', 0, end + 4);
  const length = /\r\ncontent-length: (\d+)/i.exec(text);
  return { status: Number(text.slice(9, 12)), text, total: end + 4 + Number(length?.[1] ?? 0) };
}

/** A call as it goes over the wire; without a token: a sign-in. */
export const postText = (path: string, token: string | null, body: unknown, key?: string): string => {
  const json = JSON.stringify(body);
  const headers = `host: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}content-type: application/json\r\n${key ? `idempotency-key: ${key}\r\n` : ''}content-length: ${Buffer.byteLength(json)}`;
  return `POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${json}`;
};

export const getText = (path: string, token: string, etag?: string): string =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: agenda=${token}\r\naccept-encoding: gzip\r\n${etag ? `if-none-match: ${etag}\r\n` : ''}\r\n`;
