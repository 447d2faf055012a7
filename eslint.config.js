// Enforces what CONTRIBUTING.md promises: sizes, names, words, and above all which folder may import which.
// No rule here needs type information, so the whole tree is linted in seconds; `tsc` does the rest.
import js from '@eslint/js';
import next from '@next/eslint-plugin-next';
import boundaries from 'eslint-plugin-boundaries';
import checkFile from 'eslint-plugin-check-file';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { direction, ELEMENTS, policies, testPolicies } from './eslint.directions.js';

const TESTS = ['**/*.test.{ts,tsx}', '**/*.spec.ts', '**/testing/**', '**/test/**'];

// Phrases and names of an earlier private vocabulary: a newcomer reads them twice, and finds nothing when searching for
// the usual word (reported, duplicate, fill in, subtract, most expensive).
const DIALECT_PHRASES = [
  'nobody told',
  'told of',
  'told twice',
  'not told',
  'lent',
  'twin',
  'the more seldom',
  'gives back',
  'gave back',
  'set aside',
  'kept aside',
  'put aside',
  'twins',
  'whoever',
  'under way',
];
const DIALECT_NAMES = [
  'Asked',
  'Told',
  'Known',
  'Place',
  'Given',
  'Wanted',
  'twins',
  'lend',
  'borrow',
  'takeBack',
  'dearest',
];

/** Files whose tool requires a default export. */
const TOOL_FILES = [
  '**/*.config.{js,mjs,ts}',
  'packages/sdk/publishing/apps/worker.mjs',
  'apps/web/src/app/**/{page,layout,loading,error,not-found,global-error,template,default,icon}.tsx',
];

export default tseslint.config(
  {
    ignores: [
      '**/{node_modules,dist,.next,.turbo,test-results,playwright-report}/**',
      '.subtext/**',
      '**/generated/**',
      '**/next-env.d.ts',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: { globals: globals.node },
    plugins: { 'check-file': checkFile },
    rules: {
      'max-lines': ['error', 400],
      'max-lines-per-function': ['error', 50],
      'max-params': ['error', 3],
      'no-warning-comments': ['error', { terms: DIALECT_PHRASES, location: 'anywhere' }],
      'id-denylist': ['error', ...DIALECT_NAMES],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'An index lists its names: no `export *`.' },
        { selector: 'ExportDefaultDeclaration', message: 'Export by name; only tool files have a default export.' },
        {
          selector:
            ':matches(ImportDeclaration, ExportNamedDeclaration)[source.value=/^[.]{1,2}[/](?!.*[.](ts|tsx|mjs|js|css|json)$)/]',
          message: 'Import a file with its ending: Node runs the sources and does not guess one.',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'check-file/filename-naming-convention': [
        'error',
        { '**/*.{js,mjs,ts}': 'KEBAB_CASE', '**/*.tsx': '@([a-z]*([a-z0-9-])|[A-Z]*([A-Za-z0-9]))' },
        { ignoreMiddleExtensions: true },
      ],
    },
  },

  {
    files: ['**/*.tsx'],
    plugins: { 'react-hooks': reactHooks, '@next/next': next },
    settings: { next: { rootDir: 'apps/web' } },
    languageOptions: { globals: globals.browser },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...next.configs.recommended.rules,
      'max-lines-per-function': ['error', 80],
    },
  },
  {
    files: ['{packages,apps,examples,e2e,bench}/**/*.{ts,tsx,mjs}'],
    ignores: ['**/*.config.{js,mjs,ts}'],
    plugins: { boundaries },
    settings: {
      'boundaries/root-path': import.meta.dirname,
      // An import by package name is external, unlike a path into the same package.
      'boundaries/flag-as-external': { inNodeModules: true, customSourcePatterns: ['@subtext/*', '@subtext/*/*'] },
      'import/resolver': { typescript: { project: 'apps/web/tsconfig.json' } },
      'boundaries/elements': ELEMENTS,
      'boundaries/dependency-nodes': ['import', 'export', 'dynamic-import', 'require'],
    },
    rules: { 'boundaries/dependencies': direction(policies) },
  },
  {
    files: TESTS,
    rules: {
      'max-lines-per-function': 'off',
      'boundaries/dependencies': direction([...policies, ...testPolicies]),
    },
  },
  { files: TOOL_FILES, rules: { 'no-restricted-syntax': 'off' } },
);
