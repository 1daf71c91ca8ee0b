import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { secureHeaders } from '../http/secure-headers.ts';
import type { Shedding } from '../http/shedding.ts';
import examples from './examples/examples.json' with { type: 'json' };
import { openApiDocument } from './openapi.ts';
import { calls } from './table.ts';

/**
 * `GET /v1/openapi.json`, and `GET /v1/docs`: Swagger UI from our own files, under the screens' policy.
 * Public: it describes the product, not the data.
 */
export async function documentRoutes(app: FastifyInstance, { exempt }: Pick<Shedding, 'exempt'>) {
  app.addHook('onRoute', ({ url }) => exempt(url));
  let made: { plain: Buffer; zipped: Buffer; tag: string } | undefined;
  const document = () => {
    if (made) return made;
    const plain = Buffer.from(JSON.stringify(openApiDocument(calls, examples)));
    const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    made = { plain, zipped: gzipSync(plain), tag };
    return made;
  };

  app.get('/v1/openapi.json', (request, reply) => {
    const { plain, zipped, tag } = document();
    reply.header('etag', tag).header('cache-control', 'public, no-cache').header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === tag) return reply.code(304).send();
    reply.type('application/json; charset=utf-8');
    if (!String(request.headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  });

  app.get('/v1/docs', (_request, reply) => {
    const nonce = randomBytes(16).toString('base64');
    secureHeaders(reply, { nonce });
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(nonce));
  });
  app.get('/v1/docs/', (_request, reply) => reply.redirect('/v1/docs', 308));
  await app.register(files, {
    root: path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    serve: false,
    cacheControl: false,
    setHeaders: (reply) => reply.setHeader('cache-control', 'public, max-age=3600'),
  });
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'])
    app.get(`/v1/docs/${file}`, (_request, reply) => reply.removeHeader('cache-control').sendFile(file));
}

const page = (nonce: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Agenda técnica: API</title>
<link rel="icon" href="/v1/docs/favicon-32x32.png">
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
<style nonce="${nonce}">body { margin: 0 } .swagger-ui .topbar { display: none }</style>
<main id="docs"></main>
<script nonce="${nonce}" src="/v1/docs/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', follow);
  follow();
  SwaggerUIBundle({ url: '/v1/openapi.json', dom_id: '#docs', docExpansion: 'none', filter: true, deepLinking: true,
    displayRequestDuration: true, validatorUrl: null });
</script>
`;
