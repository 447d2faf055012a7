// The size of the requests of a page before it is interactive, and its layout shifts when the rest arrives. The size
// grows with every accidental import, so it has a limit.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Bytes, gzip. */
const BUDGETS = { list: 180_000, trace: 220_000 };

/** What comes later by itself is not in it. */
async function firstLoad(page: Page, path: string): Promise<{ bytes: number; files: number }> {
  const html = await (await page.request.get(path)).text();
  const files = new Set(
    [...html.matchAll(/<script[^>]* src="([^"]+\.js[^"]*)"(?![^>]*nomodule)/gi)].map(([, file]) => file!),
  );
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await (await page.request.get(file)).body()).length),
  );
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: files.size };
}

test('the first load of the list and of a trace is within its budget', async ({ page }) => {
  await page.goto('/p/default/traces');
  const trace = await page.getByRole('grid', { name: 'Traces' }).getByRole('link').first().getAttribute('href');
  for (const [what, path] of [['list', '/p/default/traces'] as const, ['trace', trace!] as const]) {
    const { bytes, files } = await firstLoad(page, path);
    console.log(`first load of the ${what}: ${(bytes / 1000).toFixed(1)} kB gzip in ${files} files`);
    expect(files).toBeGreaterThan(2);
    expect(bytes, `bytes of the ${what}, gzip`).toBeLessThanOrEqual(BUDGETS[what]);
  }
});

/**
 * Sum of what has moved on the page by itself, as the browser counts it; in the page's own words, whose types are not
 * here.
 */
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
})`;

/** 0.07 where rows make room for the sums only when these come. What is left are letters of another font. */
const MAX_SHIFT = 0.05;

test('on a narrow screen the rows of the list stay in place when the totals arrive', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/p/default/traces?range=all');
  await expect(page.getByText(/coverage \d+ %/)).toBeVisible();
  expect(await page.evaluate<number>(SHIFT)).toBeLessThan(MAX_SHIFT);
});
