import { Readable } from 'node:stream';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import { createRequestHandler } from '@remix-run/node';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Build = ServerBuild | (() => Promise<ServerBuild>);

/** Remix behind Fastify: request and answer as web streams; Fastify reads the body. */
export function remixHandler(
  build: Build,
  mode: string,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => AppLoadContext,
  publicUrl: string,
) {
  const { origin } = new URL(publicUrl);
  const handle = createRequestHandler(build, mode);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const response = await handle(toWebRequest(origin, request, reply), contextOf(request, reply));
    // A sign-in is led to another installation (lead-elsewhere.ts).
    if (reply.sent) return reply;
    reply.code(response.status);
    for (const [name, value] of response.headers) {
      if (name !== 'set-cookie') reply.header(name, value);
    }
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
    return reply.send(response.body ? Readable.fromWeb(response.body as never) : undefined);
  };
}

/** At the public address: a client's `Host` header has no effect. */
function toWebRequest(origin: string, request: FastifyRequest, reply: FastifyReply): Request {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) left.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) headers.append(name, item);
  }
  const init: RequestInit = { method: request.method, headers, signal: left.signal };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    init.body = (request.body as Uint8Array<ArrayBuffer> | undefined) ?? null;
  }
  return new Request(`${origin}${request.originalUrl}`, init);
}
