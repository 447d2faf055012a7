// The Why timeline and its panel: how every kind of thought is shown, and what the address of a step opens.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import { resultOf, send, thoughtOf, traceOf } from './otlp.ts';
import type { OwnProject } from './own-project.ts';

const traces = (page: Page) => page.getByRole('grid', { name: 'Traces' });
const timeline = (page: Page) => page.getByRole('treegrid', { name: 'Why timeline' });
const selectedStep = (page: Page) => timeline(page).getByRole('row', { selected: true });

test('parallel calls share one thought, which is charged once', async ({ page }) => {
  await page.goto('/p/default/traces');
  await traces(page)
    .getByRole('link', { name: /^Two of us want a weekend in Bergen/ })
    .click();
  const step = timeline(page)
    .getByRole('row', { name: /hold_seats/ })
    .first();
  await expect(step).toContainText('hold_room');
  await expect(step).toContainText('summary');
  await expect(step.getByText('shared')).toHaveCount(2);
});

/** One response that calls `read_file` for each path, and the tools that ran. */
async function fileReader(own: OwnProject, paths: readonly string[]) {
  const parts = [
    { type: 'reasoning', content: 'I look at each of them before I decide. '.repeat(20) },
    ...paths.map((path, at) => ({
      type: 'tool_call',
      id: `c${at}`,
      name: 'read_file',
      arguments: { path, lines: 20 },
    })),
  ];
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
  };
  const { traceId, body } = traceOf({ name: 'chat gpt-5.2', attributes });
  const target = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  expect(await send(body, target)).toBe(200);
  for (const [at, path] of paths.entries()) {
    const result = JSON.stringify([{ type: 'text', text: `{"owner":"team ${at}","file":"${path}"}` }]);
    const ran = {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'read_file',
      'gen_ai.tool.call.id': `c${at}`,
      'gen_ai.tool.call.result': result,
    };
    expect(await send(traceOf({ name: 'execute_tool read_file', attributes: ran }, traceId).body, target)).toBe(200);
  }
  return traceId;
}

for (const width of [1440, 390])
  test(`a row shows its arguments as pairs, and what came back below each, ${width} pixels wide`, async ({
    page,
    own,
  }) => {
    const names = ['layout', 'cells', 'strip', 'rows', 'window', 'panel', 'receipt', 'context'];
    const traceId = await fileReader(
      own,
      names.map((name) => `/home/me/shop/apps/web/src/features/trace/timeline/${name}.ts`),
    );
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${own.path}/traces/${traceId}?panel=0`);
    const row = timeline(page).getByRole('row', { name: /^Step 1,/ });
    const calls = row.locator('[data-call]');
    await expect(calls.first()).toContainText('path: /home/…timeline/layout.ts · lines: 20');
    await expect(calls.nth(5)).toContainText('path: /home/…timeline/panel.ts · lines: 20');
    await expect(calls.first()).toContainText('→ Result: owner: team 0 · file: /home/me');
    // The page may still move as a whole.
    await expect(async () => {
      const parts = ['owner: team 0', 'read_file'].map((part) => calls.first().getByText(part).boundingBox());
      const [result, tool] = await Promise.all(parts);
      expect(result!.y).toBeGreaterThanOrEqual(tool!.y + tool!.height - 4);
    }).toPass();
    await expectAccessible(page);

    const more = row.getByRole('button', { name: '+2 more calls' });
    await whenInteractive(more);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect(calls).toHaveCount(8);
    await expect(calls.nth(6)).toHaveAttribute('data-selected', 'true');
    await expect(calls.nth(7)).toContainText('…timeline/context.ts');
    await expect(page).toHaveURL(/step=1g/);
    // Within its row: heights are computed.
    await expect(async () => {
      const [box, last] = await Promise.all([row, calls.nth(7)].map((part) => part.boundingBox()));
      expect(last!.y + last!.height).toBeLessThanOrEqual(box!.y + box!.height);
    }).toPass();
  });

test('the first key press selects the first step, which was only marked', async ({ page, own }) => {
  const traceId = await fileReader(own, ['a.ts', 'b.ts']);
  await page.goto(`${own.path}/traces/${traceId}`);
  const row = timeline(page).getByRole('row', { name: /^Step 1,/ });
  await expect(row).toHaveAttribute('data-implied', 'true');
  await expect(row).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await whenInteractive(row);
  await page.keyboard.press('j');
  await expect(row).toBeFocused();
  await expect(row).not.toHaveAttribute('data-implied');
  await expect(row).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const strip = page.getByRole('slider', { name: 'Thought strip' });
  await expect(strip).toContainText('Thinking of step 1');
  await strip.hover({ position: { x: 5, y: 5 } });
  await expect(strip).toContainText(/^Step 1, thought .*called read_file twice/);
  await page.keyboard.press('4');
  await page.getByRole('group', { name: 'Show the payload as' }).getByRole('button', { name: 'Tree' }).click();
  await expect(page.getByText(/"\d{19}"\s+\d{4}-\d\d-\d\dT[\d:]{8}\.\d{9}Z/).first()).toBeVisible();
  await expectAccessible(page);
});

test('a link to a step opens with that step chosen, and Back returns to the list', async ({ page }) => {
  await page.goto('/p/default/traces');
  await traces(page)
    .getByRole('link', { name: /^Today is 20 November/ })
    .click();
  await expect(selectedStep(page)).toBeVisible();
  const address = new URL(page.url());
  address.searchParams.set('step', '4');
  await page.goto(address.href);
  await expect(selectedStep(page)).toHaveAccessibleName(/^Step 4,/);
  await page.goBack();
  await page.goBack();
  await expect(traces(page)).toBeVisible();
});

test('on a phone the panel of a step leaves that step visible', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/p/default/traces');
  await traces(page)
    .getByRole('link', { name: /^Today is 20 November/ })
    .click();
  await timeline(page)
    .getByRole('row', { name: /^Step 3,/ })
    .click();
  const inSight = async (step: number) => {
    await expect(selectedStep(page)).toHaveAccessibleName(new RegExp(`^Step ${step},`));
    const sheet = page.getByRole('complementary', { name: `Step ${step}` });
    await expect(sheet).toBeVisible();
    const edge = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    await expect
      .poll(async () => (await edge(selectedStep(page))).y)
      .toBeGreaterThanOrEqual((await edge(page.getByRole('banner'))).height);
    await expect
      .poll(async () => (await edge(selectedStep(page))).y + (await edge(selectedStep(page))).height)
      .toBeLessThanOrEqual((await edge(sheet)).y);
  };
  await inSight(3);
  await page.reload();
  await inSight(3);
});

/** Lines of a text that reach under the button that copies it; as text, since it runs in the page. */
const LINES_BEHIND_COPY = `(() => {
  const buttons = [...document.querySelectorAll('[data-step-panel] button[aria-label^="Copy"]')];
  return buttons.flatMap((button) => {
    const place = button.getBoundingClientRect();
    const texts = document.createTreeWalker(button.closest('span').previousElementSibling, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      for (const line of range.getClientRects())
        if (line.right > place.left && line.bottom > place.top && line.top < place.bottom) found.push(texts.currentNode.data);
    }
    return found;
  });
})()`;

test('no line of a thought is covered by its copy button on a touch screen', async ({ browser, session, baseURL }) => {
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({
    storageState: session,
    baseURL,
    viewport,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto('/p/default/traces');
  const link = traces(page).getByRole('link', { name: /^The neighbour had it/ });
  await whenInteractive(link);
  await link.click();
  await timeline(page)
    .getByRole('row', { name: /^Step 3,/ })
    .click();
  const panel = page.getByRole('complementary', { name: 'Step 3' });
  await expect(panel.getByText(/A safety notice/)).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Copy the thought' })).toBeVisible();
  expect(await page.evaluate<string[]>(LINES_BEHIND_COPY)).toEqual([]);
  await context.close();
});

test('every reason for a missing thought has its own words', async ({ page }) => {
  await page.goto('/p/default/traces');
  const open = async (title: RegExp) => {
    await page.goto('/p/default/traces');
    await traces(page).getByRole('link', { name: title }).click();
    await expect(timeline(page).getByRole('row').nth(1)).toBeVisible();
  };
  await open(/^Revenue was down/);
  await expect(timeline(page)).toContainText('Thought encrypted by the provider, cannot be read here');
  await open(/^Today is 20 November/);
  await expect(timeline(page)).toContainText(/Thought for [\d,]+ tokens, no text returned/);
  await open(/^The neighbour had it/);
  await expect(timeline(page)).toContainText('Thought redacted by the provider');
  await open(/^Sort this morning/);
  await expect(timeline(page)).toContainText('Thinking not reported by this provider');
});

test('list and trace are accessible, in every tab of the panel and in the raw view', async ({ page }) => {
  test.slow();
  await page.goto('/p/default/traces');
  await expect(traces(page).getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(page);
  await traces(page)
    .getByRole('link', { name: /^The neighbour had it/ })
    .click();
  await expect(selectedStep(page)).toBeVisible();
  await expectAccessible(page);
  for (const name of ['Result', 'Cost', 'Context', 'Raw']) {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('tab', { name, exact: true, selected: true })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Raw', exact: true }).click();
  await expectAccessible(page);
});

test('spans that are stored while a trace is open appear automatically, also below a parent that never arrives', async ({
  page,
  own,
}) => {
  const thoughts = ['First look at the order', `Then ${'weigh it '.repeat(40)}… [cut: 900 more characters]`];
  const traceId = randomBytes(16).toString('hex');
  const [first, second] = thoughts.map((content, index) => thoughtOf(content, `tool_${index}`, traceId));
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  expect(await send(first!, to)).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}`);
  await expect(timeline(page)).toContainText('First look at the order');
  Object.assign(second!.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, { parentSpanId: 'aaaaaaaaaaaaaaaa' });
  expect(await send(second!, to)).toBe(200);
  await expect(timeline(page).getByRole('row', { name: 'Parent not received, 1 call.' })).toBeVisible();
  await expect(timeline(page)).toContainText('Thought, cut at capture: 365 of 1,265 characters kept');
  await expect(page.getByRole('button', { name: 'Paused, 1 new step, resume (L)' })).toBeVisible();
});

test('a model call that was reported at its start shows its thought at its end without a reload', async ({
  page,
  own,
}) => {
  const traceId = randomBytes(16).toString('hex');
  const whole = thoughtOf('Weigh both orders', 'compare_orders', traceId);
  const begun = structuredClone(whole);
  const [span] = begun.resourceSpans[0]!.scopeSpans[0]!.spans;
  const told = ['gen_ai.operation.name', 'gen_ai.request.model'];
  Object.assign(span!, { endTimeUnixNano: '0', attributes: span!.attributes.filter(({ key }) => told.includes(key)) });
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  expect(await send(begun, to)).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}`);
  await expect(timeline(page)).toContainText('No answer in this trace');
  expect(await send(whole, to)).toBe(200);
  await expect(timeline(page)).toContainText('Weigh both orders');
  await expect(timeline(page)).toContainText('compare_orders');
  await expect(timeline(page)).not.toContainText('No answer in this trace');
  expect(await send(begun, to)).toBe(200);
  await page.reload();
  await expect(timeline(page)).toContainText('Weigh both orders');
});

test('an open receipt updates when later figures arrive', async ({ page, own }) => {
  const traceId = randomBytes(16).toString('hex');
  const call = thoughtOf('Weigh both orders', 'compare_orders', traceId);
  const [span] = call.resourceSpans[0]!.scopeSpans[0]!.spans;
  const usage = span!.attributes.filter(({ key }) => key.startsWith('gen_ai.usage.'));
  const agent = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.usage.input_tokens': 900,
  };
  const run = traceOf({ name: 'invoke_agent desk', attributes: agent }, traceId).body;
  const [above] = run.resourceSpans[0]!.scopeSpans[0]!.spans;
  above!.attributes.push(...usage);
  Object.assign(span!, {
    parentSpanId: above!.spanId,
    attributes: span!.attributes.filter((attribute) => !usage.includes(attribute)),
  });
  const to = { ingestUrl: own.ingestUrl, key: own.ingestKey };
  expect(await send(call, to)).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1&tab=paid`);
  const receipt = page.getByRole('tabpanel', { name: 'Cost' });
  await expect(receipt).toContainText('It is not in any total');
  expect(await send(run, to)).toBe(200);
  await expect(receipt).toContainText('The agent’s run above reports the usage of its calls together');
  await expect(receipt).not.toContainText('It is not in any total');
});

test('a peek shows every thought of a step, and the header of the trace leads to comparing', async ({ page, own }) => {
  const traceId = randomBytes(16).toString('hex');
  const body = thoughtOf('', 'look_up', traceId);
  const [span] = body.resourceSpans[0]!.scopeSpans[0]!.spans;
  const thoughts = [`First thought, ${'and on '.repeat(90)}`, 'Second thought', 'Third thought'];
  const parts = [
    ...thoughts.map((content) => ({ type: 'reasoning', content })),
    { type: 'tool_call', id: 'look_up', name: 'look_up', arguments: {} },
  ];
  span!.attributes = span!.attributes.map((one) =>
    one.key === 'gen_ai.output.messages'
      ? { ...one, value: { stringValue: JSON.stringify([{ role: 'assistant', parts }]) } }
      : one,
  );
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1`);
  await expect(selectedStep(page)).toContainText('First thought');
  await expect(selectedStep(page)).not.toContainText('Third thought');
  await page.keyboard.press('Space');
  await expect(selectedStep(page)).toContainText(/Second thought\s*Third thought/);
  const compare = page.getByRole('link', { name: /^Compare with another trace/ });
  await page.setViewportSize({ width: 390, height: 844 });
  const box = (await compare.boundingBox())!;
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await compare.click();
  await expect(page).toHaveURL(`${own.path}/compare?a=${traceId}`);
});

test('a long text is copied and saved as a whole, with any part of it mounted', async ({ page, context, own }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const result = Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join('\n');
  const { traceId, body } = resultOf(result);
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1&tab=got`);
  const panel = page.getByRole('complementary', { name: 'Step 1' });
  await expect(panel).toContainText(`${result.length.toLocaleString('en')} characters`);
  await panel.getByRole('button', { name: 'Copy all' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(result);
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toMatch(/^result-[\da-f]+-0\.txt$/);
  expect(await readFile(await saved.path(), 'utf8')).toBe(result);
});

test('JSON in the panel is a tree with keyboard and search, or text by choice', async ({ page, own }) => {
  const orders = Array.from({ length: 30 }, (_, id) => ({ id, lines: [{ name: `part ${id}` }] }));
  const result = `{"orders":${JSON.stringify(orders)},"next":"page 2"}`;
  const cut = ['gen_ai.tool.call.result:48000:212000', 'gen_ai.tool.call.arguments:1100:9000'];
  const { traceId, body } = resultOf(result, 'list_orders', { 'subtext.truncated': cut });
  expect(await send(body, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await page.goto(`${own.path}/traces/${traceId}?step=1&tab=got`);
  await expect(page.getByText(/^┊… cut at capture/)).toHaveText(
    '┊… cut at capture: 48 kB of 212 kB kept (gen_ai.tool.call.result)',
  );
  const tree = page.getByRole('tree', { name: 'result' });
  const current = tree.getByRole('treeitem', { selected: true });
  await tabTo(page, tree);
  await expect(current).toHaveText(/orders: \[30 items\]/);
  await page.keyboard.press('End');
  await expect(current).toHaveText('next: "page 2"');
  await page.getByLabel('Find in the result').fill('PART 17');
  await expect(current).toHaveText('name: "part 17"');
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(page.getByText('$.orders[17].lines[0].name')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('group', { name: 'Show the result as' }).getByRole('button', { name: 'Text' }).click();
  await expect(page.getByRole('group', { name: 'result', exact: true })).toContainText('"part 17"');
  await page.reload();
  await expect(page.getByRole('group', { name: 'result', exact: true })).toContainText('"part 17"');
  await expect(tree).toBeHidden();
});
