import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TsdownHooks, type UserConfig } from 'tsdown';
import { LAZY_CHUNKS, loadLazily } from './tsdown.lazy.ts';

const SOURCE = join(import.meta.dirname, 'src');

/** The files that replace Node's own files in edge runtimes. */
const EDGE_FILES: Readonly<Record<string, string>> = {
  [join(SOURCE, 'platform/node.ts')]: join(SOURCE, 'platform/edge.ts'),
  [join(SOURCE, 'emit/export/node-provider.ts')]: join(SOURCE, 'emit/export/edge-provider.ts'),
  [join(SOURCE, 'conversation/thread/node-worker.ts')]: join(SOURCE, 'conversation/thread/edge-worker.ts'),
  [join(SOURCE, 'sockets/node-sockets.ts')]: join(SOURCE, 'sockets/edge-sockets.ts'),
};

/** The entry of the SDK's thread, which no module imports. node-worker.ts looks for this name. */
const THREAD = 'subtext-ledger-thread';

/** The vocabulary and the checks are bundled, because they are not published. */
const VOCABULARY = '@subtext/reasoning';
const EVIDENCE = '@subtext/evidence';
const API = '@opentelemetry/api';
/** The module that uses the installed package. */
const REGISTRATION = join(SOURCE, 'emit/export/registration.ts');

const shared: UserConfig = { deps: { alwaysBundle: [VOCABULARY] }, outDir: 'dist', clean: false };

/** The entries for `import`: re-export the CommonJS ones, with their types. */
const wrapInModules: TsdownHooks['build:done'] = async ({ options: { outDir }, chunks }) => {
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.fileName.endsWith('.cjs') || chunk.name === THREAD) continue;
    const { name, exports } = chunk;
    await writeFile(join(outDir, `${name}.js`), `export { ${exports.join(', ')} } from './${name}.cjs';\n`);
    await writeFile(join(outDir, `${name}.d.ts`), await readFile(join(outDir, `${name}.d.cts`)));
  }
};

/**
 * Node gets one implementation, in CommonJS: `require` and `import` return the same functions with the same state, even
 * where one process uses both, and test runners without ES modules can load it. Edge runtimes and browsers get one ES
 * module.
 */
export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      register: 'src/observe/register.ts',
      [THREAD]: 'src/conversation/thread/ledger-thread.ts',
    },
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // Every export has explicit types, so declarations need no type checker; where one has none, the build fails.
    dts: { oxc: true },
    outputOptions: {
      dynamicImportInCjs: false,
      // A fifth of the code that is read at each start; the types keep theirs.
      comments: { jsdoc: false },
      codeSplitting: { groups: LAZY_CHUNKS, includeDependenciesRecursively: false },
    },
    // Loading the package, which has 40 files, would be half of the import.
    deps: { alwaysBundle: [VOCABULARY, API], onlyBundle: [API] },
    plugins: [
      loadLazily(),
      {
        name: 'the installed API for what registers',
        resolveId: {
          order: 'pre',
          handler: (source, importer) =>
            source === API && importer === REGISTRATION ? { id: source, external: true } : null,
        },
      },
    ],
    // Its license requires this.
    copy: [
      { from: fileURLToPath(new URL('../LICENSE', import.meta.resolve(API))), rename: 'OPENTELEMETRY-API-LICENSE' },
    ],
    fixedExtension: false,
    clean: true,
    hooks: { 'build:done': wrapInModules },
  },
  {
    ...shared,
    entry: { edge: 'src/index.ts' },
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: false,
    fixedExtension: false,
    plugins: [
      {
        name: 'edge files',
        resolveId(source, importer) {
          return (importer && EDGE_FILES[resolve(dirname(importer), source)]) ?? null;
        },
      },
    ],
  },
  {
    // Pure, so that it may be loaded twice; and apart, so that observing an application loads nothing of it.
    ...shared,
    entry: { evidence: 'src/evidence/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'neutral',
    target: 'es2022',
    deps: { alwaysBundle: [VOCABULARY, EVIDENCE] },
    dts: { oxc: true },
    outputOptions: { comments: { jsdoc: false } },
    fixedExtension: false,
  },
]);
