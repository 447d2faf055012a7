/** Bundles an application into one file, as the tools of a runtime do: with its conditions, without those of others. */
import { rolldown } from 'rolldown';

export interface Bundled {
  code: string;
  /** Imports that remain at run time. */
  imports: string[];
}

export async function bundle(entry: string, conditions: readonly string[], format: 'esm' | 'iife'): Promise<Bundled> {
  const bundler = await rolldown({
    input: entry,
    platform: conditions.includes('node') ? 'node' : 'neutral',
    resolve: { conditionNames: [...conditions, 'import', 'default'], mainFields: ['module', 'main'] },
    transform: { target: 'es2022' },
    onLog: () => undefined,
  });
  const { output } = await bundler.generate({ format, codeSplitting: false });
  await bundler.close();
  const [chunk] = output;
  return { code: chunk.code, imports: [...chunk.imports, ...chunk.dynamicImports] };
}
