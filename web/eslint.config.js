import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['src/lib/schema.d.ts', 'node_modules/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      'no-undef': 'off', // the compiler knows better
      'max-len': ['error', { code: 160, ignorePattern: ' d="|`<' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'svelte/no-at-html-tags': 'off', // our own pictures only
      'svelte/no-navigation-without-resolve': 'off', // the app has its own small router
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps here are made anew, never changed in place
    },
  },
);
