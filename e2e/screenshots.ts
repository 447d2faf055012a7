// Pictures of every screen, light and dark, wide, narrow and zoomed: the few that the README shows in docs/screenshots,
// all others in test-results/screenshots.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { THEMES, expect, test } from './fixtures.ts';

const SHOWN = join(import.meta.dirname, '../docs/screenshots');
const OTHERS = join(import.meta.dirname, '../test-results/screenshots');

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 320, height: 640 };
/** What a window of 1440 × 900 has left at 200 %. */
const ZOOMED = { width: 720, height: 450 };

interface Screen {
  name: string;
  path: string;
  /** Must be visible before the screenshot is taken. */
  until: (page: Page) => ReturnType<Page['locator']>;
  /** Runs after that. */
  then?: (page: Page) => Promise<unknown>;
  size?: { width: number; height: number };
  /** Part of the documentation. */
  shown?: boolean;
}

const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row').first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const rows = (name: string) => (page: Page) => page.getByRole('grid', { name }).getByRole('row').nth(2);
const main = (page: Page) => page.getByRole('main');
const sessionRow = (page: Page) => page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(1);
const sessionLink = (page: Page) => page.getByRole('grid', { name: 'Sessions' }).getByRole('link').first();

const sessions: Screen = { name: 'sessions', path: 'sessions?range=all', until: sessionRow };
const session: Screen = {
  name: 'session',
  path: 'sessions?range=all&q=support',
  until: sessionLink,
  then: async (page) => {
    await sessionLink(page).click();
    await page.getByRole('button', { name: 'Open all thoughts' }).click();
    await expect(page.getByRole('application')).toBeVisible();
  },
};
const search: Screen = {
  name: 'search',
  path: 'search?q=order&range=all',
  until: (page) => page.getByRole('feed', { name: 'Hits' }).getByRole('article').first(),
};
const costs: Screen = {
  name: 'costs',
  path: 'costs',
  until: (page) => page.locator('.recharts-bar-rectangle').first(),
};
const live: Screen = { name: 'live', path: 'live', until: main };
const welcome: Screen = { name: 'welcome', path: '../../welcome', until: main };
const settings: Screen[] = ['keys', 'prices', 'capture', 'members', 'account', 'keyboard', 'quarantine', 'data'].map(
  (page) => ({
    name: `settings-${page}`,
    path: `settings/${page}`,
    until: main,
  }),
);

/** Wide, at 320 pixels, and at 200 %. */
const sizesOf = (screen: Screen): Screen[] => [
  screen,
  { ...screen, name: `${screen.name}-narrow`, size: NARROW, shown: false },
  { ...screen, name: `${screen.name}-zoomed`, size: ZOOMED, shown: false },
];

const OTHER_SCREENS: Screen[] = [
  ...[sessions, session, search, costs, live, welcome, ...settings].flatMap(sizesOf),
  {
    name: 'search-nothing',
    path: 'search?q=xyzzy',
    until: (page) => page.getByRole('heading', { name: 'Nothing found' }),
  },
  {
    name: 'costs-tables',
    path: 'costs?tables=1&by=agent',
    until: (page) => page.getByRole('region', { name: 'Spend by agent, table' }),
  },
  { name: 'compare-choose', path: 'compare', until: main },
];

/** The example traces by the words that begin them. */
type Examples = Record<'order' | 'bergen' | 'revenue' | 'today', string>;

const traceScreens = ({ order, bergen, revenue, today }: Examples): Screen[] => [
  ...sizesOf({ name: 'list', path: 'traces?range=all', until: rows('Traces'), shown: true }),
  { name: 'list-peek', path: `traces?range=all&peek=${order}`, until: timeline },
  ...sizesOf({
    name: 'list-delete',
    path: `traces?range=all&sel=${order},${today}`,
    until: rows('Traces'),
    then: (page) => page.getByRole('button', { name: 'Delete…' }).click(),
  }),
  { name: 'list-no-match', path: 'traces?range=all&q=tool:nobody', until: heading },
  { name: 'why', path: `traces/${order}?step=2`, until: timeline, shown: true },
  ...['got', 'paid', 'seen', 'raw'].map((tab) => ({
    name: `why-${tab}`,
    path: `traces/${order}?step=2&tab=${tab}`,
    until: timeline,
  })),
  { name: 'why-shared', path: `traces/${bergen}?panel=0`, until: timeline },
  { name: 'why-encrypted', path: `traces/${revenue}?step=2`, until: timeline },
  { name: 'why-as-of', path: `traces/${revenue}?at=3`, until: timeline },
  { name: 'why-by-time', path: `traces/${order}?axis=time&panel=0`, until: timeline },
  { name: 'why-narrow', path: `traces/${order}`, until: timeline, size: NARROW },
  { name: 'why-zoomed', path: `traces/${order}`, until: timeline, size: ZOOMED },
  {
    name: 'conversation',
    path: `traces/${revenue}?step=3`,
    until: timeline,
    then: async (page) => {
      await page.keyboard.press('C');
      await expect(page.getByRole('dialog').getByLabel('Body of the request')).toBeVisible();
    },
  },
  ...['spans', 'messages', 'raw'].map((view) => ({
    name: `view-${view}`,
    path: `traces/${order}?view=${view}`,
    until: heading,
  })),
  ...sizesOf({ name: 'compare', path: `compare?a=${order}&b=${today}`, until: main }),
];

async function findExamples(page: Page): Promise<Examples> {
  await page.goto('/p/default/traces?range=all');
  const idOf = async (title: RegExp) => {
    const link = page.getByRole('grid', { name: 'Traces' }).getByRole('link', { name: title }).first();
    return /[\da-f]{32}/.exec((await link.getAttribute('href')) ?? '')![0];
  };
  return {
    order: await idOf(/^The neighbour had it/),
    bergen: await idOf(/^Two of us want/),
    revenue: await idOf(/^Revenue was down/),
    today: await idOf(/^Today is 20 November/),
  };
}

for (const colorScheme of THEMES) {
  test(`every screen, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(600_000);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Those of the documentation last: by then the example traces no longer look as if they were still running.
    const all = [...traceScreens(await findExamples(page)), ...OTHER_SCREENS];
    all.sort((one, other) => Number(one.shown ?? false) - Number(other.shown ?? false));
    for (const { name, path, until, then, size = WIDE, shown } of all) {
      await page.setViewportSize(size);
      await page.goto(`/p/default/${path}`);
      await expect.soft(until(page), name).toBeVisible();
      await then?.(page);
      // Texts of the visible rows and the chart chunks come after the first paint.
      await page.waitForTimeout(800);
      await page.screenshot({ path: join(shown ? SHOWN : OTHERS, `${name}-${colorScheme}.png`) });
    }
  });
}
