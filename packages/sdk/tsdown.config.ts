import { defineConfig } from 'tsdown';

/** One file of ESM and its types; the vocabulary is bundled, since it is not published on its own. */
export default defineConfig({
  entry: 'src/index.ts',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  // Every export names its types, so declarations need no type checker; `tsc` does that in `check`.
  dts: { oxc: true },
  fixedExtension: false,
  deps: { alwaysBundle: ['@subtext/reasoning'] },
});
