// Images and recordings of a run: seen where they were sent, played and enlarged, and nothing is loaded from elsewhere.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test, watchForeignRequests } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';

const AGENT = join(import.meta.dirname, 'media-agent.ts');
const IMAGE = /^Image · PNG · 320 × 180 · 754 bytes/;
const AUDIO = 'Audio · WAV · 844 bytes';
const REMOTE = 'https://remote.example/cat.png?…';

async function openTrace(page: Page, own: OwnProject): Promise<void> {
  const env = { ...process.env, SUBTEXT_URL: own.ingestUrl, SUBTEXT_API_KEY: own.ingestKey };
  await promisify(execFile)(process.execPath, [AGENT], { env });
  await page.goto(`${own.path}/traces`);
  await page
    .getByRole('grid', { name: 'Traces' })
    .getByRole('link', { name: /What is in these pictures|Look at pictures/ })
    .first()
    .click();
  await expect(page.getByRole('treegrid', { name: 'Why timeline' })).toBeVisible();
}

/** Drawn by the browser, in its own size. */
async function expectDrawn(image: Locator): Promise<void> {
  // It replaces its placeholder when its bytes are there.
  await expect(async () => {
    await image.scrollIntoViewIfNeeded();
    await expect(image).toHaveJSProperty('naturalWidth', 320, { timeout: 1000 });
  }).toPass();
}

/** All that the first question holds. */
async function expectQuestion(place: Locator): Promise<void> {
  await expectDrawn(place.getByRole('img', { name: IMAGE }).first());
  await expect(place.getByLabel(AUDIO)).toHaveJSProperty('tagName', 'AUDIO');
  await expect(place.getByLabel(AUDIO)).toHaveJSProperty('duration', 0.1);
  await expect(place.getByText(REMOTE)).toBeVisible();
  await expect(place.getByText('not loaded: only its URL was sent')).toBeVisible();
  await expect(place.getByText(/^Image · SVG .* not an image or a recording/)).toBeVisible();
  await expect(place.getByText('file-8812')).toBeVisible();
}

test('images and recordings are seen in Context, in Messages and in the panel', async ({ page, own }) => {
  await openTrace(page, own);
  const foreign = watchForeignRequests(page, new URL(page.url()).origin);
  const steps = page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row');
  const panel = page.getByRole('complementary', { name: /^Step \d+$/ });

  await steps.filter({ hasText: 'take_screenshot' }).first().click();
  await panel.getByRole('tab', { name: 'Context' }).click();
  await expectQuestion(panel);
  await expectAccessible(page);

  // Larger in a dialog, which returns the focus.
  const thumbnail = panel.getByRole('button', { name: IMAGE }).first();
  await thumbnail.press('Enter');
  const dialog = page.getByRole('dialog', { name: IMAGE });
  await expectDrawn(dialog.getByRole('img'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(thumbnail).toBeFocused();

  await panel.getByRole('tab', { name: 'Result' }).click();
  await expectDrawn(panel.getByRole('img', { name: IMAGE }));

  await page.keyboard.press('3');
  const messages = page.getByRole('region', { name: 'Messages' });
  await expectQuestion(messages.locator('section').filter({ hasText: 'What is in these pictures?' }).first());
  const step = (number: number) => messages.getByRole('article', { name: new RegExp(`^Step ${number}\\b`) });
  for (const number of [1, 3]) {
    // Bytes load when they are near the visible area.
    await expect(() => step(number).scrollIntoViewIfNeeded()).toPass();
    await expectDrawn(step(number).getByRole('img', { name: IMAGE }));
  }
  await expectAccessible(page);
  expect(foreign).toEqual([]);
});
