// Two runs side by side: chosen, opened at the first difference, gone through by keyboard, and updated while one still
// arrives.
import { randomBytes } from 'node:crypto';
import { expect, expectAccessible, tabTo, test, whenInteractive } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { send, traceOf } from './otlp.ts';

interface Turn {
  thought?: string;
  tool?: string;
  arguments?: object;
  /** What the tool returned; its span is stored where it did. */
  result?: string;
  failed?: boolean;
  answer?: string;
  model?: string;
  system?: string;
}

type Span = ReturnType<typeof traceOf>['body']['resourceSpans'][0]['scopeSpans'][0]['spans'][0];

/** Stores one run, its steps in one trace, a second apart. */
async function storeRun(
  { ingestUrl, ingestKey }: OwnProject,
  turns: Turn[],
  traceId = randomBytes(16).toString('hex'),
): Promise<string> {
  const spans = turns.flatMap((turn, index) => [
    placed(responseOf(turn, index), traceId, index * 1000),
    ...(turn.result === undefined ? [] : [placed(executionOf(turn, index), traceId, index * 1000 + 500)]),
  ]);
  expect(await send({ resourceSpans: [{ scopeSpans: [{ spans }] }] }, { ingestUrl, key: ingestKey })).toBe(200);
  return traceId;
}

function placed({ body }: ReturnType<typeof traceOf>, traceId: string, milliseconds: number): Span {
  const [span] = body.resourceSpans[0]!.scopeSpans[0]!.spans;
  const later = (time: string) => String(BigInt(time) + BigInt(milliseconds) * 1_000_000n);
  return {
    ...span!,
    traceId,
    startTimeUnixNano: later(span!.startTimeUnixNano),
    endTimeUnixNano: later(span!.endTimeUnixNano),
  };
}

function responseOf(
  { thought, tool, arguments: given, answer = 'Done.', model = 'gpt-5.2', system }: Turn,
  at: number,
) {
  const parts = [
    ...(thought === undefined ? [] : [{ type: 'reasoning', content: thought }]),
    tool === undefined
      ? { type: 'text', content: answer }
      : { type: 'tool_call', id: `call_${at}`, name: tool, arguments: given ?? {} },
  ];
  const question = { role: 'user', parts: [{ type: 'text', content: 'Where is my order?' }] };
  return traceOf({
    name: `chat ${model}`,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': model,
      ...(system !== undefined && {
        'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: system }]),
        'gen_ai.input.messages': JSON.stringify([question]),
      }),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
      'gen_ai.usage.input_tokens': 100,
      'gen_ai.usage.output_tokens': 50 * (at + 1),
    },
  });
}

function executionOf({ tool = '', arguments: given = {}, result = '', failed = false }: Turn, at: number) {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.tool.call.id': `call_${at}`,
    'gen_ai.tool.call.arguments': JSON.stringify(given),
    'gen_ai.tool.call.result': result,
  };
  const trace = traceOf({ name: `execute_tool ${tool}`, attributes });
  if (failed) Object.assign(trace.body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!, { status: { code: 2 } });
  return trace;
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

test('opens at the first difference, says what differs, and goes through the differences by keyboard', async ({
  page,
  own,
}) => {
  const [a, b] = [await storeRun(own, BAD), await storeRun(own, GOOD)];
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  await expect(
    page.getByText('Same first 2 steps; at step 3 A called web_search, B called get_order; the thoughts differ, too.'),
  ).toBeVisible();
  const current = page.locator('[aria-current=step]');
  await expect(current).toContainText('different tools, different thought');
  await expect(current, 'its calls may still end').toContainText('web_search running');
  await expect(current.locator('del').first()).toHaveText(/Two/);
  await expect(current.locator('ins').first()).toHaveText(/One/);
  await expect(page.getByRole('button', { name: /1–2 the same/ })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/cost.*time.*thinking.*hidden.*errors/);
  await expectAccessible(page);

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/[?&]step=4/);
  await expect(current).toContainText('same tools, different arguments');
  await expect(current.locator('ins', { hasText: '"note"' })).toBeVisible();
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/[?&]step=3/);
  await page.keyboard.press('s');
  await expect(page.getByText('at step 3 A called get_order, B called web_search')).toBeVisible();

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

const LOOKUP = { tool: 'find', arguments: { of: 'order' }, result: 'found' };
const LIKE = [
  { thought: 'Look it up.', system: 'Be brief.', ...LOOKUP },
  { thought: 'Again.', system: 'Be brief.', ...LOOKUP },
  { thought: 'And again.', system: 'Be brief.', ...LOOKUP },
  { thought: 'Last.', system: 'Be brief.', ...LOOKUP },
  { system: 'Be brief.', answer: 'It is on its way.' },
];
const UNLIKE = [
  LIKE[0]!,
  { ...LIKE[1]!, result: 'lost' },
  { ...LIKE[2]!, model: 'gpt-5.4' },
  { ...LIKE[3]!, system: 'Be brief and kind.', thought: 'Something else entirely was on my mind here, I must admit.' },
  { ...LIKE[4]!, answer: 'It is lost.' },
];

test('stops at results, models, prompts, thoughts and answers, with what differs in view', async ({ page, own }) => {
  const [a, b] = [await storeRun(own, LIKE), await storeRun(own, UNLIKE)];
  await page.goto(`${own.path}/compare?a=${a}&b=${b}&only=diff`);
  const current = page.locator('[aria-current=step]');
  await expect(page.getByText('Same first step; at step 2 find returned different results.')).toBeVisible();
  await expect(current).toContainText('different result');
  await expect(current.locator('ins', { hasText: 'lost' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(current).toContainText('different model');
  await expect(current).toContainText('gpt-5.4');
  await page.keyboard.press('n');
  await expect(current).toContainText('different system prompt, different thought');
  await expect(current.locator('ins', { hasText: 'kind' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(current).toContainText('different answer');
  await expectAccessible(page);
  await expect(page.getByRole('list', { name: 'Steps of both runs' }).getByRole('listitem')).toHaveCount(4);
});

test('thoughts with little in common stand side by side without marks', async ({ page, own }) => {
  const thoughts = [
    'Two sources may disagree about this order, so both of them have to be read before anything is decided.',
    'The customer wrote in Norwegian; I answer briefly and ask for a photograph of the broken pole.',
  ];
  const [a, b] = await Promise.all(thoughts.map((thought) => storeRun(own, [{ thought, ...LOOKUP }, {}])));
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  const current = page.locator('[aria-current=step]');
  await expect(current.getByText(thoughts[0]!)).toBeVisible();
  await expect(current.getByText(thoughts[1]!)).toBeVisible();
  await expect(current.getByText('little in common: both are shown whole, without marks')).toBeVisible();
  await expect(current.locator('ins, del')).toHaveCount(0);
});

test('what only one run captured is unknown on the other, and the sentence says which run failed', async ({
  page,
  own,
}) => {
  const order = (id: number, more: Turn = {}) => ({ ...LOOKUP, tool: 'get_order', arguments: { id }, ...more });
  const a = await storeRun(own, [{ ...LOOKUP, thought: 'Look it up.' }, order(8812), {}]);
  const b = await storeRun(own, [LOOKUP, order(8813, { result: 'no such order', failed: true })]);
  await page.goto(`${own.path}/compare?a=${a}&b=${b}`);
  const sentence = /^Same first step; at step 2 get_order was called with id 8812 in A, 8813 in B/;
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByText(/8813 in B; B failed\.$/), 'when B has been quiet for a while').toBeVisible({
    timeout: 60_000,
  });
  const rows = page.getByRole('list', { name: 'Steps of both runs' }).getByRole('listitem');
  await expect(rows.first()).toContainText('no difference · thoughts unknown on B');
  await page.getByLabel('only differences').check();
  await expect(rows.first()).toContainText('1 no difference as far as is known: thoughts unknown on B');
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/errors\+1/);
  await page.getByRole('button', { name: 'step 2' }).click();
  await expect(page).toHaveURL(/[?&]step=2/);
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
  await expect(page.getByText(/Same first 2 steps; at step 3/)).toBeVisible();
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
  await expect(page.getByText(/Same first 2 steps; at step 3/)).toBeVisible();
  await expect(failure).toHaveCount(0);
});

test('three runs are a table that says what each does differently from the first, and opens the pair', async ({
  page,
  own,
}) => {
  const [a, b, c] = [await storeRun(own, BAD), await storeRun(own, GOOD), await storeRun(own, BAD)];
  await page.goto(`${own.path}/traces`);
  const rows = page.getByRole('grid', { name: 'Traces' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await whenInteractive(rows.nth(1));
  for (let selected = 0; selected < 3; selected++) {
    await page.keyboard.press('j');
    await page.keyboard.press('x');
  }
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/compare\?runs=(?:[0-9a-f]{32},?){3}$/);
  await page.goto(`${own.path}/compare?runs=${a},${b},${c}`);
  const runs = page.getByRole('table').getByRole('row');
  await expect(runs).toHaveCount(4);
  await expect(runs.nth(1)).toContainText('the first run: A');
  await expect(runs.nth(2)).toContainText('Same first 2 steps; at step 3 A called web_search, B called get_order');
  await expect(runs.nth(3)).toContainText('No difference in 5 steps');
  await expectAccessible(page);
  await tabTo(page, runs.nth(2).getByRole('button', { name: 'step 3' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`a=${a}.*b=${b}.*step=3`));
  await expect(page.locator('[aria-current=step]')).toContainText('different tools');
  await page.getByRole('button', { name: 'All 3 runs' }).click();
  await expect(runs).toHaveCount(4);
  // On a phone nothing of a run lies beside the screen, and the fork follows its title.
  await page.setViewportSize({ width: 390, height: 844 });
  const fork = runs.nth(2).getByRole('button', { name: 'step 3' });
  await expect(() => fork.scrollIntoViewIfNeeded()).toPass();
  const boxes = await Promise.all([fork, runs.nth(2).getByRole('cell').first()].map((one) => one.boundingBox()));
  expect(boxes[0]!.x + boxes[0]!.width).toBeLessThanOrEqual(390);
  expect(boxes[0]!.y, 'above when it started').toBeLessThan(boxes[1]!.y);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await expectAccessible(page);
});

test('a newcomer sees why the failing example failed, beside the good one', async ({ page }) => {
  await page.goto('/p/default/compare');
  const choices = (letter: string) =>
    page.getByRole('region', { name: `Choose trace ${letter}` }).getByRole('button', { name: /^Kari Lund writes/ });
  await expect(choices('A')).toHaveCount(2);
  await expect(choices('A').filter({ hasText: 'with an error' })).toHaveCount(1);
  await expectAccessible(page);
  await tabTo(page, choices('A').filter({ hasText: 'done' }));
  await page.keyboard.press('Enter');
  await tabTo(page, choices('B').filter({ hasText: 'with an error' }));
  await page.keyboard.press('Enter');
  await expect(
    page.getByText(
      /^Same first 3 steps; at step 4 get_order was called with id 9120 in A, 9127 in B; the thoughts differ, too; B failed\.$/,
    ),
  ).toBeInViewport();
  const current = page.locator('[aria-current=step]');
  await expect(current.locator('ins', { hasText: '9127' }).first()).toBeInViewport();
  await expect(current.getByText(/she must mean the newest order/)).toBeInViewport();
  await expectAccessible(page);
  await page.keyboard.press('n');
  await expect(current.getByText(/409 order "9127" is packed/)).toBeVisible();
  await page.keyboard.press('n');
  await expect(current).toContainText('different answer');
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
