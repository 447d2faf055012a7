import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type TsdownHooks, type UserConfig } from 'tsdown';

const PLATFORM = join(import.meta.dirname, 'src/platform');

/** What edge runtimes have in place of Node: the file that stands in for each of Node's. */
const EDGE_PLATFORM = {
  'node.ts': 'edge.ts',
  'node-provider.ts': 'edge-provider.ts',
  'node-worker.ts': 'edge-worker.ts',
};

/** What runs in a thread of its own: nobody imports it. The name is the one that platform/node-worker.ts looks for. */
const THREAD = 'subtext-ledger-thread';

/** The vocabulary is bundled, since it is not published on its own. */
const shared: UserConfig = { deps: { alwaysBundle: ['@subtext/reasoning'] }, outDir: 'dist', clean: false };

/** The entries for `import`: the names of the CommonJS ones, and their types. */
const wrapInModules: TsdownHooks['build:done'] = async ({ options: { outDir }, chunks }) => {
  for (const chunk of chunks) {
    if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.fileName.endsWith('.cjs') || chunk.name === THREAD) continue;
    const { name, exports } = chunk;
    await writeFile(join(outDir, `${name}.js`), `export { ${exports.join(', ')} } from './${name}.cjs';\n`);
    await writeFile(join(outDir, `${name}.d.ts`), await readFile(join(outDir, `${name}.d.cts`)));
  }
};

/**
 * For Node there is one implementation, in CommonJS: `require` and `import` give the same functions with the same state, also where both are
 * used in one process, and test runners that know no modules can load it. For edge runtimes and browsers there is one ES module.
 */
export default defineConfig([
  {
    ...shared,
    entry: { index: 'src/index.ts', register: 'src/register.ts', [THREAD]: 'src/ledger-thread.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    // Every export names its types, so declarations need no type checker; where one does not, the build fails.
    dts: { oxc: true },
    outputOptions: { dynamicImportInCjs: false },
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
        name: 'edge platform',
        resolveId(source, importer) {
          const wanted = Object.entries(EDGE_PLATFORM).find(([node]) => source.endsWith(`platform/${node}`));
          return wanted && importer ? join(PLATFORM, wanted[1]) : null;
        },
      },
    ],
  },
]);
