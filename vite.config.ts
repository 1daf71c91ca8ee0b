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
  // Of these libraries' thousands of files and icons the screens need some. A web process that starts opened and read
  // all of them; in the build they are part of it, and what nobody uses is left out.
  ssr: {
    noExternal:
      command === 'build'
        ? [/^@mantine\//, '@tabler/icons-react', 'zod', 'date-fns', /^@date-fns\//, 'dayjs']
        : [],
  },
}));
