/**
 * `npm run api -w packages/sdk` writes docs/sdk-api.md from the docstrings of the published API. api-document.test.ts
 * checks that it is up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { pack, type Packed } from './package.ts';

export const API_DOCUMENT = join(import.meta.dirname, '../../../docs/sdk-api.md');

const BEGINNING = `# API of \`@subtext/sdk\`

Written by \`npm run api -w packages/sdk\` from the docstrings. What these functions are for, and what they do to an application, is in the
[README of the package](../packages/sdk/README.md). Nothing of it throws into your calls: what \`observe()\` cannot do it says once on the console.
`;

const OPTIONS: Partial<TypeDocOptions & PluginOptions> = {
  plugin: ['typedoc-plugin-markdown'],
  name: '@subtext/sdk',
  readme: 'none',
  outputFileStrategy: 'modules',
  entryFileName: 'api',
  hidePageHeader: true,
  hideBreadcrumbs: true,
  hidePageTitle: true,
  disableSources: true,
  useCodeBlocks: true,
  expandObjects: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
  tableColumnSettings: { hideInherited: true, hideOverrides: true, hideDefaults: true, hideModifiers: true },
  useHTMLAnchors: true,
  kindSortOrder: ['Function', 'Interface', 'TypeAlias'],
  groupOrder: ['Functions', 'Interfaces', 'Type Aliases'],
  validation: {
    notDocumented: true,
    notExported: true,
    invalidLink: true,
    rewrittenLink: true,
    unusedMergeModuleWith: true,
  },
  intentionallyNotExported: ['REASONING_EFFORTS', 'RULES', 'ReasoningParameters'],
  requiredToBeDocumented: ['Function', 'Interface', 'TypeAlias'],
};

export interface ApiDocument {
  text: string;
  /** Exported names without a docstring, and broken links. */
  complaints: string[];
}

export async function apiDocument({ folder }: Packed): Promise<ApiDocument> {
  const entry = join(folder, 'source/dist/index.d.ts');
  const tsconfig = join(folder, 'tsconfig.json');
  const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2024', 'dom'], types: [] };
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, files: [entry] }));
  const out = join(folder, 'api');
  const app = await Application.bootstrapWithPlugins({
    ...OPTIONS,
    tsconfig,
    out,
    entryPoints: [entry],
    logLevel: 'Warn',
  } as TypeDocOptions);
  const complaints: string[] = [];
  app.logger.log = (message, level) => void (level >= 2 && complaints.push(message));
  const project = await app.convert();
  if (!project) throw new Error(`The declarations could not be read: ${complaints.join('; ')}`);
  app.validate(project);
  await app.generateOutputs(project);
  const text = `${BEGINNING}\n${await readFile(join(out, 'api.md'), 'utf8')}`;
  // Anchors of fields, which have no links.
  const tidy = withAnchors(text.replaceAll(/(\| )<a id="[^"]*"><\/a> /g, '$1'));
  return { text: await format(tidy, { ...(await resolveConfig(API_DOCUMENT)), parser: 'markdown' }), complaints };
}

/**
 * Rewrites links to types as GitHub names their headings. Of headings that differ only in case (`replay()`, `Replay`)
 * the second is `replay-1`; the plugin numbers them differently.
 */
export function withAnchors(text: string): string {
  const anchors = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const [, heading = ''] of text.matchAll(/^#+ (.*)$/gm)) {
    const name = heading.replaceAll(/[^\w -]/g, '');
    const slug = name.toLowerCase().replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    anchors.set(heading, before === 0 ? slug : `${slug}-${before}`);
  }
  return text.replaceAll(/\[`(\w+)`\]\(#[\w-]+\)/g, (link, name: string) =>
    anchors.has(name) ? `[\`${name}\`](#${anchors.get(name)})` : link,
  );
}

if (import.meta.main) {
  const packed = await pack();
  const { text, complaints } = await apiDocument(packed);
  await packed.remove();
  await writeFile(API_DOCUMENT, text);
  for (const complaint of complaints) console.warn(complaint);
}
