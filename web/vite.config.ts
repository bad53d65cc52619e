import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** The worker that opens the page without a network: it knows the names of everything that was built. */
function worker(): Plugin {
  return {
    name: 'overland-worker',
    apply: 'build',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => /\.(js|css|woff2)$/.test(name))
        .map((name) => `/${name}`)
        .sort();
      const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12);
      const source = readFileSync('src/worker.js', 'utf8')
        .replace('__FILES__', JSON.stringify(files))
        .replace('__VERSION__', version);
      this.emitFile({ type: 'asset', fileName: 'worker.js', source });
    },
  };
}

/** Texts that no first board needs; the screens that do wait for them (App.svelte). */
const LATER = [
  /^(option|preset|set|error\.set|verdict\.(page|column))\.|^(error\.set|limit\.sets)$/,
  /^ui\.((bots|clock|reminders|devices|passkeys|sets|editor)\.|new\.(?!players$)|games\.(?!title$))/,
  /^ui\.example\.\w+\..*\.(ask|why)$/,
];

/** The texts of a language in two parts, ``words:en`` and ``words:en/later``. */
function words(): Plugin {
  return {
    name: 'overland-words',
    resolveId: (id) => (id.startsWith('words:') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0words:')) return null;
      const [language, part] = id.slice('\0words:'.length).split('/');
      const file = new URL(`../src/overland/words/catalogue/${language}.json`, import.meta.url);
      this.addWatchFile(file.pathname);
      const all = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
      const some = all.filter(([key]) => LATER.some((texts) => texts.test(key)) === (part === 'later'));
      return `export default ${JSON.stringify(Object.fromEntries(some))};`;
    },
  };
}

/** The positions of the page of scenes, in development; tests bring their own. */
function scenes(): Plugin {
  return {
    name: 'overland-scenes',
    configureServer(server) {
      server.middlewares.use('/scenes.json', (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end(readFileSync('../tests/data/scenes.json'));
      });
    },
  };
}

/** What every board is drawn with is one file, however many screens share parts of it: it packs better. */
const ART = /web\/src\/art\/(?!Sheet|okanagan\/promos)/;

// The client is built into the Python package, so that a wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), words(), worker(), scenes()],
  base: '/',
  build: {
    outDir: '../src/overland/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'art', test: ART }] } } },
  },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 30_000 },
});
