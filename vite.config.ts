import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import { defineConfig, type Plugin } from 'vite';
import { oldestBrowsers } from './app/oldest-browsers.ts';
import { themeStyles } from './app/ui/mantine/theme-styles.ts';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

type Future = NonNullable<NonNullable<Parameters<typeof remix>[0]>['future']>;

/** Every flag of the next version is decided, so that React Router stays a mechanical step. */
const future: Record<Extract<keyof Future, `v3_${string}`>, boolean> = {
  v3_fetcherPersist: true,
  // Lazily discovered, a route that cannot be loaded while the connection is down breaks the whole screen.
  v3_lazyRouteDiscovery: false,
  v3_relativeSplatPath: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
};

/** What Mantine is made of: bundled with it, so that neither is in the image (`devDependencies`). */
const usedByMantine =
  /^(@floating-ui\/|react-(number-format|remove-scroll|style-singleton|textarea-autosize)|use-|tabbable|tslib|get-nonce|@babel\/runtime)/;

const own = (file: string) => fileURLToPath(new URL(`app/ui/hooks/${file}`, import.meta.url));

/**
 * Two parts of Mantine that ours stand for. Its ScrollArea takes one function of ten lines from '@floating-ui/react', and
 * with it brought 16 kB into the first load of every screen; its `useId` draws most components a second time.
 */
const lightMantine: Plugin = {
  name: 'light-mantine',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer?.includes('/@mantine/')) return null;
    if (source === '@floating-ui/react' && importer.includes('/ScrollArea/')) return own('merge-refs.ts');
    return source.endsWith('/use-id/use-id.mjs') ? own('use-id.ts') : null;
  },
};

/**
 * Each icon from its own file: their index names 6,000, and reading them all twice was most of a build. A name without
 * a file of its own fails the build.
 */
const iconsFromTheirFiles: Plugin = {
  name: 'icons-from-their-files',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || !code.includes("from '@tabler/icons-react'")) return;
    const imports = (names: string) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name && !name.startsWith('type '))
        .map((name) => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs';`)
        .join(' ');
    return {
      code: code.replace(/import \{([^}]*)\} from '@tabler\/icons-react';/g, (_, names) => imports(names)),
      map: null,
    };
  },
};

/**
 * An icon's lines as one path: eight elements of each visit that waits were a third of a week's document. Filled ones are
 * left as they are: where their paths overlap one may cut the other out.
 */
const iconsOfOnePath: Plugin = {
  name: 'icons-of-one-path',
  apply: 'build',
  transform(code, id) {
    const [nodes] =
      (id.includes('/@tabler/icons-react/') && code.match(/(?<=__iconNode = )\[.+\](?=;)/)) || [];
    if (!nodes || !code.includes('createReactComponent("outline"')) return;
    const lines: [tag: string, { d: string }][] = JSON.parse(nodes);
    if (!lines.every(([tag, { d }]) => tag === 'path' && d.startsWith('M'))) return;
    const path = ['path', { d: lines.map(([, { d }]) => d).join(''), key: 'svg-0' }];
    return { code: code.replace(nodes, JSON.stringify([path])), map: null };
  },
};

/**
 * What only the server runs must not be read into the browser's build: it left nothing there, but was 340 modules of each
 * build, and 230 lines of warnings at a first start.
 */
const noServerModules: Plugin = {
  name: 'no-server-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer, { ssr }) {
    if (!ssr && /^(@remix-run\/node|drizzle-orm|postgres|bullmq|ioredis|pino|node:\w+)(\/|$)/.test(source))
      this.error(`${importer} brings ${source} into the browser's build`);
    return null;
  },
};

/** `virtual:theme.css`: the theme's variables, which the first load of a phone has without Mantine's scripts. */
const themeFile: Plugin = {
  name: 'theme-file',
  resolveId: (source) => (source === 'virtual:theme.css' ? '\0virtual:theme.css' : null),
  load: (id) => (id === '\0virtual:theme.css' ? themeStyles() : null),
};

const pageScript = 'virtual:customer-page.js';

/** `virtual:customer-page.js`: the text of the customer's page's own script, which the server writes into its document. */
const customerPageScript = (): Plugin => {
  let target: string | string[];
  return {
    name: 'customer-page-script',
    configResolved: ({ build }) => {
      target = build.target || 'es2022';
    },
    resolveId: (source) => (source === pageScript ? `\0${pageScript}` : null),
    async load(id, { ssr } = {}) {
      if (id !== `\0${pageScript}`) return null;
      // A browser gets it with the document.
      if (!ssr) return 'export default "";';
      const { build } = await import('esbuild');
      const { outputFiles, metafile } = await build({
        entryPoints: ['app/routes/external/script/index.ts'],
        absWorkingDir: import.meta.dirname,
        bundle: true,
        minify: true,
        write: false,
        metafile: true,
        format: 'iife',
        target,
        logLevel: 'warning',
      });
      for (const file of Object.keys(metafile.inputs)) this.addWatchFile(file);
      return `export default ${JSON.stringify(outputFiles[0]!.text)};`;
    },
  };
};

/**
 * Vite asks for a lazy part's style sheet with CORS, Remix preloads the next screen's without: one that both want is
 * fetched twice, and the browser complains. Ours come from our own origin and need no CORS.
 */
const styleSheetsWithoutCors: Plugin = {
  name: 'style-sheets-without-cors',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!id.includes('vite/preload-helper')) return;
    const cors = /link\.crossOrigin = (""|'');/;
    if (!cors.test(code)) this.error('the preload helper of Vite has changed: see styleSheetsWithoutCors');
    return { code: code.replace(cors, 'if (!isCss) link.crossOrigin = "";'), map: null };
  },
};

/**
 * What is in one file each: what every page needs, what every screen of who is signed in needs besides, and what the
 * technician's day and the boards share, which were dozens of files of some hundred bytes. A part is what every one of
 * these files reaches by static imports.
 */
const sharedParts = {
  page: [['app/entry.client.tsx', 'app/root.tsx']],
  frame: [['app/routes/signed-in/route.tsx']],
  day: [['app/routes/tecnico/route.tsx'], ['app/routes/jefetec/route.tsx']],
};

/** Indexes that name all of a library: with one a part would have what other screens need of it. */
const index = /\/node_modules\/(@mantine\/core|date-fns)\/(esm\/)?index\./;

/** Divides the screens into files where Rolldown's own division makes too many, or gives a part what is another's. */
const filesOfScreens = (): Plugin => {
  let parts: { name: string; includes: (id: string) => boolean }[] = [];
  return {
    name: 'files-of-screens',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // A part without all that it imports needs this: a route's file may then export what another file imports.
    options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
    buildEnd() {
      const reached = (begin: string[]) => {
        const [modules, seen] = [new Set<string>(), new Set<string>()];
        const reach = (module: string) => {
          if (seen.has(module) || index.test(module)) return;
          seen.add(module);
          const imported = this.getModuleInfo(module)?.importedIds ?? [];
          if (!imported.some((id) => index.test(id))) modules.add(module);
          imported.forEach(reach);
        };
        for (const file of begin) reach(fileURLToPath(new URL(file, import.meta.url)));
        return modules;
      };
      parts = Object.entries(sharedParts).map(([name, begins]) => {
        const sets = begins.map(reached);
        return { name, includes: (id) => sets.every((modules) => modules.has(id)) };
      });
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          // By itself, or the smallest of what a first load needs is put into the same file.
          { name: 'long-lists', test: /\/@tanstack\// },
          {
            name: (id: string) => parts.find(({ includes }) => includes(id))?.name ?? null,
            debugName: 'shared parts',
          },
        ],
      },
    }),
  };
};

/** A part that is fetched later and has more modules than these does not name them ahead. */
const mostNamedAhead = 50;

export default defineConfig(({ command }) => ({
  publicDir: 'app/public',
  plugins: [
    remix({ future }),
    lightMantine,
    iconsFromTheirFiles,
    iconsOfOnePath,
    noServerModules,
    themeFile,
    customerPageScript(),
    styleSheetsWithoutCors,
    filesOfScreens(),
  ],
  optimizeDeps: { entries: ['./app/root.tsx', './app/entry.client.tsx', './app/routes/**/*.tsx'] },
  build: {
    // For styles too: Safari has `user-select` with its prefix alone.
    target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
    reportCompressedSize: false,
    // A part of the board that is fetched later asks for its own modules: to name up to a hundred of them ahead, as Vite
    // does, took a phone's CPU a third of a second. Of others all are named: a technician may lose the signal a moment later.
    modulePreload: {
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' && files.length > mostNamedAhead
          ? files.filter((file) => file.endsWith('.css'))
          : files,
    },
  },
  // Bundled and tree-shaken: opening these libraries' thousands of files dominated a web process's start.
  ssr: {
    noExternal:
      command === 'build'
        ? [/^@mantine\//, usedByMantine, '@tabler/icons-react', 'zod', 'date-fns', /^@date-fns\//, 'dayjs']
        : [],
  },
}));
