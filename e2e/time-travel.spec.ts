// Time travel through a trace, the model's context there, and the run continued from that step by any
// provider.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });
const steps = (page: Page) => timeline(page).getByRole('row', { name: /^Step \d+,/ });
const bar = (page: Page) => page.getByRole('slider', { name: 'As of step' });

async function open(page: Page, title: RegExp, step: number): Promise<void> {
  await page.goto('/p/default/traces');
  const link = page.getByRole('grid', { name: 'Traces' }).getByRole('link', { name: title });
  const href = await link.getAttribute('href');
  await page.goto(`${href}?step=${step}`);
  await expect(timeline(page).getByRole('row', { selected: true })).toHaveAccessibleName(new RegExp(`^Step ${step},`));
}

test('a trace is shown as of a step, and every step back is an entry of the browser history', async ({ page }) => {
  await open(page, /^Revenue was down/, 3);
  await page.keyboard.press('t');
  await expect(page).toHaveURL(/[?&]at=3/);
  await expect(steps(page)).toHaveCount(3);
  await expect(page.getByText('3 later steps hidden · End to return')).toBeVisible();
  await expect(page.getByText('as of step 3 of 6')).toBeVisible();
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'step 3 of 6');

  await page.keyboard.press('.');
  await expect(steps(page)).toHaveCount(4);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await expect(steps(page)).toHaveCount(2);
  // The address follows the page: else the step back would go from where it has not come to yet.
  await expect(page).toHaveURL(/[?&]at=2/);
  await bar(page).press('ArrowRight');
  await expect(page).toHaveURL(/[?&]at=3/);
  await page.goBack();
  await expect(steps(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Next step' }).click();
  await expect(steps(page)).toHaveCount(3);

  await timeline(page).getByRole('row', { selected: true }).focus();
  await page.keyboard.press('End');
  await expect(steps(page)).toHaveCount(6);
  await expect(page).not.toHaveURL(/[?&]at=/);
});

test('a link to a missing step in time falls back to now and says so', async ({ page }) => {
  await open(page, /^Revenue was down/, 3);
  await page.goto(`${page.url()}&at=99`);
  await expect(page.getByText('There is no step 99 to go back to')).toBeVisible();
  await expect(steps(page)).toHaveCount(6);
});

test('the panel shows the model’s context, and the new messages in it', async ({ page }) => {
  await open(page, /^Revenue was down/, 3);
  await page.getByRole('tab', { name: 'Context' }).click();
  const panel = page.getByRole('complementary', { name: 'Step 3' });
  await expect(panel).toContainText(
    /The model had \d+ messages in context, [\d,]+ tokens in all\. 2 of them are new since step 2/,
  );
  await expect(panel.getByRole('heading', { name: 'New since step 2' })).toBeVisible();
  await panel.getByText('System prompt').click();
  await expect(panel.getByText(/Look for the smallest cause/).last()).toBeVisible();
  await panel.getByText(/tools offered/).click();
  await expect(panel.getByText('list_tables').last()).toBeVisible();
  await expectAccessible(page);
});

test('a run is continued from a step, for the same provider or another, thought by thought', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, /^Please review pull request 214/, 3);
  await page.keyboard.press('C');
  const dialog = page.getByRole('dialog', { name: 'Conversation as of step 3' });
  const body = dialog.getByLabel('Body of the request');
  await expect(dialog.getByText('required', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByText(/DeepSeek refuses a turn with calls without/).first()).toBeVisible();
  await expect(body).toContainText('reasoning_content');
  await expectAccessible(page);

  await dialog.getByLabel('For').selectOption('anthropic.messages/anthropic');
  await expect(body).toContainText('tool_use');
  await expect(body).not.toContainText('reasoning_content');
  await expect(dialog.getByText('not allowed', { exact: true }).first()).toBeVisible();

  await dialog.getByLabel('For').selectOption('openai.chat/kimi');
  await expect(dialog.getByText('left out', { exact: true }).first()).toBeVisible();
  await dialog.getByLabel('Thought of step 1').selectOption('pin');
  await expect(dialog.getByText('included', { exact: true })).toHaveCount(1);

  await expect(dialog.getByText(/^Name the model/)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Copy cURL' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel('Model').fill('kimi-k3');
  await dialog.getByLabel('Model').press('Enter');
  for (const [form, start] of [
    ['JSON', '{\n  "model": "kimi-k3"'],
    ['TypeScript', '// Save as resume.mts and run: MOONSHOT_API_KEY=… node resume.mts'],
    ['Python', '# Save as resume.py and run: MOONSHOT_API_KEY=… python3 resume.py'],
  ] as const) {
    await dialog.getByRole('button', { name: `Copy ${form}` }).click();
    await expect(page.getByText(`Conversation copied as ${form}`)).toBeVisible();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain(start);
  }
  await dialog.getByRole('button', { name: 'Copy cURL' }).click();
  await expect(page.getByText('Conversation copied as cURL')).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^curl "https:\/\/api\.moonshot\.ai/);
  const download = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^conversation-[\da-f]{8}\.json$/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a whole trace and a single step are saved as files', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, /^Please review pull request 214/, 1);
  await page.keyboard.press('Y');
  await expect(page.getByText('Step 1 copied as Markdown')).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^### Step 1\n/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download or delete the trace' }).click();
  await page.getByRole('menuitem', { name: 'Download as Markdown' }).click();
  expect((await download).suggestedFilename()).toMatch(/^trace-[\da-f]{8}\.md$/);
});

test('back in time the bar leaves a phone to the steps', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, /^Revenue was down/, 3);
  await page.goto(page.url().replace('step=3', 'at=3'));
  await expect(bar(page)).toHaveAttribute('aria-valuetext', 'step 3 of 6');
  expect((await page.locator('footer').boundingBox())!.height).toBeLessThanOrEqual(88);
  await expect(page.getByRole('button', { name: /^Conversation\s+as of step 3/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: /^Return/ }).click();
  await expect(steps(page)).toHaveCount(6);
});
