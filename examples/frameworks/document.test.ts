import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { SENDING, sendingDocument, snippetOf } from './document.ts';
import { FRAMEWORKS } from './frameworks.ts';

it('docs/sending.md has the lines that the programs add, word for word', async () => {
  const page = await readFile(SENDING, 'utf8');
  expect(page).toBe(await sendingDocument());
  for (const framework of FRAMEWORKS) expect(page).toContain(`**${framework.name}**`);
});

it.each(FRAMEWORKS)('the program for $name observes with the SDK', (framework) => {
  expect(snippetOf(framework)).toContain('@subtext/sdk');
});
