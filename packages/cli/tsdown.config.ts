import { defineConfig } from 'tsdown';

/** Commands are loaded when they run, so that `--help` and the small ones start at once. */
export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  fixedExtension: false,
  outDir: 'dist',
  clean: true,
  // Not published on their own.
  deps: { alwaysBundle: [/^@subtext\//] },
});
