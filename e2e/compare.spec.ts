// Two runs side by side: chosen, opened at the first fork, gone through by keyboard, and updated while one still
// arrives.
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { send, traceOf } from './otlp.ts';

interface Turn {
  thought?: string;
  tool?: string;
  arguments?: object;
}

/** Stores one run, its steps in one trace, a second apart. */
async function storeRun(
  { ingestUrl, ingestKey }: OwnProject,
  turns: Turn[],
  traceId = randomBytes(16).toString('hex'),
): Promise<string> {
  const bodies = turns.map(({ thought, tool, arguments: given }, index) => {
    const parts = [
      ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
      tool === undefined
        ? { type: 'text', content: 'Done.' }
        : { type: 'tool_call', id: `call_${index}`, name: tool, arguments: given ?? {} },
    ];
    const { body } = traceOf({
      name: 'chat gpt-5.2',
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-5.2',
        'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
        'gen_ai.usage.input_tokens': 100,
        'gen_ai.usage.output_tokens': 50 * (index + 1),
      },
    });
    const span = body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!;
    const later = BigInt(index) * 1_000_000_000n;
    span.traceId = traceId;
    span.startTimeUnixNano = String(BigInt(span.startTimeUnixNano) + later);
    span.endTimeUnixNano = String(BigInt(span.endTimeUnixNano) + later);
    return body;
  });
  bodies[0]!.resourceSpans.push(...bodies.slice(1).flatMap((body) => body.resourceSpans));
  expect(await send(bodies[0]!, { ingestUrl, key: ingestKey })).toBe(200);
  return traceId;
}

const AGREED = [
  { thought: 'Look it up.', tool: 'search', arguments: { q: 'order' } },
  { thought: 'Read it.', tool: 'read_file', arguments: { path: 'a' } },
];
const BAD = [
  ...AGREED,
  { thought: 'Two sources may disagree, so I fetch both', tool: 'web_search', arguments: { q: 'refund', limit: 3 } },
  { thought: 'Now update it.', tool: 'update_order', arguments: { id: 1, status: 'refunded' } },
  {},
];
const GOOD = [
  ...AGREED,
  { thought: 'One source may disagree, so I ask it', tool: 'get_order', arguments: { id: 8812 } },
  { thought: 'Now update it.', tool: 'update_order', arguments: { id: 1, note: 'x', status: 'refunded' } },
  {},
];

test('opens at the first fork, says what differs, and goes through the differences by keyboard', async ({
  page,
  own,
}) => {
  const [a, b] = [await storeRun(own, BAD), await storeRun(own, GOOD)];
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  await expect(
    page.getByText('Agree for 2 steps. First fork at step 3: A called web_search, B called get_order.'),
  ).toBeVisible();
  const current = page.locator('[aria-current=step]');
  await expect(current).toContainText('different tools');
  await expect(current, 'its calls may still end').toContainText('web_search running');
  await expect(current.locator('del').first()).toHaveText(/Two/);
  await expect(current.locator('ins').first()).toHaveText(/One/);
  await expect(page.getByRole('button', { name: /1–2 same tools, same order/ })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/cost.*thinking.*hidden.*duration.*errors/);
  await expectAccessible(page);

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/[?&]step=4/);
  await expect(current).toContainText('same tools, different arguments');
  await expect(current.locator('ins', { hasText: '"note"' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/[?&]step=3/);
  await page.keyboard.press('s');
  await expect(page.getByText('First fork at step 3: A called get_order, B called web_search.')).toBeVisible();

  await page.getByLabel('only differences').check();
  const rows = page.getByRole('list', { name: 'Steps of both runs' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.last().click();
  await expect(page).toHaveURL(/[?&]step=4/);
  await page.keyboard.press('PageUp');
  await expect(page).toHaveURL(/[?&]step=3/);
  await page.keyboard.press('Enter');
  await expect(page, 'the step in its own trace').toHaveURL(new RegExp(`/traces/${b}\\?step=3$`));
});

test('a side is chosen from the newest traces or by id, and a missing one appears when it arrives', async ({
  page,
  own,
}) => {
  const a = await storeRun(own, BAD);
  await page.goto(`${own.path}/compare`);
  await expect(page.getByRole('heading', { name: 'Choose trace A' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Find trace A').fill(a);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose trace B' })).toBeVisible();
  const coming = randomBytes(16).toString('hex');
  await page.getByLabel('Find trace B').fill(`http://127.0.0.1${own.path}/traces/${coming}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/There is no trace .* in this project yet/)).toBeVisible();
  await storeRun(own, GOOD, coming);
  await expect(page.getByText(/First fork at step 3/)).toBeVisible();
  await expect(page.getByText('may still be running').first()).toBeVisible();
});

test('a side that fails says so, and Retry compares', async ({ page, own }) => {
  const [a, b] = [await storeRun(own, BAD), await storeRun(own, GOOD)];
  const stepsOfB = (url: URL) => url.pathname.includes('trace.skeleton') && url.search.includes(b);
  await page.route(stepsOfB, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  const failure = page.getByRole('alert').filter({ hasText: 'One of the traces could not be loaded.' });
  await expect(failure).toBeVisible();
  await expect(page.getByRole('list', { name: 'Steps of both runs' })).toHaveCount(0);
  await page.unroute(stepsOfB);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/First fork at step 3/)).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('on a narrow screen A stands above B', async ({ page, own }) => {
  const [a, b] = [await storeRun(own, BAD), await storeRun(own, GOOD)];
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  const thoughts = page.locator('[aria-current=step] [dir=auto]');
  await expect(thoughts).toHaveCount(2);
  const [above, below] = await Promise.all([thoughts.first().boundingBox(), thoughts.last().boundingBox()]);
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
});
