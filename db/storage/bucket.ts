import { AwsClient } from 'aws4fetch';
import { checkName, isName, type Storage } from './storage.ts';

export type BucketSettings = {
  /** The address of the service, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** The service answers within this, or the request is tried again by who asked. */
const timeoutMs = 8_000;

/** Files in a bucket of any service that speaks S3, addressed by path. */
export function openBucket({ endpoint, bucket, ...credentials }: BucketSettings): Storage {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 0 });
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const ask = async (name: string, request: RequestInit = {}) =>
    client.fetch(`${root}/${checkName(name)}`, { ...request, signal: AbortSignal.timeout(timeoutMs) });
  return {
    async put(name, bytes, contentType) {
      await done(
        await ask(name, {
          method: 'PUT',
          body: bytes as Uint8Array<ArrayBuffer>,
          headers: { 'content-type': contentType },
        }),
      );
    },
    async get(name) {
      const answer = await ask(name);
      if (answer.status === 404) return answer.text().then(() => null);
      if (!answer.ok) await done(answer);
      return Buffer.from(await answer.arrayBuffer());
    },
    async delete(name) {
      const answer = await ask(name, { method: 'DELETE' });
      if (answer.status === 404) await answer.text();
      else await done(answer);
    },
    async *list() {
      let last: string | undefined;
      let more = true;
      while (more) {
        // The first version of the listing, whose pages begin after a name: every service speaks it.
        const query = new URLSearchParams(last === undefined ? {} : { marker: last });
        const answer = await client.fetch(`${root}?${query}`, { signal: AbortSignal.timeout(timeoutMs) });
        const page = await done(answer);
        for (const [, name] of page.matchAll(/<Key>([^<]+)<\/Key>/g)) {
          last = name;
          // Names of ours have nothing that XML would escape.
          if (isName(name!)) yield name!;
        }
        more = page.includes('<IsTruncated>true</IsTruncated>');
      }
    },
  };
}

/** @throws with the service's own code, never with what was signed */
async function done(answer: Response): Promise<string> {
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Error(
    `the bucket answered ${answer.status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`.trim(),
  );
}
