import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The client is built into the Python package, so that a wheel needs no Node.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/overland/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
