// The trace list: what it shows is in its address, and everything on it works by keyboard.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, whenInteractive } from './fixtures.ts';
import { send, traceOf } from './otlp.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Traces' });
const rows = (page: Page) => grid(page).locator('[data-trace]');
const params = (page: Page) => new URL(page.url()).searchParams;

async function openList(page: Page, search = '?range=all'): Promise<void> {
  await page.goto(`/p/default/traces${search}`);
  await expect(rows(page).first()).toBeVisible();
  await whenInteractive(rows(page).first());
}

test('peek, selection and comparison work by keyboard, and Back and Esc undo them', async ({ page }) => {
  await openList(page);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const second = await rows(page).nth(1).getAttribute('data-trace');
  await page.keyboard.press('Space');
  const peek = page.getByRole('complementary', { name: /^Peek at/ });
  await expect(peek.getByRole('treegrid', { name: 'Why timeline' })).toBeVisible();
  expect(params(page).get('peek')).toBe(second);
  await page.keyboard.press('j');
  await expect(page).not.toHaveURL(new RegExp(`peek=${second}`));
  await expect(rows(page).nth(2)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(peek).toBeHidden();

  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('region', { name: 'Selected traces' })).toContainText('2 traces selected');
  // The address follows a moment later.
  await expect.poll(() => params(page).get('sel')?.split(',').length).toBe(2);
  await page.reload();
  await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(2);
  const [a, b] = params(page).get('sel')!.split(',');
  await page.keyboard.press('c');
  await expect(page).toHaveURL(new RegExp(`/compare\\?a=${a}&b=${b}`));
  await page.goBack();
  await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(2);
});

test('in the peek the keys are those of its trace, and Enter opens it at the step', async ({ page }) => {
  await openList(page, '?range=all&sort=steps');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const peek = page.getByRole('complementary', { name: /^Peek at/ });
  const current = peek.getByRole('row', { selected: true });
  await expect(current).toHaveAccessibleName(/^Step 1,/);
  await current.focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(current).toHaveAccessibleName(/^Step 2,/);
  await expect(current).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(current).toHaveAccessibleName(/^Step 1,/);
  await page.keyboard.press('ArrowDown');
  const peeked = params(page).get('peek');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/traces/${peeked}\\?step=2$`));
});

test('columns are chosen, ordered, resized and sorted, and the URL keeps it', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Duration' }).check();
  await page.getByRole('checkbox', { name: 'Model', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Duration earlier' }).click();
  await page.keyboard.press('Escape');
  await expect(grid(page).getByRole('columnheader', { name: 'Duration' })).toBeVisible();
  await grid(page).getByRole('separator', { name: 'Width of Cost' }).press('ArrowRight');
  await expect(page).toHaveURL(/cols=asked,steps,cost:15\.5,duration,hidden,age/);
  await grid(page).getByRole('button', { name: 'Duration' }).click();
  await expect(grid(page).getByRole('columnheader', { name: 'Duration' })).toHaveAttribute('aria-sort', 'descending');
  await grid(page).getByRole('button', { name: 'Duration' }).click();
  await expect(page).toHaveURL(/sort=duration\.asc/);
  await page.getByRole('button', { name: 'Density' }).click();
  await page.getByRole('menuitemradio', { name: /^Compact/ }).click();
  await expect(page).toHaveURL(/density=compact/);
});

test('the menu counts the values of a field, and a chosen one becomes a chip', async ({ page }) => {
  await openList(page);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Status' }).press('ArrowRight');
  await page.getByRole('menuitemcheckbox', { name: /^error/ }).click();
  await expect(page).toHaveURL(/q=status:error/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove status:error' }).click();
  await expect(page).not.toHaveURL(/status:error/);
});

test('a view is saved under a name, shared by its link, renamed and deleted', async ({ page }) => {
  await openList(page, '?range=all&q=cost:>0&sort=cost');
  const choose = async (item: string | RegExp) => {
    await page.getByRole('button', { name: /^View/ }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Save as a view…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Dear ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/traces\?view=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Filter traces' })).toHaveValue('cost:>0');
  await choose('Rename…');
  await page.getByRole('textbox', { name: 'Name' }).fill('Most expensive');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByRole('button', { name: 'View: Most expensive' })).toBeVisible();
  await choose('Delete…');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/traces$/);
  await page.getByRole('button', { name: /^View/ }).click();
  await page.getByRole('menuitemradio', { name: 'Costly hidden' }).click();
  await expect(page).toHaveURL(/view=costly-hidden/);
  await expect(page.getByRole('combobox', { name: 'Filter traces' })).toHaveValue('hidden:>40%');
});

test('unknown values in the URL fall back with a message, and other parameters are kept', async ({ page }) => {
  await openList(page, '?range=yesterday&sort=colour&cols=none&peek=x&sel=y&utm=kept');
  await expect(page.getByText('“colour” is not a sort order.')).toBeInViewport();
  await expect(page.getByText('“none” are not columns.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Range' }).selectOption('all');
  await expect(page).toHaveURL(/utm=kept/);
});

test('an empty result counts the matches without each filter part, and names an invalid part', async ({ page }) => {
  await openList(page);
  await page.getByRole('combobox', { name: 'Filter traces' }).fill('tool:no_such_tool colour:red');
  await expect(page.getByRole('heading', { name: 'No trace matches' })).toBeVisible();
  await expect(page.getByText(/^Not run: colour:red/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'tool:no_such_tool ✕' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('the first rows come with the page, before its code', async ({ page }) => {
  const rowsOfPage = async () => {
    const answer = await page.request.get('/p/default/traces?range=all&sort=cost');
    return (await answer.text()).match(/data-trace="[\da-f]{32}"/g)?.length ?? 0;
  };
  // A page does not wait long for its rows, and other work may take longer.
  await expect.poll(rowsOfPage).toBeGreaterThan(1);
});

test('an error is shown in place of the rows, and Retry loads them', async ({ page }) => {
  await openList(page);
  let broken = true;
  await page.route('**/api/trpc/**traces.list**', (route) => (broken ? route.abort() : route.continue()));
  await page.getByRole('combobox', { name: 'Range' }).selectOption('90d');
  await expect(page.getByRole('alert').filter({ hasText: 'The traces could not be loaded.' })).toBeVisible();
  await expectAccessible(page);
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('a later page that fails shows an error below the rows, and Retry loads it, in the list and in the search', async ({
  page,
  own,
}) => {
  test.slow();
  const parts = [
    { type: 'reasoning', content: 'look for the needle' },
    { type: 'text', content: 'Done.' },
  ];
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
  };
  const many = Array.from({ length: 250 }, () => traceOf({ name: 'chat', attributes }).body);
  const resourceSpans = many.flatMap((body) => body.resourceSpans);
  expect(await send({ resourceSpans }, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  const failure = page.getByRole('alert').filter({ hasText: 'More could not be loaded.' });
  const pages = [
    ['traces?range=all', 'traces.list', rows(page)],
    ['search?q=needle&range=all', 'search.find', page.getByRole('feed', { name: 'Hits' }).getByRole('article')],
  ] as const;
  for (const [path, procedure, found] of pages) {
    // Only later pages have a cursor in their question.
    const later = (url: URL) =>
      url.pathname.includes(procedure) && /"cursor":[{"]/.test(decodeURIComponent(url.search));
    await page.route(later, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`${own.path}/${path}`);
    await expect(found.first()).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(failure).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(found.last(), 'what is there stays').toBeVisible();
    await page.unroute(later);
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(failure).toHaveCount(0);
  }
});

test('a running trace is marked, grows, and is done when it is quiet', async ({ page, own }) => {
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  await page.goto(`${own.path}/traces`);
  await expect(page.getByRole('heading', { name: 'No traces yet' })).toBeVisible();
  const said = JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: 'Done.' }] }]);
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.output.messages': said };
  const first = traceOf({ name: 'chat', attributes });
  expect(await send(first.body, to)).toBe(200);
  const row = page.getByRole('row', { name: /may still be running/ });
  await expect(row).toHaveAccessibleName(/1 step,/);
  const second = traceOf({ name: 'chat', attributes }, first.traceId);
  expect(await send(second.body, to)).toBe(200);
  await expect(row).toHaveAccessibleName(/2 steps,/);
  await expect(row).toBeHidden({ timeout: 30_000 });
  await expect(rows(page)).toHaveAccessibleName(/, done,/);
});

test('a list of thousands mounts few rows, and Back returns to the same position', async ({ page, own }) => {
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  const spans = Array.from({ length: 2000 }, (_, index) => {
    const { body } = traceOf({ name: `run ${index}`, attributes: { 'gen_ai.operation.name': 'chat' } });
    return body.resourceSpans[0]!;
  });
  expect(await send({ resourceSpans: spans }, to)).toBe(200);
  await page.goto(`${own.path}/traces`);
  await expect(page.getByText('2,000 traces')).toBeVisible();
  // Pages of 50: End goes to the last row there is, and near the end the next page comes.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(grid(page).locator('[aria-rowindex="301"]')).toBeFocused({ timeout: 500 });
  }).toPass();
  expect(await rows(page).count()).toBeLessThan(60);
  const id = await grid(page).locator('[aria-rowindex="295"]').getAttribute('data-trace');
  const opened = grid(page).locator(`[data-trace="${id}"]`);
  const top = () => page.evaluate<number>('window.scrollY');
  const before = await top();
  await opened.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/traces/${id}`));
  await page.goBack();
  await expect(opened).toBeInViewport();
  await expect(opened).toHaveAttribute('aria-current', 'true');
  expect(Math.abs((await top()) - before)).toBeLessThan(100);
});

test('new traces wait for a click, and the list is saved as CSV', async ({ page, system }) => {
  await openList(page);
  const before = await rows(page).first().getAttribute('data-trace');
  const name = '=HYPERLINK("https://evil.example")';
  const { traceId, body } = traceOf({ name, attributes: { 'gen_ai.operation.name': 'chat' } });
  expect(await send(body, { ingestUrl: system.ingestUrl, key: system.ingestKey })).toBe(200);
  await expect(page.getByRole('button', { name: /new$/ })).toBeVisible({ timeout: 15_000 });
  await expect(rows(page).first()).toHaveAttribute('data-trace', before!);
  await page.getByRole('button', { name: /new$/ }).click();
  await expect(rows(page).first()).toHaveAttribute('data-trace', traceId);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain(`"'${name.replaceAll('"', '""')}"`);
});

test('on a phone the first trace is at most 200 pixels below the bar, and every control is large enough for a finger', async ({
  browser,
  session,
  baseURL,
}) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({
    storageState: session,
    baseURL,
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openList(page);
  await expect(page.getByRole('button', { name: 'CSV' })).toBeVisible();
  const bar = (await page.getByRole('banner').boundingBox())!;
  const first = (await rows(page).first().boundingBox())!;
  expect(first.y - bar.y - bar.height).toBeLessThanOrEqual(200);
  for (const name of ['Filter', 'View', 'Columns', 'Density', 'CSV']) {
    const button = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
    expect(Math.min(button.width, button.height), name).toBeGreaterThanOrEqual(44);
  }
  expect((await page.getByLabel('Range').boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await context.close();
});
