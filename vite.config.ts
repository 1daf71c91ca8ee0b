import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  publicDir: 'app/public',
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        // All routes are known from the start: asked for on the way, one that does not come (a van in a
        // tunnel, a dialog opened while the connection is away) takes the whole screen with it.
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  optimizeDeps: { entries: ['./app/root.tsx', './app/entry.client.tsx', './app/routes/**/*.tsx'] },
  build: { target: 'es2022' },
});
