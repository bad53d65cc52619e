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
  { files: ['src/worker.js'], languageOptions: { globals: { ...globals.serviceworker, __FILES__: 'readonly' } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      'no-undef': 'off', // the compiler knows better
      'max-len': ['error', { code: 160, ignorePattern: ' d="|`<' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-useless-mustaches': 'off', // a blank between two parts has to be said
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      'svelte/no-at-html-tags': 'off', // our own pictures only
      'svelte/no-navigation-without-resolve': 'off', // the app has its own small router
      'svelte/prefer-svelte-reactivity': 'off', // sets and maps here are made anew, never changed in place
    },
  },
);
