import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig } from 'vite';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig(({ command }) => ({
  publicDir: 'app/public',
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        // Lazily discovered, a route that cannot be loaded while the connection is down breaks the whole screen.
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
  // Bundled and tree-shaken: opening these libraries' thousands of files dominated a web process's start.
  ssr: {
    noExternal:
      command === 'build'
        ? [/^@mantine\//, '@tabler/icons-react', 'zod', 'date-fns', /^@date-fns\//, 'dayjs']
        : [],
  },
}));
