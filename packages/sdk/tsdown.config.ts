import { defineConfig } from 'tsdown';

/**
 * ESM and its types, an entry each for the functions and for `--import`; what both use is in one file of its own, so that a process has it
 * once. The vocabulary is bundled, since it is not published on its own.
 */
export default defineConfig({
  entry: ['src/index.ts', 'src/register.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Every export names its types, so declarations need no type checker; `tsc` does that in `check`.
  dts: { oxc: true },
  fixedExtension: false,
  deps: { alwaysBundle: ['@subtext/reasoning'] },
});
