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

// The client is built into the Python package, so that a wheel needs no Node.
export default defineConfig({
  plugins: [svelte(), worker(), scenes()],
  base: '/',
  build: {
    outDir: '../src/overland/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node', testTimeout: 30_000 },
});
