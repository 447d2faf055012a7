import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'tsdown';

const DIST = join(import.meta.dirname, 'dist');
const PLATFORM = join(import.meta.dirname, 'src/platform');

/** What edge runtimes have in place of Node: the file that stands in for each of Node's. */
const EDGE_PLATFORM = { 'node.ts': 'edge.ts', 'node-provider.ts': 'edge-provider.ts' };

/** The vocabulary is bundled, since it is not published on its own. */
const shared: UserConfig = { deps: { alwaysBundle: ['@subtext/reasoning'] }, outDir: 'dist', clean: false };

/**
 * For Node there is one implementation, in CommonJS: `require` and `import` give the same functions with the same state, also where both are
 * used in one process, and test runners that know no modules can load it. For edge runtimes and browsers there is one ES module.
 */
export default defineConfig([
  {
    ...shared,
    entry: ['src/index.ts', 'src/register.ts'],
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

/** The entries for `import`: the names of the CommonJS ones, and their types. */
async function wrapInModules(): Promise<void> {
  const require = createRequire(import.meta.url);
  const names = Object.keys(require(join(DIST, 'index.cjs')) as object).join(', ');
  await writeFile(join(DIST, 'index.js'), `export { ${names} } from './index.cjs';\n`);
  await writeFile(join(DIST, 'register.js'), `import './register.cjs';\n`);
  for (const entry of ['index', 'register']) {
    await writeFile(join(DIST, `${entry}.d.ts`), await readFile(join(DIST, `${entry}.d.cts`)));
  }
}
