// Texts that a project hashes or limits: from the page of the settings, through ingest, to every place where a text
// would be.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { send, traceOf } from './otlp.ts';

const SECRET = 'the orchid opens at midnight';
const LONG = 'All orders of the year, '.repeat(60);

interface Run {
  thought: string;
  arguments: object;
  result: string;
}

/** A response that thinks, says something and calls a tool, and the run of that tool. */
async function store({ ingestUrl, ingestKey, path }: OwnProject, { thought, arguments: given, result }: Run) {
  const traceId = randomBytes(16).toString('hex');
  const parts = [
    { type: 'reasoning', content: thought },
    { type: 'text', content: `I was told that ${SECRET}.` },
    { type: 'tool_call', id: 'c1', name: 'open_vault', arguments: given },
  ];
  const messages = [{ role: 'user', parts: [{ type: 'text', content: `Remember: ${SECRET}` }] }];
  const asked = traceOf(
    {
      name: 'chat gpt-5.2',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5.2',
        'gen_ai.input.messages': JSON.stringify(messages),
        'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 50,
      },
    },
    traceId,
  ).body;
  const ran = traceOf(
    {
      name: 'execute_tool open_vault',
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'open_vault',
        'gen_ai.tool.call.id': 'c1',
        'gen_ai.tool.call.arguments': JSON.stringify(given),
        'gen_ai.tool.call.result': result,
      },
    },
    traceId,
  ).body;
  asked.resourceSpans.push(...ran.resourceSpans);
  expect(await send(asked, { ingestUrl, key: ingestKey })).toBe(200);
  return { traceId, path: `${path}/traces/${traceId}` };
}

const kindOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('a hashed text cannot be read but is recognized, and a long text is cut to its limit', async ({ page, own }) => {
  await page.goto(`${own.path}/settings/capture`);
  for (const kind of ['Thoughts', 'Words', 'Arguments'])
    await kindOf(page, kind).getByRole('radio', { name: 'Hash only' }).check();
  await expect(page.getByText('Equal texts have equal digests')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save rules' });
  await expect(page.getByRole('code').filter({ hasText: '… [cut: 2000 of 18300 characters kept]' })).toBeVisible();
  const limit = kindOf(page, 'Results').getByLabel('At most');
  await limit.fill('12');
  await expect(page.getByText('A whole number from 200 to 1,000,000')).toBeVisible();
  await expect(save).toBeDisabled();
  await limit.fill('300');
  await expectAccessible(page);

  await page.getByLabel('A text or JSON').fill(LONG);
  const tryAs = (kind: string) =>
    page.getByRole('group', { name: 'Kind of text' }).getByRole('button', { name: kind }).click();
  const tryIt = page.getByRole('button', { name: 'Show what would be stored' });
  await tryAs('Results');
  await tryIt.click();
  await expect(page.getByText(`… [cut: 300 of ${LONG.length} characters kept]`)).toBeVisible();
  await tryAs('Thoughts');
  await tryIt.click();
  await expect(page.getByText(/^hashed · [0-9a-f]{8} · 1,440 characters$/)).toBeVisible();
  await expect(page.getByText('The digest is for this test only')).toBeVisible();
  await save.click();
  await expect(page.getByText('Rules saved.')).toBeVisible();

  const run = { thought: `I think that ${SECRET}`, arguments: { word: SECRET }, result: LONG };
  const stored = await store(own, run);
  const again = await store(own, run);
  const other = await store(own, { ...run, thought: LONG });

  await page.goto(stored.path);
  await expect(page.getByText(/hashed · [0-9a-f]{8} · \d+ characters/).first()).toBeVisible();
  await expect(page.getByText(SECRET)).toHaveCount(0);
  const panel = page.getByRole('complementary');
  await panel.getByRole('tab', { name: 'Result' }).click();
  await expect(panel.getByText('[cut: 300 of 1440 characters kept]')).toBeVisible();
  await expectAccessible(page);

  // As high as what is there: a line of the thought, one of what was said.
  await page.goto(other.path);
  const row = page.getByRole('row').filter({ hasText: '1,440 characters' });
  await expect(row).toHaveCSS('height', '52px');

  await page.goto(`${own.path}/compare?a=${stored.traceId}&b=${again.traceId}`);
  await expect(page.getByText('hashed on both sides: the same').first()).toBeVisible();
  await page.goto(`${own.path}/compare?a=${stored.traceId}&b=${other.traceId}`);
  await expect(page.getByText('hashed on both sides: different')).toBeVisible();
  await expect(page.getByText('arguments hashed on both sides: the same')).toBeVisible();

  for (const words of ['hashed', 'orchid']) {
    await page.goto(`${own.path}/search?q=${words}&in=thought,said,args`);
    await expect(page.getByText('Nothing found')).toBeVisible();
  }
});
