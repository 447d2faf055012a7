// Output of models and tools is untrusted: it is shown as text on every screen, and nothing of it reaches the network
// or the page.
import type { Page } from '@playwright/test';
import { expect, test, watchForeignRequests } from './fixtures.ts';
import { NASTY, brokenTrace, hugeTrace, nastyTrace } from './hostile-corpus.ts';
import { send } from './otlp.ts';
import { type OwnProject, openProject } from './own-project.ts';

/** Collects everything a page does from now on that it must not do; empty at the end. */
function watchHarm(page: Page, origin: string): string[] {
  const harm = watchForeignRequests(page, origin);
  page.on('dialog', (dialog) => (harm.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on('pageerror', (error) => harm.push(`error at ${page.url()}: ${error.message}`));
  page.on('console', (line) => /Content Security Policy/.test(line.text()) && harm.push(line.text()));
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'document') return;
    const policy = response.headers()['content-security-policy'] ?? '';
    const holds = [/default-src 'self'/, /script-src 'self' 'nonce-[^']+'(;|$)/, /frame-ancestors 'none'/];
    if (!holds.every((part) => part.test(policy))) harm.push(`policy of ${response.url()}: ${policy}`);
  });
  return harm;
}

/** A string, because it runs in the page. The title of a trace may quote what would have set it to this one word. */
const LOOK = `({
  owned: 'owned' in globalThis || document.title === 'owned',
  tooWide: Math.max(0, document.documentElement.scrollWidth - innerWidth),
  raw: /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u202a-\\u202e\\u2066-\\u2069\\ufeff]/u.exec(document.title + document.body.innerText)?.[0]?.codePointAt(0),
})`;

// The traces are stored once, for all tests.
test.describe.configure({ mode: 'default' });

const softly = expect.configure({ soft: true });

async function expectHarmless(page: Page, screen: string): Promise<void> {
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 });
    // The layout of some screens follows the window by a frame or two.
    await softly
      .poll(() => page.evaluate<object>(LOOK), { message: `${screen}, ${width} px`, timeout: 3000 })
      .toEqual({ owned: false, tooWide: 0, raw: undefined });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const shown = (page: Page) => page.getByRole('main').getByText('evil.example').filter({ visible: true }).first();

/** Opens each address, waits for the hostile text, and looks. */
async function walk(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(`${own.path}${address}`);
    await expect.soft(shown(page), address).toBeVisible();
    await expectHarmless(page, address);
  }
}

/** An id of a session is cut after 300 characters. */
const asStored = (id: string): string => (id.length <= 300 ? id : `${id.slice(0, 299)}…`);

let own: OwnProject;
const traces: Record<string, string> = {};
test.beforeAll(async ({ system, session }) => {
  expect(session?.cookies, 'who signs in first becomes the owner').not.toEqual([]);
  own = await openProject(system, { name: NASTY.markup });
  const at = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  for (const [name, nasty] of Object.entries(NASTY)) {
    const { traceId, body } = nastyTrace(nasty);
    expect(await send(body, at), name).toBe(200);
    traces[name] = traceId;
  }
  await send(brokenTrace(NASTY.markup!).body, at);
});

test('no screen executes, fetches, or breaks its layout because of a sender’s text', async ({ page, system }) => {
  test.slow();
  const harm = watchHarm(page, system.webUrl);
  const id = traces.markup!;
  await walk(page, [
    '/traces?range=all',
    `/traces?range=all&peek=${id}`,
    `/sessions?range=all`,
    `/sessions/${encodeURIComponent(asStored(NASTY.markup!))}?open=thoughts`,
    '/search?q=evil&range=all&in=thought,said,args,result,answer',
    ...['model', 'tool', 'agent', 'session', 'effort'].map((by) => `/costs?by=${by}&tables=1`),
    '/costs',
    `/compare?a=${id}&b=${traces.invisible}`,
    '/compare',
    '/live',
    '/settings/prices',
    '/settings/keys',
  ]);
  for (const screen of ['/settings/capture', '/settings/quarantine']) {
    await page.goto(`${own.path}${screen}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectHarmless(page, screen);
  }
  await page.getByRole('button', { name: 'Look' }).first().click();
  await expect(page.getByLabel('What was sent')).toContainText('evil.example');
  await expectHarmless(page, 'what is in quarantine');
  expect(harm).toEqual([]);
});

test('no view, tab or dialog of a trace executes, fetches, or breaks its layout because of it', async ({
  page,
  system,
}) => {
  test.slow();
  const harm = watchHarm(page, system.webUrl);
  for (const [name, id] of Object.entries(traces)) {
    await page.goto(`${own.path}/traces/${id}?step=1`);
    await expect(page.getByRole('treegrid', { name: 'Why timeline' }).getByRole('row').first()).toBeVisible();
    await expectHarmless(page, name);
  }
  const trace = `/traces/${traces.markup}`;
  await walk(page, [
    ...['why', 'got', 'paid', 'seen', 'raw'].map((tab) => `${trace}?step=1&tab=${tab}`),
    ...['spans', 'messages', 'raw'].map((view) => `${trace}?view=${view}`),
    `${trace}?at=1&axis=time&find=evil`,
  ]);
  await page.keyboard.press('C');
  await expect(page.getByRole('dialog').getByText('evil.example').filter({ visible: true }).first()).toBeVisible();
  await expectHarmless(page, 'conversation');
  expect(harm).toEqual([]);
});

test('five million characters and eight hundred levels open like any other trace', async ({ page, system }) => {
  test.slow();
  const harm = watchHarm(page, system.webUrl);
  const { traceId, body } = hugeTrace();
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await walk(page, [
    ...['why', 'got', 'seen', 'raw'].map((tab) => `/traces/${traceId}?step=1&tab=${tab}`),
    `/traces/${traceId}?view=messages`,
    `/traces/${traceId}?view=raw`,
    '/traces?range=all&q=huge',
  ]);
  expect(harm).toEqual([]);
});

test('every page forbids foreign and inline scripts', async ({ page, system }) => {
  const harm = watchHarm(page, system.webUrl);
  for (const path of ['/p/default/traces', '/p/default/costs', '/p/default/settings/keys', '/welcome', '/nowhere'])
    await page.goto(path);
  expect(harm).toEqual([]);
});
