// A toast covers no control: it stands in the free part of the top bar, or the page makes room for it.
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';

/** Each URL has a value that the page does not know, which a toast reports. */
const PAGES = {
  list: () => '/p/default/traces?sort=colour',
  trace: (id: string) => `/p/default/traces/${id}?axis=sideways`,
  costs: () => '/p/default/costs?by=mood',
  latency: () => '/p/default/costs/latency?by=mood',
};

const WIDTHS = [1440, 1024, 390];

/** Evaluated in the page, whose types this project does not have. */
const COVERED = `(() => {
  const region = document.querySelector('[role="region"][aria-label="Notifications"]');
  const toast = region.querySelector('[role="dialog"], [role="alertdialog"]').getBoundingClientRect();
  const overlaps = (box) =>
    box.left < toast.right && box.right > toast.left && box.top < toast.bottom && box.bottom > toast.top;
  const controls = 'a, button, input, select, textarea, [role="row"], [role="slider"], [tabindex="0"]';
  return [...document.querySelectorAll(controls)]
    .filter((element) => !region.contains(element) && overlaps(element.getBoundingClientRect()))
    .map((element) => element.outerHTML.slice(0, 200));
})()`;

/** The controls that share a point with the toast, and are not its own. */
const covered = (page: Page) => page.evaluate<string[]>(COVERED);

for (const [name, path] of Object.entries(PAGES)) {
  test(`a toast covers nothing on the page ${name}, on wide and narrow screens`, async ({ page }) => {
    await page.goto('/p/default/traces');
    const link = page.getByRole('grid', { name: 'Traces' }).getByRole('link').first();
    const id = (await link.getAttribute('href'))!.split('/').at(-1)!.split('?')[0]!;
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path(id));
      const toast = page.getByText('Unknown value in the URL');
      await expect(toast).toBeInViewport();
      expect(await covered(page), `${width} px`).toEqual([]);
      // Its own control works, and the room closes with it.
      await page.getByTitle('Dismiss').click();
      await expect(toast).toBeHidden();
      await expect(page.locator('html')).not.toHaveCSS('--toasts', /[1-9]/);
    }
  });
}

test('a toast is accessible, in the bar and below it', async ({ page }) => {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(PAGES.list());
    const toast = page.getByText('Unknown value in the URL');
    await expect(toast).toBeInViewport();
    // It stays while the pointer is on it.
    await toast.hover();
    await expectAccessible(page);
    await expect(toast).toBeVisible();
  }
});
