import { randomBytes } from 'node:crypto';
import path from 'node:path';
import compress from '@fastify/compress';
import files, { type FastifyStaticOptions } from '@fastify/static';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable } from '../../db/connection/unavailable.ts';
import type { RequestContext } from '../../db/request-context.ts';
import { asText } from '../../machines/wire/refusal.ts';
import { buildHeader, userHeader } from '../../machines/wire/screen-headers.ts';
import { refuse } from '../../machines/words/refusals.ts';
import { clientLeft } from './client-left.ts';
import { plainErrorPage } from './error-page.ts';
import type { Recognition } from './recognise.ts';
import { remixHandler } from './remix.ts';
import { type ContextParts, contextOf } from './request-context.ts';
import { isUnsafe } from './same-site.ts';
import { secureHeaders } from './secure-headers.ts';
import type { Shedding } from './shedding.ts';

/** The screens as they were built. */
export type BuiltScreens = {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  clientFolder?: string;
};

type Options = {
  remix: BuiltScreens;
  publicUrl: string;
  recognition: Recognition;
  sameSite(request: FastifyRequest): boolean;
  shedding: Shedding;
  /** Receives the first path segments of the screens. */
  screenNames: Set<string>;
  context: ContextParts;
};

/** Every other method is answered 405. */
export const screenMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Every screen, and the files of the build. */
export async function screens(scope: FastifyInstance, options: Options): Promise<void> {
  const { remix, sameSite, shedding, screenNames } = options;
  scope.addHook('onRoute', ({ url }) => {
    if (url !== '/*') shedding.exempt(url);
  });
  scope.addHook('onRequest', async (request, reply) => {
    if (request.pattern !== '/*') reply.removeHeader('cache-control');
    if (isUnsafe(request.method) && !sameSite(request))
      return reply.code(403).send(asText(refuse('cross-site')));
  });
  const routes = typeof remix.build === 'function' ? {} : remix.build.routes;
  for (const route of Object.values(routes)) screenNames.add(firstPart(route?.path));
  if (remix.clientFolder) await builtFiles(scope, path.resolve(remix.clientFolder));
  await scope.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1024,
    customTypes: /javascript|json|css|html|svg|x-script/,
  });
  scope.removeAllContentTypeParsers();
  // Parsed here, under the body limit and the request timeout, before the request takes a place.
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.setErrorHandler(answerScreenError);
  drawScreens(scope, options);
}

/** Remix draws them, each request with its context. */
function drawScreens(scope: FastifyInstance, { remix, publicUrl, recognition, context }: Options): void {
  const build = typeof remix.build === 'function' ? null : remix.build.assets.version;
  const contexts = new WeakMap<FastifyRequest, RequestContext>();
  scope.addHook('preHandler', async (request, reply) => {
    if (request.pattern !== '/*') return;
    const nonce = randomBytes(16).toString('base64');
    const { styleUrl } = context.map;
    secureHeaders(reply, { nonce, development: remix.mode !== 'production', styleUrl });
    if (build !== null) reply.header(buildHeader, build);
    const session = await recognition.anyUser(request);
    if (session) reply.header(userHeader, session.actor.userId);
    contexts.set(request, contextOf(context, request, reply, session, nonce));
  });
  const handle = remixHandler(
    remix.build,
    remix.mode,
    (request) => contexts.get(request) as unknown as AppLoadContext,
    publicUrl,
  );
  scope.route({ method: screenMethods, url: '/*', handler: handle });
}

async function builtFiles(scope: FastifyInstance, root: string): Promise<void> {
  await scope.register(files, { ...sentFiles('public, max-age=3600'), root, globIgnore: ['assets/**'] });
  // One route for all hashed files: a route for each took a sixth of the process's start.
  await scope.register(
    async (assets) => {
      assets.addHook('onSend', (_request, reply, _payload, done) => {
        if (reply.statusCode >= 400) reply.header('cache-control', 'no-store');
        done();
      });
      assets.setNotFoundHandler((_request, reply) => reply.code(404).send());
      await assets.register(files, {
        ...sentFiles('public, max-age=31536000, immutable'),
        root: path.join(root, 'assets'),
        wildcard: true,
        decorateReply: false,
      });
    },
    { prefix: '/assets' },
  );
}

/** Files of the build as they are sent, each as it was compressed by the build. */
const sentFiles = (cacheControl: string): Omit<FastifyStaticOptions, 'root'> => ({
  wildcard: false,
  index: false,
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, file) => {
    reply.setHeader('cache-control', file.endsWith('service-worker.js') ? 'no-cache' : cacheControl);
    reply.setHeader('x-content-type-options', 'nosniff');
  },
});

function answerScreenError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const unavailable = isUnavailable(error);
  const errorStatus = error.statusCode ?? 500;
  if (!unavailable && errorStatus >= 500 && !clientLeft(error, reply))
    request.log.error({ err: error }, 'screen failed');
  const status = unavailable ? 503 : errorStatus;
  if (status === 503) reply.header('retry-after', '2');
  const refusal = refuse(status === 413 ? 'body-too-large' : status < 500 ? 'check-the-data' : 'unavailable');
  return reply.code(status).type('text/html; charset=utf-8').send(plainErrorPage(refusal.text));
}

/** The first segment of a route's path; empty for a parameter or a wildcard. */
const firstPart = (path = '') => path.split('/')[0]!.replace(/^[:*].*/, '');
