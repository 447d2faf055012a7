// From the wire to the pixel: a real client streams through the SDK, and its thought is read before the model has
// thought it to its end.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

const EXAMPLES = join(import.meta.dirname, '../examples/run.ts');
/** Slower than most models: its first thought takes six seconds. */
const PACE = '40';

test('the thought of an agent is on the live screen while it streams, and its step when it has ended', async ({
  page,
  own,
}) => {
  await page.goto(`${own.path}/live`);
  await expect(page.getByRole('status').filter({ hasText: 'Live' })).toBeVisible();
  const agent = spawn(process.execPath, [EXAMPLES, 'refund', '--scripted', '--pace', PACE], {
    env: { PATH: process.env.PATH ?? '', SUBTEXT_URL: own.ingestUrl, SUBTEXT_API_KEY: own.ingestKey },
    stdio: 'ignore',
  });
  try {
    const row = page.getByRole('treegrid', { name: 'Steps as they arrive' }).getByRole('row').nth(1);
    await expect(row).toContainText(/∙∙∙ \d+ s/);
    await expect(row).toContainText('guessing where a parcel is helps nobody');
    await expect(row).not.toContainText('∙∙∙');
  } finally {
    agent.kill();
  }
});
