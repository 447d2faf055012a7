// Model calls that do not think, from the SDK to the screen: named by what they are, with a result, a cost and a place
// in the total, and with nothing said of thinking.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, expectAccessible, test } from './fixtures.ts';

const AGENT = join(import.meta.dirname, 'task-kinds-agent.ts');

/** Each label with what came back, and its cost by the list. */
const ROWS = [
  ['Transcription', 'Where is my order?', '$0.0060'],
  ['Moderation', 'flagged: no', '$0'],
  ['Embeddings', '2 vectors of 1,536', '$0.00080'],
  ['Rerank', 'top 1 of 2 documents', 'no price'],
  ['Image', '1 image 1024×1024', '$0.040'],
  ['Speech', '48 kB of audio (audio/mpeg)', 'no price'],
] as const;

test('a run of mixed kinds names each call, and its total holds what is known', async ({ page, own }) => {
  const env = { ...process.env, SUBTEXT_URL: own.ingestUrl, SUBTEXT_API_KEY: own.ingestKey };
  await promisify(execFile)(process.execPath, [AGENT], { env });
  await page.goto(`${own.path}/traces`);
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /Where is my order|Answer by voice/ })
    .first()
    .click();
  const steps = page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row');
  for (const [label, result, cost] of ROWS) {
    const row = steps.filter({ hasText: new RegExp(`${label}\\b`) }).filter({ hasText: result });
    await expect(row, label).toHaveCount(1);
    await expect(row.getByRole('gridcell').last()).toContainText(cost);
    await expect(row).not.toContainText('◌');
  }
  await expectAccessible(page);

  const embeddings = steps.filter({ hasText: '2 vectors of 1,536' });
  await embeddings.click();
  const panel = page.getByRole('complementary', { name: /^Step \d+$/ });
  await expect(panel.getByRole('heading', { name: 'Embeddings' })).toBeVisible();
  await expect(panel).toContainText('A call of this kind does not think');
  await panel.getByRole('tab', { name: 'Context' }).click();
  await expect(panel).toContainText('Where is my order?');

  await page.goto(`${own.path}/costs?tables=1`);
  const models = page.getByRole('region', { name: /^Spend by model/ });
  await expect(models.getByRole('row', { name: /text-embedding-3-small/ })).toContainText('1 call');
  await expect(models.getByRole('row', { name: /whisper-1/ })).toContainText('$0.0060');
});
