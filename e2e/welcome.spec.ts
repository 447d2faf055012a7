// From nothing to the first thought: an empty Subtext, a key made on the page, a wrapped client, and the page that
// notices.
import type { Page } from '@playwright/test';
import { observeFetch, shutdown } from '@subtext/sdk';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';
import { type RunningSystem, newSignInLink, runSystem } from './running-system.ts';

// One empty system for both: the second finds what the first has left.
test.describe.configure({ mode: 'default' });

let empty: RunningSystem;
test.use({ storageState: { cookies: [], origins: [] } });
test.beforeAll(async () => {
  empty = await runSystem();
});
test.afterAll(async () => {
  await shutdown();
  await empty.stop();
});

/** What a provider answers, in the shape of a Chat Completions host that shows its reasoning. */
const ANSWER = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'deepseek-reasoner',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: {
        role: 'assistant',
        content: 'It is noon.',
        reasoning_content: 'The clock shows twelve, so it is noon.',
      },
    },
  ],
  usage: {
    prompt_tokens: 12,
    completion_tokens: 20,
    total_tokens: 32,
    completion_tokens_details: { reasoning_tokens: 15 },
  },
};

/** By the clock of the page alone: its timers go on as they did. The page counts from the moment it is interactive. */
async function waitAMinute(page: Page): Promise<void> {
  await whenInteractive(page.getByRole('status').first());
  await page.clock.setFixedTime(Date.now() + 61_000);
}

test('a sample trace is loaded by one click, and stored like every span', async ({ page }) => {
  const { facts } = empty;
  await page.goto(await newSignInLink(facts));
  await page.goto(facts.webUrl);
  await expect(page, 'nothing is stored yet').toHaveURL(/\/welcome/);
  await expect(page.getByText('Waiting for the first span…')).toBeVisible();
  await expect(page.getByText(/listening for spans at 127\.0\.0\.1:\d+$/)).toBeVisible();
  await expectAccessible(page);
  await waitAMinute(page);
  await expect(page.getByRole('region', { name: 'Checks' })).toContainText('No key of this project was used yet');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Load a sample trace' }).click();
  const arrival = page.getByRole('status').filter({ hasText: 'Received deepseek-v4-flash' });
  await expect(arrival).toBeVisible({ timeout: 20_000 });
  await arrival.getByRole('link', { name: 'Open trace' }).click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toContainText('They ask about today in Lisbon.');
});

test('the page shows which span arrived without a reload, and links to its thought', async ({ page }) => {
  const { facts } = empty;
  await page.goto(await newSignInLink(facts));
  await page.goto(`${facts.webUrl}/welcome`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const line = page.getByText(/sbtx_live_[0-9a-zA-Z]{40}/).first();
  const [apiKey] = /sbtx_live_[0-9a-zA-Z]{40}/.exec((await line.textContent()) ?? '') ?? [];
  const provider = () => Promise.resolve(Response.json(ANSWER));
  const observed = observeFetch(provider, { url: facts.ingestUrl, apiKey });
  const body = JSON.stringify({
    model: 'deepseek-reasoner',
    messages: [{ role: 'user', content: 'What time is it?' }],
  });
  const answer = await observed('https://api.deepseek.com/chat/completions', { method: 'POST', body });
  expect(await answer.json()).toEqual(ANSWER);

  const arrival = page.getByRole('status').filter({ hasText: 'Received deepseek-reasoner' });
  await expect(arrival).toBeVisible();
  await expectAccessible(page);
  await arrival.getByRole('link', { name: 'Open trace' }).click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toContainText(
    'The clock shows twelve, so it is noon.',
  );
});

test('a user who waits for a thought and gets spans without any sees what to check', async ({ page }) => {
  const { facts } = empty;
  const { body } = traceOf({
    name: 'chat quiet-1',
    attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'quiet-1' },
  });
  expect(await send(body, { ingestUrl: facts.ingestUrl, key: facts.ingestKey })).toBe(200);
  await page.goto(await newSignInLink(facts));
  await page.goto(`${facts.webUrl}/welcome`);
  await expect(page.getByRole('status').filter({ hasText: 'Received quiet-1' })).toBeVisible();
  await waitAMinute(page);
  await expect(page.getByRole('heading', { name: 'Spans without thinking? Look here' })).toBeVisible();
  await expectAccessible(page);
});
