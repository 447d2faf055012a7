// What screens say while they wait and when they fail, and what of them is moved by keyboard.
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { connect } from '@subtext/db';
import { expect, expectAccessible, tabTo, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';
import type { SystemFacts } from './running-system.ts';

const main = (page: Page) => page.getByRole('main');
const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });

/** Holds the answers of a procedure back, until what it resolves to is called. */
async function hold(page: Page, procedure: RegExp): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(procedure, async (route) => {
    await held;
    await route.fallback();
  });
  return letGo;
}

interface Slow {
  procedure: RegExp;
  /** Leads to where the answer is waited for. */
  ask: () => Promise<unknown>;
  /** What comes with it. */
  content: Locator;
}

/** Placeholders stand where the answer will be, and go when it comes. */
async function expectPlaceholders(page: Page, { procedure, ask, content }: Slow): Promise<void> {
  const letGo = await hold(page, procedure);
  await ask();
  const waiting = main(page)
    .locator('[aria-busy="true"]')
    .filter({ has: page.getByRole('status').filter({ hasText: 'Loading' }) });
  await expect(waiting.locator('[aria-hidden="true"]').first()).toBeVisible();
  await expect(content).toHaveCount(0);
  await expectAccessible(page);
  letGo();
  await expect(content.first()).toBeVisible();
  await expect(waiting).toHaveCount(0);
}

test('search and costs have placeholders while they load', async ({ page }) => {
  await expectPlaceholders(page, {
    procedure: /search\.find/,
    ask: () => page.goto('/p/default/search?q=order&range=90d'),
    content: page.getByRole('feed', { name: 'Hits' }).getByRole('article'),
  });
  await expectPlaceholders(page, {
    procedure: /costs\.days/,
    ask: () => page.goto('/p/default/costs?range=90d'),
    content: page.getByRole('region', { name: 'Spend by model, table' }),
  });
});

/** Rows that wait for what is written are not read: lists wait, until what it resolves to is called. */
async function holdTraces({ webEnv }: SystemFacts): Promise<() => Promise<void>> {
  const sql = connect(webEnv.DATABASE_URL!, { max: 1, applicationName: 'subtext journeys' });
  const connection = await sql.reserve();
  await connection`BEGIN`;
  await connection`LOCK TABLE traces IN ACCESS EXCLUSIVE MODE`;
  let held = true;
  return async () => {
    if (!held) return;
    held = false;
    await connection`COMMIT`;
    connection.release();
    await sql.end();
  };
}

/** The page does not wait for its list longer than half a second. */
for (const width of [1440, 390])
  test(`the lists have placeholders as high as their rows while the database is slow, ${width} wide`, async ({
    page,
    system,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['traces', 'sessions']) {
      const letGo = await holdTraces(system);
      try {
        await page.goto(`/p/default/${path}?range=all`);
        const waiting = main(page)
          .locator('[aria-busy="true"]')
          .filter({ has: page.getByRole('status').filter({ hasText: 'Loading' }) });
        const placeholder = waiting.locator('[aria-hidden="true"]').first().locator('..');
        await expect(placeholder).toBeVisible();
        await expect(main(page).locator('[data-row]')).toHaveCount(0);
        const height = (await placeholder.boundingBox())?.height;
        await letGo();
        const row = main(page).locator('[data-row]').first();
        await expect(row).toBeVisible();
        await expect(waiting).toHaveCount(0);
        expect((await row.boundingBox())?.height, path).toBe(height);
      } finally {
        await letGo();
      }
    }
  });

for (const { path, list } of [
  { path: 'traces', list: 'Traces' },
  { path: 'sessions', list: 'Sessions' },
])
  test(`totals of the ${path} that fail show an error above the rows, and Retry loads them`, async ({ page }) => {
    await page.route(`**/api/trpc/${path}.totals*`, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/p/default/${path}?range=all`);
    await expect(page.getByRole('grid', { name: list }).getByRole('row').nth(1)).toBeVisible();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The totals could not be loaded.');
    await expectAccessible(page);
    await page.unroute(`**/api/trpc/${path}.totals*`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('main')).toContainText('of cost)');
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  });

test('a peek has placeholders in the place of its steps', async ({ page }) => {
  await page.goto('/p/default/traces?range=all');
  await expect(page.locator('[data-trace]').first()).toBeVisible();
  await expectPlaceholders(page, {
    procedure: /trace\.(opening|skeleton)/,
    ask: async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('Space');
    },
    content: timeline(page).locator('[data-key]'),
  });
});

const fail = (page: Page, procedure: RegExp) =>
  page.route(procedure, (route) => route.fulfill({ status: 400, body: '{}' }));

test('totals of a session, a receipt and a text that fail show an error in their place, and Retry loads them', async ({
  page,
  own,
}) => {
  const traceId = await storeStep(own, 'failing-session');
  const places = [
    { path: `sessions/failing-session`, procedure: /sessions\.summary/, title: 'The totals could not be loaded.' },
    { path: `traces/${traceId}?step=1&tab=paid`, procedure: /trace\.receipt/, title: 'could not be loaded.' },
    { path: `traces/${traceId}?step=1&tab=why`, procedure: /trace\.text/, title: 'The text could not be loaded.' },
  ];
  for (const { path, procedure, title } of places) {
    await page.goto(`${own.path}/traces?range=all`);
    await fail(page, procedure);
    await page.goto(`${own.path}/${path}`);
    // What comes with the page is asked for by the page only when it is looked at anew.
    const alert = main(page).getByRole('alert').filter({ hasText: title }).first();
    if (path.startsWith('sessions')) await page.reload();
    await expect(alert).toBeVisible();
    await expectAccessible(page);
    await page.unroute(procedure);
    const failures = main(page).getByRole('alert').filter({ hasText: title });
    for (let left = await failures.count(); left > 0; left--) {
      await failures.first().getByRole('button', { name: 'Retry' }).click();
      await expect(failures).toHaveCount(left - 1);
    }
  }
});

test('a missing trace shows possible reasons and a link to the list, because a retry cannot help', async ({ page }) => {
  await page.goto(`/p/default/traces/${'0'.repeat(31)}1`);
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such trace in this project' })).toBeVisible();
  await expect(main(page)).toContainText('may have been deleted, or its spans have not arrived yet');
  await expect(main(page).getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'All traces' }).click();
  await expect(page.getByRole('grid', { name: 'Traces' })).toBeVisible();
});

test('a trace whose last model call never answered is not shown as done', async ({ page, own }) => {
  const traceId = randomBytes(16).toString('hex');
  const body = thoughtOf('Trains first, then hotels.', 'find_trains', traceId);
  const open = thoughtOf('', 'nothing', traceId);
  body.resourceSpans.push(...open.resourceSpans);
  const spans = body.resourceSpans.map((resource) => resource.scopeSpans[0]!.spans[0]!);
  const hourAgo = String(BigInt(Date.now() - 3_600_000) * 1_000_000n);
  for (const span of spans) Object.assign(span, { startTimeUnixNano: hourAgo, endTimeUnixNano: hourAgo });
  const last = spans.at(-1)!;
  last.endTimeUnixNano = '0';
  last.attributes = last.attributes.filter(({ key }) => !/usage|output/.test(key));
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}`);
  await expect(timeline(page)).toContainText('No answer in this trace');
  await expect(main(page).getByText('no end recorded', { exact: true }).first()).toBeVisible();
  await expect(main(page).getByText('✓ done')).toHaveCount(0);
});

test('the border of the panel and the thought strip move by keyboard', async ({ page }) => {
  await page.goto('/p/default/traces?range=all');
  await page
    .getByRole('link', { name: /^Two of us want a weekend in Bergen/ })
    .first()
    .click();
  await expect(timeline(page).locator('[data-key]').nth(2)).toBeVisible();
  const strip = page.getByRole('slider', { name: 'Thought strip' });
  await tabTo(page, strip);
  const last = Number(await strip.getAttribute('aria-valuemax'));
  const selected = timeline(page).getByRole('row', { selected: true });
  for (const [key, step] of [
    ['End', last],
    ['Home', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['PageUp', Math.min(last, 11)],
    ['PageDown', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expect(strip, key).toHaveAttribute('aria-valuenow', String(step));
    await expect(selected).toHaveAccessibleName(new RegExp(`^Step ${step},`));
    await expect(strip).toBeFocused();
  }
  expect(await strip.getAttribute('aria-valuetext')).toMatch(/^Step 1,/);

  const border = page.getByRole('separator', { name: 'Width of the panel' });
  const panel = page.locator('[data-step-panel]');
  const width = async () => (await panel.boundingBox())!.width;
  await tabTo(page, border);
  const before = await width();
  await page.keyboard.press('ArrowLeft');
  await expect(border).toHaveAttribute('aria-valuenow', '31');
  expect(await width()).toBeGreaterThan(before);
  await page.keyboard.press('ArrowRight');
  await expect(border).toHaveAttribute('aria-valuenow', '29');
  expect(await width()).toBeCloseTo(before, 0);
  await page.keyboard.press('Home');
  await expect(border).toHaveAttribute('aria-valuenow', '60');
  await page.keyboard.press('End');
  await expect(border).toHaveAttribute('aria-valuenow', '18');
  await page.keyboard.press('w');
  await expect(border).toHaveAttribute('aria-valuenow', '29');
  await expectAccessible(page);
});

/** One response, in a session. */
async function storeStep({ ingestUrl, ingestKey }: OwnProject, session: string): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const body = thoughtOf('The pelican must have moved, so I look for it again.', 'find_pelican', traceId);
  body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!.attributes.push(
    { key: 'session.id', value: { stringValue: session } },
    { key: 'gen_ai.usage.input_tokens', value: { intValue: '100' } },
  );
  expect(await send(body, { ingestUrl, key: ingestKey })).toBe(200);
  return traceId;
}

test('a missing page has the bar with links to all pages', async ({ page, browser, baseURL }) => {
  for (const path of ['/nothing', '/p/of-somebody-else/traces']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('banner').getByRole('link', { name: 'Costs' }).click();
    await expect(page).toHaveURL(/\/p\/default\/costs/);
  }
  const stranger = await browser.newPage({ baseURL, storageState: undefined });
  await stranger.goto('/nothing');
  await expect(stranger.getByRole('banner').getByRole('link')).toHaveText(['Subtext']);
  await stranger.goto('/s/no-such-link');
  await expect(stranger.getByRole('banner')).toContainText('Subtext');
  await stranger.close();
});
