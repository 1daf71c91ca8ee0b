import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { calls } from '../../../server/api/table.ts';
import { expectDocumented } from '../../support/house/documented.ts';
import { webServer } from '../../support/processes/web-server.ts';

type Media = { schema: object; example?: unknown };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: object[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
};
type Document = { openapi: string; tags: { name: string }[]; paths: Record<string, { post: Operation }> };

const { web } = webServer();
const read = async () => (await web().send('/v1/openapi.json')).body as unknown as Document;

describe('GET /v1/openapi.json', () => {
  it('is an OpenAPI 3.1 document, without a session, and is not sent again to a client that has it', async () => {
    const answer = await web().send('/v1/openapi.json');
    expect(answer.status).toBe(200);
    const { valid, errors } = await new Validator().validate(answer.body as never);
    expect(errors ?? []).toEqual([]);
    expect([valid, (answer.body as unknown as Document).openapi]).toEqual([true, '3.1.0']);
    const again = await web().send('/v1/openapi.json', {
      headers: { 'if-none-match': answer.headers.get('etag')! },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('names every call of the table, the session check and the uploads, and nothing else', async () => {
    const { paths } = await read();
    const expected = [
      ...Object.keys(calls).map((path) => `/v1/${path}`),
      '/v1',
      '/v1/user/upload_profile_picture',
      '/v1/visit/photos',
    ];
    expect(Object.keys(paths).sort()).toEqual(expected.sort());
  });

  it('says of every call what it does, under a subject that it explains, and who may make it', async () => {
    const { paths, tags } = await read();
    const subjects = tags.map(({ name }) => name);
    for (const [path, { post }] of Object.entries(paths)) {
      expect(post.summary, path).toMatch(/^['A-Z].{5,}\.$/);
      expect(subjects, path).toContain(post.tags[0]);
      expect(post.security, path).toEqual(calls[path.slice(4)]?.anonymous ? [] : [{ bearer: [] }]);
    }
    expect(new Set(Object.values(paths).map(({ post }) => post.operationId)).size).toBe(
      Object.keys(paths).length,
    );
  });

  it('does not show the inside of the product', async () => {
    const { text } = await web().send('/v1/openapi.json');
    expect(text).not.toMatch(/password_hash|token_hash|argon2|select |postgres/i);
  });
});

describe('GET /v1/docs', () => {
  it('comes from us alone, under the policy of every page', async () => {
    const { status, text, headers } = await web().send('/v1/docs');
    expect(status).toBe(200);
    expect(text).not.toMatch(/https?:\/\//);
    const nonce = /nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1];
    for (const [tag] of text.matchAll(/<(script|style)[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    for (const [, source] of text.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const file = await web().send(source!);
      expect([file.status, file.headers.get('cache-control')], source).toEqual([200, 'public, max-age=3600']);
    }
  });

  it('hands out nothing else of the library’s folder', async () => {
    for (const path of [
      'package.json',
      'index.html',
      '../express/package.json',
      '..%2fexpress%2fpackage.json',
    ])
      expect((await web().send(`/v1/docs/${path}`)).status, path).toBe(404);
  });
});

describe('the examples', () => {
  it('are there for every call, and are what its document promises', async () => {
    const { paths } = await read();
    for (const path of Object.keys(calls)) {
      const { post } = paths[`/v1/${path}`]!;
      const request = post.requestBody!.content['application/json']!.example;
      const response = post.responses[200]!.content!['application/json']!.example;
      expect(request, `request of ${path}`).toBeDefined();
      expect(calls[path]!.input.safeParse(request), `request of ${path}`).toMatchObject({ success: true });
      expectDocumented(`/v1/${path}`, 200, response);
    }
  });

  it('hold no live token', async () => {
    const { text } = await web().send('/v1/openapi.json');
    const tokens = text.match(/(?<="token":")[^"]+|(?<=external\/view\/)[\w-]+/g) ?? [];
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter((token) => !token.startsWith('EXAMPLE-'))).toEqual([]);
  });
});
