// Every journey starts from a running system with the traces of the examples, and a page that is signed in by the
// one-time link. Each Playwright worker has its own system, so that journeys do not disturb one another.
import { AxeBuilder } from '@axe-core/playwright';
import { type BrowserContextOptions, type Locator, type Page, expect, test as base } from '@playwright/test';
import { seed } from '@subtext/launcher';
import { type OwnProject, openProject } from './own-project.ts';
import { type SystemFacts, newSignInLink, runSystem } from './running-system.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string>;

interface WorkerFixtures {
  system: SystemFacts;
  /** Cookies of a session; made once, since links are rationed. */
  session: StorageState;
}

interface TestFixtures {
  /** For what would be in the way of other journeys. */
  own: OwnProject;
}

/** All workers start at once, on a machine that may have other work. */
const START_MS = 180_000;

export const test = base.extend<TestFixtures, WorkerFixtures>({
  system: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const { facts, stop } = await runSystem();
      try {
        await seed(facts, { logs: facts.logs, pace: 0.2 });
        await use(facts);
      } finally {
        await stop();
      }
    },
    { scope: 'worker', timeout: START_MS },
  ],
  session: [
    async ({ browser, system }, use) => {
      const page = await browser.newPage();
      await page.goto(await newSignInLink(system));
      await page.waitForURL('**/traces*');
      const session = await page.context().storageState();
      await page.close();
      await use(session);
    },
    { scope: 'worker' },
  ],
  // After the session: who signs in first owns the project.
  own: async ({ session: _session, system }, use) => use(await openProject(system)),
  // A handler that still holds a request when its journey ends would fail between two journeys, which stops the worker.
  page: async ({ page }, use) => {
    await use(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  storageState: ({ session }, use) => use(session),
  baseURL: ({ system }, use) => use(system.webUrl),
});

export { expect };

/** Both themes, by what the system of the person prefers. */
export const THEMES = ['light', 'dark'] as const;

/** The rules of axe-core for the levels A and AA that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe-core finds nothing on the page as it is, in light and in dark, which differ only in their colors. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', new RegExp(colorScheme));
    // Reports of passed rules and of other frames, which the pages do not have, would take longer than the check.
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
    const { violations } = await (colorScheme === THEMES[0] ? axe : axe.withRules(COLOR_RULES)).analyze();
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map((node) => node.target.join(' ')),
    }));
    expect(found, `axe, ${colorScheme}`).toEqual([]);
  }
}

/** Presses Tab until `target` has the focus, as a user without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reachable by Tab').toBeFocused();
}

/**
 * Waits until React handles the events of this element. The HTML of a page shows its rows before that, and what a user
 * does meanwhile is lost.
 */
export async function whenInteractive(target: Locator): Promise<void> {
  const isHydrated = (element: object) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  await expect.poll(() => target.evaluate(isHydrated)).toBe(true);
}

/** Requests that left the origin of the page, from now on. */
export function watchForeignRequests(page: Page, origin: string): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) foreign.push(request.url());
  });
  return foreign;
}
