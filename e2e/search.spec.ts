// Finds thoughts by their words, with the action they led to.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, watchForeignRequests } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const hits = (page: Page) => page.getByRole('feed', { name: 'Hits' }).getByRole('article');
const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });

test('from a word to the step where it was thought, by keyboard alone, and back to the hit', async ({ page }) => {
  await page.goto('/p/default/traces');
  await expect(page.getByRole('grid', { name: 'Traces' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('f');
  await expect(page.getByRole('heading', { name: 'What did the model think?' })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('"safety notice"');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const hit = hits(page).filter({ hasText: 'safety notice' }).filter({ hasText: 'read_policy' }).first();
  await expect(hit).toContainText(/step \d+/i);
  await expect(hit).toContainText('summary');
  await expect(hit.locator('mark').first()).toHaveText(/safety notice/i);
  await expect(hit).toContainText(/action.*read_policy/s);
  await expect(hit).toContainText('next');
  await expect(page.getByText(/% of thinking tokens in this range have text .* not searchable\./)).toBeVisible();

  await page.keyboard.press('j');
  const [, step] = /step (\d+[a-z]*)/.exec((await hits(page).first().getAttribute('aria-label')) ?? '') ?? [];
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/traces/[0-9a-f]{32}\\?step=${step}&find=safety\\+notice`));
  await expect(timeline(page).getByRole('row', { selected: true })).toHaveAccessibleName(
    new RegExp(`^Step ${parseInt(step ?? '', 10)},`),
  );
  await page.goBack();
  await expect(hits(page).first()).toHaveAttribute('aria-current', 'true');

  await page.keyboard.press('Space');
  await expect(page.getByRole('complementary', { name: 'Peek at the trace of the hit' })).toContainText('read_policy');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/compare\?a=[0-9a-f]{32}$/);
});

test('leaving the search works while its URL is still updating', async ({ page }) => {
  await page.goto('/p/default/search?q=order&range=all');
  await hits(page).first().focus();
  // Longer than the address takes to follow.
  await page.route('**/compare?*_rsc*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/[?&]peek=/);
  await hits(page).first().focus();
  for (const key of ['Space', 'Space', 'Space', 'c']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/\/compare\?a=[0-9a-f]{32}$/);
  await page.goBack();
  await expect(hits(page).first()).toBeVisible();
  await page
    .getByRole('combobox', { name: 'Search in thoughts, messages' })
    .or(page.locator('[data-page-filter]'))
    .fill('parcel');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/\/compare$/);
});

test('on a phone the first hit begins in the upper quarter, and the search options are one tap away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/p/default/search?q=order&range=all');
  await expect(page.getByText(/of thinking tokens in this range have text/)).toBeVisible();
  await expect.poll(async () => (await hits(page).first().boundingBox())?.y).toBeLessThanOrEqual(220);
  await expect(page.getByRole('group', { name: 'in' })).toBeHidden();
  await page.getByRole('button', { name: 'Options' }).click();
  await page.getByRole('group', { name: 'in' }).getByLabel('results').check();
  await expect(page).toHaveURL(/in=.*result/);
  await expectAccessible(page);
});

test('words, phrases, a minus, filters, fields and groups narrow and arrange the hits', async ({ page }) => {
  const total = page.getByText(/^[\d,]+\+? hits? in/);
  const count = async (query: string) => {
    await page.goto(`/p/default/search?${query}`);
    await expect(
      page.getByRole('feed', { name: 'Hits' }).or(page.getByRole('heading', { name: 'Nothing found' })),
    ).toBeVisible();
    return (await hits(page).count()) > 0 ? Number(/^\d+/.exec((await total.textContent()) ?? '')?.[0]) : 0;
  };
  const all = await count('q=order');
  expect(all).toBeGreaterThan(1);
  const withTool = await count('q=order+tool:update_order');
  expect(withTool).toBeGreaterThan(0);
  expect(withTool + (await count('q=order+-tool:update_order'))).toBe(all);
  expect(await count('q=order+-order')).toBe(0);
  expect(await count('q=order&in=args')).toBeGreaterThan(0);
  expect(await count('q=422&in=result')).toBeGreaterThan(0);
  await page.goto('/p/default/search?q=order&in=args,result&group=tool');
  await expect(hits(page).first().getByRole('heading', { level: 2 })).toContainText(/\d+ hits?$/);
  await page.getByRole('checkbox', { name: 'thought' }).check();
  await expect(page).toHaveURL(/in=thought,args,result/);
});

test('an empty result says if hidden thinking could be the cause, and an error keeps the query', async ({ page }) => {
  await page.goto('/p/default/search?q=xyzzy+plugh');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expect(page.getByText(/Hidden thinking could be the cause: \d+ % of the thinking tokens/)).toBeVisible();
  await page.getByRole('button', { name: 'Look at all time' }).click();
  await expect(page).toHaveURL(/range=all/);
  await page.goto('/p/default/search?q=tool:update_order');
  await expect(page.getByRole('heading', { name: 'Add a word to look for' })).toBeVisible();

  await page.route('**/api/trpc/search.find*', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/p/default/search?q=order');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your query is kept.');
  await expect(page.getByRole('combobox', { name: /^Search in thoughts, messages/ })).toHaveValue('order');
  await page.unroute('**/api/trpc/search.find*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(hits(page).first()).toBeVisible();
});

test('hostile thoughts are found as text', async ({ page, system }) => {
  const thought = `sesame <img src="https://evil.example/x.png" onerror="document.title='owned'"> .*(\u202Eexe\u202C`;
  const { body } = traceOf({
    name: 'chat',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': thought,
      'gen_ai.input.messages': JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: thought }] }]),
      'gen_ai.output.messages': JSON.stringify([
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', content: thought },
            { type: 'tool_call', id: 'call_0', name: '<b>tool</b>', arguments: { ['__proto__']: thought } },
          ],
        },
      ]),
    },
  });
  expect(await send(body, { ingestUrl: system.ingestUrl, key: system.ingestKey })).toBe(200);
  const foreign = watchForeignRequests(page, system.webUrl);
  await page.goto(`/p/default/search?q=${encodeURIComponent('sesame ".*("')}`);
  await expect(hits(page)).toHaveCount(1);
  await expect(hits(page)).toContainText('evil.example');
  await expect(hits(page).locator('mark').filter({ hasText: 'sesame' })).not.toHaveCount(0);
  expect(await hits(page).innerText()).not.toMatch(/\u202E/u);
  expect(foreign).toEqual([]);
  expect(await page.title()).not.toContain('owned');
});

test('the search is accessible, with hits, without, and on a narrow screen', async ({ page }) => {
  test.slow();
  await page.goto('/p/default/search');
  await expect(page.getByRole('heading', { name: 'What did the model think?' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/p/default/search?q=order&in=thought,said,args,result,answer');
  await expect(hits(page).first()).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(hits(page).first()).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});
