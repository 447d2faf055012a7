import { expect, it } from 'vitest';
import { describeApi } from '../read-api/document.ts';
import { llmsText } from './llms-text.ts';
import { QUESTIONS } from './questions/index.ts';

const URL = 'https://subtext.example.com';

it('names every path of the read API, every question, and the address', () => {
  const text = llmsText(URL);
  for (const path of Object.keys(describeApi(URL).paths ?? {})) expect(text).toContain(`[${path}]`);
  for (const { name } of QUESTIONS) expect(text).toContain(`\`${name}\``);
  expect(text).toMatch(/^# Subtext\n\n> [^\n]+https:\/\/subtext\.example\.com/);
  expect(text).toContain(`[MCP](${URL}/mcp)`);
});
