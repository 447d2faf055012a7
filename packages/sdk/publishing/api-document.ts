/**
 * `npm run api -w packages/sdk` writes docs/sdk-api.md from the docstrings of the published API. api-document.test.ts
 * checks that it is up to date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { pack, type Packed } from './package.ts';

export const API_DOCUMENT = join(import.meta.dirname, '../../../docs/sdk-api.md');

const BEGINNING = `# API of \`@subtext/sdk\`

Written by \`npm run api -w packages/sdk\` from the docstrings. What these functions are for, and what they do to an application, is in the
[README of the package](../packages/sdk/README.md). Nothing of it throws into your calls: what \`observe()\` cannot do it says once on the console.
`;

const BEGINNING_OF_EVIDENCE = `# API of \`@subtext/sdk/evidence\`

Pure functions for runs that an application has itself: where the values of a call's arguments came from, and the [checks](checks.md) on thoughts.
They observe, load and send nothing, and run in Node, workers and browsers. What their input has to be is checked: anything else is an \`EvidenceError\`.
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
  kindSortOrder: ['Function', 'Class', 'Interface', 'TypeAlias'],
  groupOrder: ['Functions', 'Classes', 'Interfaces', 'Type Aliases'],
  validation: {
    notDocumented: true,
    notExported: true,
    invalidLink: true,
    rewrittenLink: true,
    unusedMergeModuleWith: true,
  },
  requiredToBeDocumented: ['Function', 'Class', 'Interface', 'TypeAlias'],
};

export interface ApiDocument {
  text: string;
  /** Exported names without a docstring, and broken links. */
  complaints: string[];
}

/** The entries of the package that have functions to call, with what opens their part of the page. */
const ENTRIES = [
  {
    ...{ file: 'index.d.ts', beginning: BEGINNING },
    intentionallyNotExported: ['REASONING_EFFORTS', 'RULES', 'ReasoningParameters'],
  },
  {
    ...{ file: 'evidence.d.ts', beginning: BEGINNING_OF_EVIDENCE },
    intentionallyNotExported: ['CHECK_IDS', 'TRUST'],
  },
];

export async function apiDocument({ folder }: Packed): Promise<ApiDocument> {
  const complaints: string[] = [];
  const seen = new Map<string, number>();
  let text = '';
  for (const { file, beginning, intentionallyNotExported } of ENTRIES) {
    const entry = join(folder, 'source/dist', file);
    const part = await entryText(entry, { folder, complaints, intentionallyNotExported });
    // Anchors of fields, which have no links.
    text += `${withAnchors(`${beginning}\n${part.replaceAll(/(\| )<a id="[^"]*"><\/a> /g, '$1')}`, seen)}\n`;
  }
  return { text: await format(text, { ...(await resolveConfig(API_DOCUMENT)), parser: 'markdown' }), complaints };
}

interface EntryOptions {
  folder: string;
  /** Gets what is wrong with the docstrings. */
  complaints: string[];
  intentionallyNotExported: string[];
}

async function entryText(
  entry: string,
  { folder, complaints, intentionallyNotExported }: EntryOptions,
): Promise<string> {
  // TypeDoc reads the file of a path once.
  const tsconfig = join(folder, `tsconfig.${basename(entry)}.json`);
  const compilerOptions = { module: 'esnext', moduleResolution: 'bundler', lib: ['es2024', 'dom'], types: [] };
  await writeFile(tsconfig, JSON.stringify({ compilerOptions, files: [entry] }));
  const out = join(folder, 'api');
  const app = await Application.bootstrapWithPlugins({
    ...OPTIONS,
    intentionallyNotExported,
    tsconfig,
    out,
    entryPoints: [entry],
    logLevel: 'Warn',
  } as TypeDocOptions);
  app.logger.log = (message, level) => void (level >= 2 && complaints.push(message));
  const project = await app.convert();
  if (!project) throw new Error(`The declarations could not be read: ${complaints.join('; ')}`);
  app.validate(project);
  await app.generateOutputs(project);
  return readFile(join(out, 'api.md'), 'utf8');
}

/**
 * Rewrites links to types as GitHub names their headings. Of headings that differ only in case (`replay()`, `Replay`)
 * the second is `replay-1`; the plugin numbers them differently. `seen`: how often a heading was in the text before.
 */
export function withAnchors(text: string, seen = new Map<string, number>()): string {
  const anchors = new Map<string, string>();
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
