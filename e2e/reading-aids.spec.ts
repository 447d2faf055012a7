// Settings of users who have trouble reading or pointing: wider text, more contrast, a finger as pointer.
import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, tabTo, test } from './fixtures.ts';
import { send, thoughtOf } from './otlp.ts';

const traces = (page: Page) => page.getByRole('grid', { name: 'Traces' });
const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });

/** WCAG 1.4.12. */
const WIDE_TEXT = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-bottom: 2em !important; }`;

/** Rows of which something stands below their own edge, by how many pixels; in the words of the page. */
const TOO_LOW = `[...document.querySelectorAll('[data-trace], [role=treegrid] [data-key]')].flatMap((row) => {
  const { bottom } = row.getBoundingClientRect();
  const below = [...row.querySelectorAll('*')]
    .filter((part) => !part.closest('.visually-hidden') && part.checkVisibility())
    // Clamped text ends where its box ends.
    .filter((part) => {
      for (let around = part.parentElement; around !== row; around = around.parentElement)
        if (getComputedStyle(around).overflowY !== 'visible') return false;
      return true;
    })
    .filter((part) => part.getBoundingClientRect().bottom > bottom + 0.5)
    .map((part) => part.className + ' ' + Math.round(part.getBoundingClientRect().bottom - bottom));
  return below.length === 0 ? [] : [row.getAttribute('aria-label').slice(0, 30) + ': ' + below.join(', ')];
})`;

for (const width of [1440, 390])
  test(`with wider text no row of the list or of a trace is cut, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/p/default/traces?range=all');
    await expect(traces(page).getByRole('row').nth(2)).toBeVisible();
    // So wide, the sums need more lines than are kept free for them.
    await expect(page.getByText(/^\d+ traces/)).toBeVisible();
    await page.addStyleTag({ content: WIDE_TEXT });
    await expect.poll(() => page.evaluate<string[]>(TOO_LOW)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);

    await traces(page)
      .getByRole('link', { name: /^Two of us want a weekend in Bergen/ })
      .click();
    await expect(timeline(page).getByRole('row').nth(2)).toBeVisible();
    await expect.poll(() => page.evaluate<string[]>(TOO_LOW)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  });

test('with more contrast the rail of a thought is solid', async ({ page }) => {
  await page.goto('/p/default/traces?range=all');
  await traces(page)
    .getByRole('link', { name: /^Two of us want a weekend in Bergen/ })
    .click();
  const thought = timeline(page).locator('[dir=auto]').first();
  await expect(thought).toHaveCSS('border-left-style', 'dotted');
  await page.emulateMedia({ contrast: 'more' });
  await expect(thought).toHaveCSS('border-left-style', 'solid');
});

/** In pixels, as what sticks below the bar has it. */
const HEIGHT_OF_BAR = `(() => {
  const probe = document.body.appendChild(document.createElement('div'));
  probe.style.height = 'var(--bar-height)';
  const { height } = probe.getBoundingClientRect();
  probe.remove();
  return height;
})()`;

for (const width of [320, 384])
  test(`every page is visible in the top bar, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/p/default/traces?range=all');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    for (const link of await pages.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 });
    expect(await pages.evaluate((nav) => nav.scrollWidth - nav.clientWidth)).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    await expectAccessible(page);
    await tabTo(page, pages.getByRole('link', { name: 'Settings' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
    await page.goto('/p/default/traces?range=all');
    await page.evaluate('scrollTo(0, 400)');
    // What sticks below the bar begins where it ends.
    const { height } = (await page.getByRole('banner').first().boundingBox())!;
    expect(await page.evaluate(HEIGHT_OF_BAR)).toBeCloseTo(height, 0);
  });

/** How wide and high a target is around its middle, for a pointer. */
const reach = (target: Locator): Promise<{ width: number; height: number }> =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const steps = (dx: number, dy: number) => {
      let count = 0;
      while (count < 60 && element.contains(element.ownerDocument.elementFromPoint(x + dx * count, y + dy * count)))
        count++;
      return count;
    };
    return { width: steps(-1, 0) + steps(1, 0) - 1, height: steps(0, -1) + steps(0, 1) - 1 };
  });

for (const [pointer, least] of [
  ['mouse', 24],
  ['finger', 44],
] as const)
  test.describe(`with a ${pointer}`, () => {
    test.use(pointer === 'finger' ? { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } : {});

    test(`signs and boxes take ${least} pixels`, async ({ page, own }) => {
      const traceId = randomBytes(16).toString('hex');
      const known = thoughtOf('Look at it.', 'lamp', traceId);
      const lost = thoughtOf('Weigh it.', 'scales', traceId);
      Object.assign(lost.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, { parentSpanId: 'aaaaaaaaaaaaaaaa' });
      lost.resourceSpans.push(...known.resourceSpans);
      expect(await send(lost, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
      await page.goto(`${own.path}/traces?range=all`);
      const row = traces(page).locator('[data-trace]').first();
      await row.hover();
      const targets = [row.locator('label')];
      const measured = async () => {
        for (const target of targets) {
          const { width, height } = await reach(target);
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(least);
        }
      };
      await measured();

      await page.goto(`${own.path}/traces/${traceId}`);
      await expect(timeline(page).locator('[data-twisty]').first()).toBeVisible();
      targets.splice(0, 1, timeline(page).locator('[data-twisty]').first());
      if (pointer === 'finger') {
        await page.getByRole('button', { name: 'Find, lanes and time travel' }).tap();
        targets.push(page.getByRole('group', { name: 'show' }).locator('label').first());
      }
      await measured();
    });
  });
