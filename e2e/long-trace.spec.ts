// A trace too long to be there at once: it begins with its first rows, and a short one has no more to ask for.
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });
const PREVIEWS = '**/api/trpc/**trace.previews**';
const SKELETON = '**/api/trpc/trace.skeleton?*';

/** Resolves to its path when so many steps are stored, a second after one another. */
const store = async (own: OwnProject, steps: number, thought?: typeof thoughtAt) =>
  (await storeSpans(own, steps, thought)).path;
const thoughtAt = (step: number) => `Thought ${step} of many`;

async function storeSpans({ path, ingestUrl, ingestKey }: OwnProject, steps: number, thought = thoughtAt) {
  const traceId = randomBytes(16).toString('hex');
  const began = BigInt(Date.now() - 3_600_000) * 1_000_000n;
  const spans = Array.from({ length: steps }, (_, at) => {
    const [span] = thoughtOf(thought(at + 1), `tool_${at}`, traceId).resourceSpans[0]!.scopeSpans[0]!.spans;
    const start = began + BigInt(at) * 1_000_000_000n;
    return { ...span!, startTimeUnixNano: String(start), endTimeUnixNano: String(start + 500_000_000n) };
  });
  const body = { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  expect(await send(body, { ingestUrl, key: ingestKey })).toBe(200);
  return { path: `${path}/traces/${traceId}`, spans: spans.map(({ spanId }) => spanId) };
}

test('the first thoughts of a long trace can be read while the rest loads', async ({ page, own }) => {
  const path = await store(own, 450);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(SKELETON, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  await expect(timeline(page)).toContainText('Thought 1 of many');
  await expect(page.getByText('Loading 150 more steps…')).toBeVisible();
  await expect(page.getByText('1 / 450')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page).toHaveURL(/[?&]step=2\b/);
  letGo();
  await expect(page.getByText('more steps…')).toHaveCount(0);
  await expect(timeline(page).getByRole('row', { selected: true })).toHaveAccessibleName(/^Step 2,/);
  await page.keyboard.press('End');
  await expect(timeline(page)).toContainText('Thought 450 of many');
  await expect(page.getByRole('button', { name: /new step/ })).toHaveCount(0);
});

test('the rest of a long trace that cannot be loaded shows an error in its place, in every view, and is requested again', async ({
  page,
  own,
}) => {
  const path = await store(own, 450);
  let broken = true;
  await page.route(SKELETON, (route) => (broken ? route.fulfill({ status: 400, body: '{}' }) : route.continue()));
  await page.goto(path);
  await expect(timeline(page)).toContainText('Thought 1 of many');
  const lost = page.getByRole('main').getByRole('alert');
  await expect(lost).toContainText('150 more steps could not be loaded.');
  await expect(page.getByText('Loading 150 more steps…')).toHaveCount(0);
  await page.keyboard.press('3');
  await expect(lost).toContainText('The steps could not be loaded.');
  await page.keyboard.press('1');
  await expect(timeline(page)).toContainText('Thought 1 of many');
  broken = false;
  await lost.getByRole('button', { name: 'Retry' }).click();
  await expect(timeline(page)).toHaveAttribute('aria-rowcount', '451');
  await expect(lost).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(timeline(page)).toContainText('Thought 450 of many');
});

test('the visible steps stay in place when a lane is hidden and shown again', async ({ page, own }) => {
  const path = await store(own, 450, (step) => `${thoughtAt(step)}: ${'which drawer holds the parcel? '.repeat(9)}`);
  await page.goto(`${path}?step=9`);
  await expect(timeline(page)).toHaveAttribute('aria-rowcount', '451');
  // While the bar below the rows takes its height, Chrome can answer a large turn of the wheel with a jump to the end.
  await firstSeen(page, 0);
  await timeline(page).hover();
  await page.mouse.wheel(0, 9000);
  const placeOf = async (name: RegExp) => (await timeline(page).getByRole('row', { name }).boundingBox())?.y;
  const seen = await firstSeen(page);
  expect(seen.step).toBeGreaterThan(99);
  const name = new RegExp(`^Step ${seen.step},`);
  const lane = page.getByLabel('thought', { exact: true });
  await lane.setChecked(false);
  await expect(timeline(page).getByText('which drawer')).toHaveCount(0);
  await expect.poll(() => placeOf(name)).toBeCloseTo(seen.y, 0);
  // Rows are lower now, so another one may be the first that is seen as a whole.
  const first = await firstSeen(page);
  await lane.setChecked(true);
  await expect(timeline(page).getByText('which drawer').first()).toBeVisible();
  await expect.poll(() => placeOf(new RegExp(`^Step ${first.step},`))).toBeCloseTo(first.y, 0);
  const chosen = new RegExp(`^Step ${seen.step + 5},`);
  await timeline(page).getByRole('row', { name: chosen }).click();
  const place = (await placeOf(chosen))!;
  await lane.setChecked(false);
  await expect(timeline(page).getByText('which drawer')).toHaveCount(0);
  await expect.poll(() => placeOf(chosen)).toBeCloseTo(place, 0);
});

/** The first step behind another that is seen as a whole, when nothing moves any more. */
async function firstSeen(page: Page, behind = 9): Promise<{ step: number; y: number }> {
  const look = () =>
    page.locator('[data-timeline]').evaluate((list) => {
      const below = list.querySelector('[role="columnheader"]')!.getBoundingClientRect().bottom;
      const rows = [...list.querySelectorAll('[data-key]')].map((row) => ({ row, y: row.getBoundingClientRect().y }));
      const { row, y } = rows.filter((each) => each.y >= below).sort((a, b) => a.y - b.y)[0]!;
      const step = Number(/\d+/.exec(row.getAttribute('aria-label') ?? row.textContent)?.[0]);
      return { step, y, height: list.clientHeight };
    });
  // Two looks can fall into one frame of a scroll, so a third one has to agree a while later.
  const looks = [await look()];
  const isStill = () =>
    new Set(looks.slice(-3).map((look) => Object.values(look).join(' '))).size === 1 && looks.length > 2;
  await expect
    .poll(async () => looks.push(await look()) && isStill() && looks.at(-1)!.step > behind, { intervals: [100] })
    .toBe(true);
  return looks.at(-1)!;
}

test('a row whose texts could not be loaded says so once, with any lanes, and retries by keyboard', async ({
  page,
  own,
}) => {
  const path = await store(own, 90);
  await page.route(PREVIEWS, (route) => route.fulfill({ status: 400, body: '{}' }));
  await page.goto(`${path}?hide=thought`);
  await page.getByRole('slider', { name: 'Thought strip' }).press('End');
  const row = timeline(page).getByRole('row', { selected: true });
  await expect(row).toHaveAccessibleName(/^Step 90,/);
  const retry = row.getByRole('button', { name: '✕ Text could not be loaded. Retry' });
  await expect(retry).toHaveCount(1);
  await page.unroute(PREVIEWS);
  await row.focus();
  await page.keyboard.press('Tab');
  await expect(retry).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(timeline(page).getByText('Text could not be loaded')).toHaveCount(0);
});

test('a span with a shortened id in a long trace is found by its whole id, and shown with it', async ({
  page,
  own,
}) => {
  const { path, spans } = await storeSpans(own, 330);
  const asked = page.waitForRequest(/trace\.payload/);
  await page.goto(`${path}?span=${spans[319]}&tab=raw&panel=1`);
  expect(decodeURIComponent((await asked).url())).toContain(`"spanId":"${spans[319]!.slice(0, 8)}"`);
  const step = page.getByRole('complementary', { name: /^Step/ });
  await expect(step.locator('code').filter({ hasText: spans[319] })).toBeVisible();
  await expect(timeline(page).getByRole('row', { selected: true })).toHaveAccessibleName(/^Step 320,/);
  await expect(timeline(page)).toContainText('Thought 320 of many');
  await page.goto(`${path}?span=${spans[319]}&view=spans`);
  await expect(page.getByRole('treegrid', { name: 'Spans' }).getByRole('row', { selected: true })).toContainText('320');
  await page.goto(`${path}?span=${spans[319]!.slice(0, 8)}00000000`);
  await expect(page.getByText('Span not found')).toBeVisible();
  await expect(timeline(page).getByRole('row', { selected: true })).toHaveAccessibleName(/^Step 1,/);
  await page.goto(`${path}?find=${encodeURIComponent('Thought 329 of')}`);
  await expect(page.getByRole('search')).toContainText('1 step');
  await page.getByLabel('Find in trace').press('Enter');
  await expect(page).toHaveURL(/[?&]step=329\b/);
});

test('the first thoughts are part of the page, and do not react before its code runs', async ({
  browser,
  session,
  own,
  baseURL,
}) => {
  const path = await store(own, 20);
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: session, baseURL });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.locator('[data-timeline]')).toContainText('Thought 1 of many');
  await expect(page.getByText('Thought 2 of many').first()).toBeVisible();
  await expect(timeline(page)).toHaveCount(0);
  await context.close();
});

test('a short trace is complete in its first page', async ({ page, own }) => {
  const path = await store(own, 20);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(path);
  await expect(timeline(page)).toContainText('Thought 1 of many');
  await page.keyboard.press('End');
  await expect(timeline(page)).toContainText('Thought 20 of many');
  expect(asked.filter((url) => /trace\.(skeleton|previews)/.test(url))).toEqual([]);
});

const bottomOf = (box: { y: number; height: number } | null) => (box ? box.y + box.height : Infinity);

test('a link to a step, or back in time, opens with its step visible', async ({ page, own }) => {
  const path = await store(own, 90);
  for (const [width, link] of [
    [1440, 'at=80'],
    [390, 'at=80'],
    [390, 'step=80'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${path}?${link}`);
    const selected = timeline(page).getByRole('row', { selected: true });
    await expect(selected).toHaveAccessibleName(/^Step 80,/);
    await expect(selected).toBeInViewport({ ratio: 1 });
    const foot = (await page.locator('footer').boundingBox())!;
    await expect.poll(async () => bottomOf(await selected.boundingBox())).toBeLessThanOrEqual(foot.y);
  }
});

test('a link to a step opens there with reduced motion, even when row heights change', async ({ page, own }) => {
  const path = await store(own, 450);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const width of [390, 800, 1440]) {
    for (const link of ['at=440', 'step=440']) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(`${path}?${link}`);
      const selected = timeline(page).getByRole('row', { selected: true });
      await expect(selected).toHaveAccessibleName(/^Step 440,/);
      await expect(selected, `${width} ${link}`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('a link to a missing step says so', async ({ page, own }) => {
  await page.goto(`${await store(own, 3)}?step=7`);
  await expect(page.getByText('There is no step 7 here')).toBeVisible();
  await expect(page.getByText('The trace has 3; it is shown from its first.')).toBeVisible();
});

/** As if a page loaded no more than what it begins with: the real bound is beyond what a journey can store. */
async function boundPages(page: Page): Promise<void> {
  await page.route(SKELETON, async (route) => {
    const opening = route.request().url().replace('trace.skeleton', 'trace.opening');
    await route.fulfill({ response: await route.fetch({ url: opening }) });
  });
}

test('a trace with more spans than a page loads links to the others, and is not compared as if it were whole', async ({
  page,
  own,
}) => {
  await boundPages(page);
  const { path, spans } = await storeSpans(own, 450);
  await page.goto(path);
  await expect(page.getByText('The first 300 spans by their start are shown; 150 others are not.')).toBeVisible();
  const ways = page.getByText('Continue at:');
  await expect(ways.getByRole('link')).toHaveCount(6);
  await page.getByRole('searchbox').or(page.getByPlaceholder('find in trace')).first().fill('Thought 441 of');
  await expect(page.getByText('“Thought 441 of” is also found there: hit 1')).toBeVisible();
  await ways.getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`span=${spans[300]}`));
  // What lies around it is all the rest here.
  await expect(timeline(page).getByText('Thought 301 of many')).toBeVisible();
  await expect(page.getByText('others are not')).toHaveCount(0);

  const trace = path.split('/').at(-1);
  const whole = (await storeSpans(own, 3)).path.split('/').at(-1);
  await page.goto(`${own.path}/compare?a=${trace}&b=${whole}`);
  await expect(page.getByText('only the first 300 of its 450 spans are compared')).toBeVisible();
  await expect(page.getByText('spans are compared')).toHaveCount(1);
});
