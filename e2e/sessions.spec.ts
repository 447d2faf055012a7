// A session: found in the list, read turn by turn, its thoughts opened in place, with any session id.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, watchForeignRequests } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const sessions = (page: Page) => page.getByRole('grid', { name: 'Sessions' });
const turns = (page: Page) => page.getByRole('feed', { name: 'Turns' }).getByRole('article');
const thoughts = (page: Page) => page.getByRole('list', { name: 'Thoughts and what they led to' });

/** One model call with a question and an answer, in a session. */
function turnOf(session: string, question: string, usage: Record<string, number> = {}) {
  const message = (role: string, type: string, content: string) =>
    JSON.stringify([{ role, parts: [{ type, content }] }]);
  return traceOf({
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.2',
      'session.id': session,
      'user.id': session,
      'gen_ai.input.messages': message('user', 'text', question),
      'gen_ai.output.messages': message('assistant', 'text', `Answer to ${question}`),
      ...usage,
    },
  }).body;
}

test('from the list to a thought of the second turn by keyboard alone, and back', async ({ page }) => {
  await page.goto('/p/default/traces');
  await expect(page.getByRole('grid', { name: 'Traces' })).toBeVisible();
  // The rows come with the page, the keys with its code: pressed until they are there.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await expect(page).toHaveURL(/\/sessions/, { timeout: 2_000 });
  }).toPass();
  const row = sessions(page).getByRole('row', { name: /^Session support-\w+, user customer-4471, 3 turns/ });
  await expect(row).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('4471');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=4471/);
  await expect(sessions(page).getByRole('row')).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Session support-');
  await expect(turns(page)).toHaveCount(3);
  await expect(turns(page).nth(0)).toContainText('Where is my parcel?');
  await expect(turns(page).nth(1)).toContainText('update_order');

  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/turn=2/);
  await page.keyboard.press('Space');
  await expect(thoughts(page)).toContainText('the pole broke');
  await expect(thoughts(page).getByRole('listitem').first()).toContainText('get_order ×2');
  await page.reload();
  await expect(thoughts(page), 'remembered').toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/traces\/[0-9a-f]{32}/);
  await page.goBack();
  await expect(turns(page).nth(1)).toHaveAttribute('aria-current', 'true');
});

test('a long answer is opened in its turn, all of it', async ({ page, own }) => {
  const target = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  const question = `${'a long story, '.repeat(60)}to its very end`;
  expect(await send(turnOf('storyteller', question), target)).toBe(200);
  expect(await send(turnOf('storyteller', 'briefly'), target)).toBe(200);
  await page.goto(`${own.path}/sessions/storyteller`);
  await expect(turns(page)).toHaveCount(2);
  const long = turns(page).filter({ hasText: 'Answer to a long story' });
  await expect(turns(page).filter({ hasText: 'Answer to briefly' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Show all/ })).toHaveCount(1);
  await expect(long).not.toContainText(/Answer to .*to its very end/);
  await long.getByRole('button', { name: /^Show all of the answer/ }).press('Enter');
  await expect(long).toContainText(/Answer to .*to its very end/);
  await expectAccessible(page);
  await long.getByRole('button', { name: /^Show less/ }).press('Enter');
  await expect(long).not.toContainText(/Answer to .*to its very end/);
});

test('all thoughts open by the URL; the costs of the turns are also a table, and links to a turn', async ({ page }) => {
  await page.goto('/p/default/sessions?q=support');
  await sessions(page).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Open all thoughts' }).click();
  await expect(page).toHaveURL(/open=thoughts/);
  await expect(thoughts(page)).toHaveCount(3);
  await expect(
    page.getByText(/^3 turns cost \$0\.\d+, .* hidden thinking\. The most expensive is turn 2/),
  ).toBeVisible();
  // A column for each turn, with the parts of its cost, and a mark where calls failed.
  const chart = page.getByRole('region', { name: 'Cost by turn' });
  const numbers = chart.locator('.recharts-cartesian-axis-tick-label').filter({ hasText: /^\d$/ });
  await expect(numbers).toHaveText(['1', '2', '3']);
  await expect(chart.getByText('✕', { exact: true })).toBeVisible();
  await expect(chart.getByRole('listitem')).toContainText(['input', 'answer', 'summary only', 'no text']);
  await page.getByRole('checkbox', { name: 'Table' }).check();
  const table = page.getByRole('region', { name: 'Cost by turn, table' });
  await expect(table.getByRole('row')).toHaveCount(4);
  await table.getByRole('button', { name: '3', exact: true }).click();
  await expect(turns(page).nth(2)).toHaveAttribute('aria-current', 'true');
});

test('a session with unknown costs says "at least"', async ({ page, own }) => {
  const at = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  const all = { 'gen_ai.usage.input_tokens': 12_000, 'gen_ai.usage.output_tokens': 2400 };
  expect(await send(turnOf('partly', 'Where is it?', all), at)).toBe(200);
  expect(await send(turnOf('partly', 'And the other?', { 'gen_ai.usage.input_tokens': 900 }), at)).toBe(200);
  expect(await send(turnOf('partly', 'Thank you', all), at)).toBe(200);
  await page.goto(`${own.path}/sessions/partly?tables=1`);
  await expect(page.getByText(/^3 turns cost ≥ \$0\.109, .* Of the known costs, the highest is turn 1/)).toBeVisible();
  const row = (turn: number) =>
    page.getByRole('region', { name: 'Cost by turn, table' }).getByRole('row').nth(turn).getByRole('cell');
  await expect(row(1).nth(2)).toHaveText('$0.055');
  await expect(row(2).nth(0)).toHaveText('◌only a part of the usage was reported');
  await expect(row(2).nth(2)).toContainText('at least $0.055');
  await expect(row(3).nth(2)).toContainText('at least $0.109');
  await expectAccessible(page);
});

test('a session may be called anything', async ({ page, system }) => {
  const foreign = watchForeignRequests(page, system.webUrl);
  const at = { ingestUrl: system.ingestUrl, key: system.ingestKey };
  const hostile = [
    '..',
    '../../costs?x=1#y',
    `"><img src=https://evil.example onerror=document.title='owned'>\u202Exe`,
  ];
  for (const session of hostile) expect(await send(turnOf(session, `who is ${session}`), at)).toBe(200);
  for (const [index, session] of hostile.entries()) {
    await page.goto(`/p/default/sessions?q=${encodeURIComponent(`session:"${session.replaceAll('"', '')}"`)}`);
    // The filter has no quotes within quotes: that one is found by its question.
    if (session.includes('"')) await page.goto('/p/default/sessions?q=evil.example');
    await sessions(page).getByRole('link').first().click();
    await expect(turns(page), `session ${index}`).toHaveCount(1);
    await expect(turns(page)).toContainText('Answer to who is');
  }
  expect(foreign).toEqual([]);
  expect(await page.title()).not.toContain('owned');
});

test('a new turn appears at the end by itself, and hundreds of turns stay light', async ({ page, own }) => {
  test.slow();
  const at = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  const many = Array.from({ length: 600 }, (_, index) => turnOf('long-session', `question ${index + 1}`));
  const resourceSpans = many.flatMap((body) => body.resourceSpans);
  expect(await send({ resourceSpans }, at)).toBe(200);
  await page.goto(`${own.path}/sessions/long-session?turn=600`);
  await expect(page.locator('[aria-setsize="600"][aria-current]')).toBeVisible();
  expect(await page.locator('*').count()).toBeLessThan(3500);
  expect(await send(turnOf('long-session', 'one more question'), at)).toBe(200);
  await expect(turns(page).filter({ hasText: 'one more question' })).toBeVisible();
});

test('nothing found, no such session, and an error each say what to do', async ({ page }) => {
  await page.goto('/p/default/sessions?q=nowhere-at-all');
  await expect(page.getByRole('heading', { name: 'No session matches' })).toBeVisible();
  await page.getByRole('button', { name: /^nowhere-at-all/ }).click();
  await expect(sessions(page).getByRole('row').nth(1)).toBeVisible();
  await page.goto('/p/default/sessions/never-seen');
  await expect(page.getByRole('heading', { name: 'There is no such session in this project' })).toBeVisible();
  await page.route('**/api/trpc/sessions.*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/p/default/sessions');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The sessions could not be loaded.');
  await page.unroute('**/api/trpc/sessions.*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(sessions(page)).toBeVisible();
  await page.route('**/api/trpc/sessions.turns*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await sessions(page)
    .getByRole('link', { name: /support-/ })
    .click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The turns could not be loaded.');
  await expect(page.getByRole('heading', { level: 1 }), 'its sums are there').toContainText('Session support-');
  await page.unroute('**/api/trpc/sessions.turns*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(turns(page)).toHaveCount(3);
});

test('on a phone an answer has the width of the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/p/default/sessions?q=support');
  await sessions(page).getByRole('link').first().click();
  const answer = turns(page)
    .first()
    .getByText(/^Your tent was delivered/);
  await expect.poll(async () => (await answer.boundingBox())?.width).toBeGreaterThan(300);
});

test('list and session are accessible, open, closed, as a table, and on a narrow screen', async ({ page }) => {
  test.slow();
  await page.goto('/p/default/sessions?q=support');
  await expect(sessions(page).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await sessions(page).getByRole('link').first().click();
  await expect(page.getByRole('application')).toBeVisible();
  await expectAccessible(page);
  const { pathname } = new URL(page.url());
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${pathname}?open=thoughts&tables=1`);
  await expect(thoughts(page).first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

test('a project without sessions says how to set a session id, within its box', async ({ page, own }) => {
  await page.goto(`${own.path}/sessions`);
  const box = page.getByRole('heading', { name: 'No sessions yet' }).locator('..');
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(box).toBeVisible();
    expect(await box.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  }
});
