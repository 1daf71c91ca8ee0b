import middie from '@fastify/middie';
import type { ServerBuild } from '@remix-run/node';
import type { FastifyInstance } from 'fastify';

/** Development only: the screens from their sources, with live reload. */
export async function startVite() {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: { middlewareMode: true, hmr: { port: Number(process.env.HMR_PORT ?? 24678) } },
    appType: 'custom',
  });
  return {
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as unknown as Promise<ServerBuild>,
    attach: async (app: FastifyInstance) => {
      await app.register(middie);
      app.use(vite.middlewares);
    },
    close: () => vite.close(),
  };
}
