// The commands, files and headings that the documents name must exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const documents = files.filter((file) => /^(README|CONTRIBUTING)\.md$|^docs\/.*\.md$|\/README\.md$/.test(file));

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(file: string): string[] {
  const seen = new Map<string, number>();
  return [...read(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const plain = heading.toLowerCase().replaceAll(/[`*_\\]|[^\p{L}\p{N} -]/gu, '');
    const name = plain.replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
}

function brokenLinks(document: string): string[] {
  const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split('#');
    const file = path ? join(dirname(document), path) : document;
    return !existsSync(join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
  });
}

const workspaces = files
  .filter((file) => file === 'package.json' || file.endsWith('/package.json'))
  .map((file) => ({ path: dirname(file), ...(JSON.parse(read(file)) as { name?: string; scripts?: object }) }));

function unknownScripts(document: string): string[] {
  const commands = [...read(document).matchAll(/npm run ([\w:-]+)([^\n`|#]*)/g)];
  return commands.flatMap(([command, script = '', rest = '']) => {
    const place = / (?:-w|--workspace) (\S+)/.exec(rest)?.[1] ?? '.';
    const workspace = workspaces.find(({ path, name }) => path === place || name === place);
    return Object.hasOwn(workspace?.scripts ?? {}, script) ? [] : [command];
  });
}

/** Paths from the root, and names of source files, which may leave out the folders before them. */
function unknownFiles(document: string): string[] {
  const words = [...read(document).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  return words.filter((word) => {
    if (/^(apps|packages|docs|e2e|bench|prisma|examples)\/[^*…<{]*$/.test(word)) return !existsSync(join(root, word));
    if (!/^[\w./[\]-]+\.(tsx?|mjs|sql|css)$/.test(word)) return false;
    return !files.some((file) => `/${file}`.endsWith(`/${word.replace(/^(\.\.?\/)+/, '')}`));
  });
}

describe.each(documents)('%s', (document) => {
  it('links to what is there', () => expect(brokenLinks(document)).toEqual([]));
  it('names scripts that can be run', () => expect(unknownScripts(document)).toEqual([]));
  it('names files that are there', () => expect(unknownFiles(document)).toEqual([]));
});
