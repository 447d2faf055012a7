// Texts too long for a page: only what is in sight of them is part of it, wherever one looks.
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { resultOf, send } from './otlp.ts';

/** As much of one text as is kept. */
const LINES = 45_000;
const WORDS = Array.from({ length: LINES }, (_, at) => `line ${at} of many`).join('\n');

/** The tab Got of a call with this result. */
async function openResult(page: Page, own: OwnProject, { result = WORDS, find = '' }): Promise<Locator> {
  const { traceId, body } = resultOf(result);
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1&tab=got&find=${encodeURIComponent(find)}`);
  const text = page.getByRole('group', { name: 'result', exact: true });
  await expect(text.locator('[data-index]').first()).toBeVisible();
  return text;
}

/** Letters and elements that are part of the page. */
const weight = (text: Locator) =>
  text.evaluate((box) => ({ letters: box.textContent.length, elements: box.querySelectorAll('*').length }));

const scrollTo = (text: Locator, part: number) =>
  text.evaluate((box, at) => (box.scrollTop = at * (box.scrollHeight - box.clientHeight)), part);

/** Lines of 20 pixels: what is scrolled at a time, and one that is cut at the edge. */
const LINES_SCROLLED = 17;

/** The number of the line at the upper edge. */
const firstInSight = (text: Locator) =>
  text.evaluate((box) => {
    const { top } = box.getBoundingClientRect();
    const row = [...box.querySelectorAll('[data-index]')].find((each) => each.getBoundingClientRect().bottom > top)!;
    const lines = row.textContent.match(/\d+/g)!;
    const { height, top: rowTop } = row.getBoundingClientRect();
    return Number(lines[Math.max(0, Math.floor(((top - rowTop) / height) * lines.length))]);
  });

async function expectLight(text: Locator): Promise<void> {
  const { letters, elements } = await weight(text);
  expect(letters).toBeLessThan(30_000);
  expect(elements).toBeLessThan(100);
}

test('a text of a million characters mounts only its visible lines, from the first to the last', async ({
  page,
  own,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  const text = await openResult(page, own, {});
  await expect(text).toContainText('line 0 of many');
  await expectLight(text);
  await scrollTo(text, 0.5);
  await expect(text).toContainText(/line 2\d{4} of many\nline 2\d{4} of many/);
  await expectLight(text);
  await text.focus();
  await page.keyboard.press('End');
  await expect(text).toContainText(`line ${LINES - 1} of many`);
  await expect(text.getByText(`line ${LINES - 1} of many`)).toBeInViewport();
  await expectLight(text);
  // The key scrolls past what is between, so a fast server may give some of it on the way: but never all of the fifteen
  // pieces.
  const pieces = new Set(asked.flatMap((url) => url.match(/"offset":\d+/g) ?? []));
  expect(pieces.size).toBeLessThan(12);
  await expectAccessible(page);
});

test('the scroll position stays when a reader scrolls up from the end and earlier pieces load', async ({
  page,
  own,
}) => {
  const text = await openResult(page, own, {});
  await text.focus();
  await page.keyboard.press('End');
  const last = text.getByText(`line ${LINES - 1} of many`);
  await expect(last).toBeInViewport();
  let before = await firstInSight(text);
  for (let times = 0; times < 60; times++) {
    // A scroll in the very moment in which a piece above takes its place can be undone with it, and a piece that loads
    // has no lines yet: who reads scrolls again.
    let scrolls = 0;
    await expect(async () => {
      scrolls++;
      await text.evaluate((box) => box.scrollBy(0, -300));
      await expect.poll(() => firstInSight(text), { timeout: 4_000 }).toBeLessThan(before);
    }).toPass();
    const after = await firstInSight(text);
    expect(before - after, '300 pixels of lines').toBeLessThan(LINES_SCROLLED * scrolls);
    before = after;
  }
  await expectLight(text);
});

test('the end of a piece stays in place when it loads after a reader has scrolled up into its placeholder', async ({
  page,
  own,
}) => {
  const loads = Promise.withResolvers<void>();
  await page.route(/trace\.text/, async (route) => {
    if (/"offset":(?!0\D|832000)/.test(decodeURIComponent(route.request().url()))) await loads.promise;
    await route.continue();
  });
  const text = await openResult(page, own, {});
  await text.focus();
  await page.keyboard.press('End');
  await expect(text.getByText(`line ${LINES - 1} of many`)).toBeInViewport();
  const placeholder = text.locator('[data-index]', { hasNotText: /./ });
  await expect(async () => {
    await text.evaluate((box) => box.scrollBy(0, -300));
    await expect(placeholder.last()).toBeInViewport({ timeout: 100 });
  }).toPass({ intervals: [0] });
  const below = await placeholder.last().evaluate((row) => row.nextElementSibling!.textContent.trim());
  const row = text.locator('[data-index]', { hasText: below.split('\n').at(-1)! });
  const bottom = () => row.evaluate((box) => box.getBoundingClientRect().bottom);
  const before = await bottom();
  loads.resolve();
  await expect(placeholder).toHaveCount(0);
  // A line that was cut between the pieces is now joined.
  expect(Math.abs((await bottom()) - before), 'pixels').toBeLessThan(1.5 * 20);
});

test('a line of a million characters wraps, and its visible part can be selected', async ({ page, own }) => {
  const text = await openResult(page, own, { result: `begin ${'spam '.repeat(199_995)}done` });
  await expect(text).toContainText('begin spam spam');
  await expectLight(text);
  expect(await text.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await scrollTo(text, 1);
  await expect(text).toContainText('spam done');
  await expectLight(text);
  const selected = await text.evaluate((box) => {
    const selection = box.ownerDocument.getSelection()!;
    selection.selectAllChildren(box.querySelector('[data-index]')!);
    return selection.toString();
  });
  expect(selected).toMatch(/^(spam )+$/);
});

test('a search finds words in a piece that was not loaded yet', async ({ page, own }) => {
  const result = WORDS.replace('line 40000 of many', 'line 40000, the needle').replace('line 100 of', 'the needle of');
  const text = await openResult(page, own, { result, find: 'the needle' });
  const next = page.getByRole('button', { name: 'Next “the needle”' });
  const marks = text.locator('mark');
  await next.click();
  await expect(marks.first()).toBeInViewport();
  await expect(text).toContainText('line 101 of many');
  await next.click();
  await expect(text).toContainText('line 40001 of many');
  await expect(marks.first()).toBeInViewport();
  await next.click();
  await expect(text).toContainText('line 101 of many');
});

test('a piece that fails shows an error in its place, and Retry loads it', async ({ page, own }) => {
  let fails = true;
  await page.route(/trace\.text/, (route) =>
    fails && decodeURIComponent(route.request().url()).includes('"offset":8')
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '[]' })
      : route.continue(),
  );
  const text = await openResult(page, own, {});
  await expect(text).toContainText('line 0 of many');
  await scrollTo(text, 1);
  await expect(text.getByRole('alert').last()).toContainText('This part of the text could not be loaded.');
  fails = false;
  await text.getByRole('button', { name: 'Retry' }).last().click();
  await expect(text).toContainText(/line \d+ of many/);
  await expect(text.getByRole('alert')).toHaveCount(0);
});
