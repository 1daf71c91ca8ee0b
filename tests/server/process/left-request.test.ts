import { connect } from 'node:net';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remixHandler } from '../../../server/http/remix.ts';
import { until } from '../../support/until.ts';

// Trap 15: under some servers a loader never learns that its reader has left.

let app: FastifyInstance;
let asked: Request | undefined;
beforeAll(async () => {
  const loader = async ({ request }: { request: Request }) => {
    asked = request;
    await new Promise((resolve) => setTimeout(resolve, request.url.includes('slow') ? 5_000 : 0));
    return new Response('done');
  };
  const route = { id: 'root', path: '*', module: { loader } };
  const build = {
    entry: { module: { default: () => new Response('') } },
    routes: { root: route },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: { v3_singleFetch: true },
    isSpaMode: false,
    basename: '/',
  } as unknown as ServerBuild;
  app = fastify();
  app.all(
    '/*',
    remixHandler(build, 'production', () => ({}) as AppLoadContext, 'http://localhost:3000'),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const portOf = () => (app.server.address() as { port: number }).port;

it('a screen’s request is aborted when its reader leaves', async () => {
  asked = undefined;
  const socket = connect(portOf(), '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await until(() => asked !== undefined);
  expect(asked!.signal.aborted).toBe(false);
  socket.destroy();
  await until(() => asked!.signal.aborted);
});

it('and is not when it was answered', async () => {
  asked = undefined;
  const response = await fetch(`http://127.0.0.1:${portOf()}/quick`);
  expect(await response.text()).toBe('done');
  expect(asked!.signal.aborted).toBe(false);
});
