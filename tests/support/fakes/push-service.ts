import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { Db } from '../../../db/connection/open.ts';
import type { InstallationKeys } from '../../../db/secrets/keys.ts';
import type { PushPayload } from '../../../machines/notice/push.ts';
import { oneTryAnOrigin } from '../../../workers/jobs/one-try-an-origin.ts';
import type { PushTools } from '../../../workers/jobs/push-to-browser.ts';
import { makePoster } from '../../../workers/webhooks/post-signed.ts';
import { listen } from './fake.ts';

// What web-push encrypts with; its own decryption is the receiving browser's half.
const { decrypt } = createRequire(createRequire(import.meta.url).resolve('web-push'))('http_ece') as {
  decrypt(body: Buffer, options: { version: string; privateKey: unknown; authSecret: string }): Buffer;
};

/** A browser that has subscribed, with its keys. */
export type Browser = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** What it was sent, decrypted. */
  received: PushPayload[];
};
type Answer = { status: number; times?: number; headers?: Record<string, string> };

/**
 * A push service as strict as RFC 8030, 8188, 8291 and 8292 let it be: a message without a TTL, not of aes128gcm, too
 * long, or whose VAPID token is not right for this service, this key and this day is refused and listed in `wrong`.
 */
export async function startPushService(publicKey: string) {
  const browsers = new Map<string, Browser & { privateKey: unknown; fault: Answer | null }>();
  const wrong: string[] = [];
  let origin = '';
  const server = createServer(async (request, response) => {
    const end = (status: number, headers = {}) => response.writeHead(status, headers).end();
    const body = Buffer.concat(await request.toArray());
    const browser = browsers.get(request.url!);
    if (!browser) return end(404);
    const problem = problemOf(request.headers as Record<string, string>, body, origin, publicKey);
    if (problem) {
      wrong.push(problem);
      return end(problem.startsWith('vapid') ? 403 : 400);
    }
    const { fault } = browser;
    if (fault && (fault.times ?? 1) > 0) {
      if (fault.times !== undefined) fault.times--;
      return end(fault.status, fault.headers);
    }
    const { privateKey, auth } = browser;
    const plain = decrypt(body, { version: 'aes128gcm', privateKey, authSecret: auth });
    browser.received.push(JSON.parse(plain.toString()) as PushPayload);
    end(201, { location: `${origin}/message/${randomBytes(4).toString('hex')}` });
  });
  const { port, close } = await listen(server, 0);
  origin = `http://127.0.0.1:${port}`;
  return {
    wrong,
    subscribe(): Browser {
      const privateKey = createECDH('prime256v1');
      privateKey.generateKeys();
      const path = `/send/${randomBytes(9).toString('base64url')}`;
      const browser = {
        endpoint: `${origin}${path}`,
        p256dh: privateKey.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
        received: [],
        privateKey,
        fault: null,
      };
      browsers.set(path, browser);
      return browser;
    },
    /** What the next messages to a browser are answered. */
    fail(browser: Browser, answer: Answer) {
      browsers.get(new URL(browser.endpoint).pathname)!.fault = answer;
    },
    close,
  };
}

function problemOf(headers: Record<string, string>, body: Buffer, origin: string, publicKey: string) {
  if (!/^\d+$/.test(headers.ttl ?? '')) return 'no TTL';
  if (headers['content-encoding'] !== 'aes128gcm') return 'not aes128gcm';
  if (headers['content-type'] !== 'application/octet-stream') return 'not octets';
  if (!['very-low', 'low', 'normal', 'high'].includes(headers.urgency ?? 'normal')) return 'no such urgency';
  if (body.length === 0 || body.length > 4_096) return 'no message, or a long one';
  const match = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '');
  if (!match) return 'vapid: no token';
  const [, head, claims, signature, key] = match as unknown as string[];
  if (key !== publicKey) return 'vapid: another key';
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicPoint = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' } as never);
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicPoint, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  if (!signed) return 'vapid: not signed by its key';
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString());
  if (aud !== origin) return `vapid: for ${aud}`;
  const seconds = Date.now() / 1_000;
  if (!(exp > seconds && exp <= seconds + 86_400)) return 'vapid: not of this day';
  return /^(mailto:|https:\/\/)/.test(sub) ? null : 'vapid: no contact';
}

/** What a worker of a test sends push messages with, to local services only. */
export const pushTools = (db: Db, { push }: Pick<InstallationKeys, 'push'>): PushTools => ({
  db,
  keys: push,
  subject: 'mailto:agenda@example.com',
  post: makePoster(true),
  origins: oneTryAnOrigin(),
});
