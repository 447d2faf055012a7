import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DOCUMENT, snippetOf } from './document.ts';
import { FRAMEWORKS } from './frameworks.ts';

it.each(FRAMEWORKS)('docs/frameworks.md has the lines that the program for $name adds', async (framework) => {
  const section = (await readFile(DOCUMENT, 'utf8')).split(`### ${framework.name}\n`)[1];
  expect(section).toContain(`\`\`\`js\n${snippetOf(framework)}\n\`\`\``);
  expect(snippetOf(framework)).toContain('@subtext/sdk');
});
