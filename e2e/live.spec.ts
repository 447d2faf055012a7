// The live screen: a step is there when it is stored, and the screen does not scroll while a user reads.
import { randomBytes } from 'node:crypto';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.ts';
import type { OwnProject } from './own-project.ts';
import { send, traceOf } from './otlp.ts';

const table = (page: Page) => page.getByRole('treegrid', { name: 'Steps as they arrive' });
const row = (page: Page, thought: string) => table(page).getByRole('row').filter({ hasText: thought });
const status = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** One response that thought and called a tool. */
function stepOf(thought: string) {
  const parts = [
    { type: 'reasoning', content: thought },
    { type: 'tool_call', id: randomBytes(6).toString('hex'), name: 'get_order', arguments: { id: 8812 } },
  ];
  return traceOf({
    name: 'chat gpt-5.2',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-5.2',
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: `Asked: ${thought}` }] },
      ]),
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts }]),
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 200,
    },
  });
}

/** Resolves when all of them are stored. */
async function store({ ingestUrl, ingestKey }: OwnProject, ...thoughts: string[]): Promise<void> {
  const [first, ...others] = thoughts.map((thought) => stepOf(thought).body);
  first!.resourceSpans.push(...others.flatMap((body) => body.resourceSpans));
  expect(await send(first!, { ingestUrl, key: ingestKey })).toBe(200);
}

interface Way {
  url: string;
  /** Ends every connection; new ones wait. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A way to the server that can be cut, as a network is. */
async function openWay(to: string): Promise<Way> {
  const { hostname, port } = new URL(to);
  const ends = new Set<Socket>();
  let isCut = false;
  const connectThrough = (near: Socket) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one.on('error', () => one.destroy()).on('close', () => (ends.delete(one), other.destroy()));
    }
    near.pipe(far).pipe(near);
  };
  const waiting: Socket[] = [];
  const server = createServer((near) => void (isCut ? waiting.push(near) : connectThrough(near)));
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const end of ends) end.destroy();
    },
    mend() {
      isCut = false;
      waiting.splice(0).forEach(connectThrough);
    },
    async close() {
      for (const end of [...ends, ...waiting]) end.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('a step appears by itself, waits while paused, and opens in its trace', async ({ page, own }) => {
  await page.goto(`${own.path}/live`);
  await expect(status(page, 'Live')).toBeVisible();
  await store(own, 'the first thought');
  await expect(row(page, 'the first thought')).toHaveAccessibleName(
    /^Asked: the first thought: thought .*, called get_order/,
  );
  await expectAccessible(page);

  await page.keyboard.press('p');
  await expect(page).toHaveURL(/paused=1/);
  await store(own, 'thought meanwhile');
  await expect(page.getByText('Paused, 1 new step', { exact: true })).toBeVisible();
  await expect(row(page, 'thought meanwhile')).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('p');
  await expect(row(page, 'thought meanwhile')).toBeVisible();

  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/traces\/[\da-f]{32}\?step=1$/);
});

test('unknown values of a step have the same words as in its trace', async ({ page, own }) => {
  await page.goto(`${own.path}/live`);
  await expect(status(page, 'Live')).toBeVisible();
  const open = stepOf('not answered yet').body;
  const [span] = open.resourceSpans[0]!.scopeSpans[0]!.spans;
  span!.endTimeUnixNano = '0';
  span!.attributes = span!.attributes.filter(({ key }) => !/usage|output/.test(key));
  const untold = stepOf('of an unknown cost').body;
  const [silent] = untold.resourceSpans[0]!.scopeSpans[0]!.spans;
  silent!.attributes = silent!.attributes.filter(({ key }) => !key.includes('usage'));
  open.resourceSpans.push(...untold.resourceSpans);
  expect(await send(open, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  await expect(row(page, 'No answer in this trace')).toContainText('not known');
  const rows = table(page).getByRole('row');
  await expect(row(page, 'of an unknown cost').first()).toContainText('usage not reported');
  await expect(rows.filter({ hasText: 'no price' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Thinking not reported by this provider' })).toHaveCount(0);
});

test('a stream that cannot be opened shows it, and connects automatically later', async ({ page, own }) => {
  await page.route('**/api/trpc/live.*', (route) => route.abort());
  await page.goto(`${own.path}/live`);
  await expect(page.getByRole('heading', { name: 'The server does not answer' })).toBeVisible();
  await expect(status(page, 'Server unreachable, retrying')).toBeVisible();
  await page.unroute('**/api/trpc/live.*');
  await expect(status(page, 'Live')).toBeVisible({ timeout: 30_000 });
  await store(own, 'after all');
  await expect(row(page, 'after all')).toBeVisible();
});

test('an interrupted stream shows it, and sends the missed steps once', async ({ page, own, system }) => {
  const way = await openWay(system.webUrl);
  try {
    await page.goto(`${way.url}${own.path}/live`);
    await expect(status(page, 'Live')).toBeVisible();
    await store(own, 'before the cut');
    await expect(row(page, 'before the cut')).toBeVisible();

    way.cut();
    await expect(status(page, 'Reconnecting')).toBeVisible();
    await store(own, 'first meanwhile', 'second meanwhile');
    await expectAccessible(page);
    await expect(row(page, 'meanwhile')).toHaveCount(0);
    way.mend();
    await expect(row(page, 'first meanwhile')).toBeVisible({ timeout: 60_000 });
    await expect(status(page, 'Live')).toBeVisible();

    way.cut();
    await expect(status(page, 'Reconnecting')).toBeVisible();
    way.mend();
    await store(own, 'after it all');
    await expect(row(page, 'after it all')).toBeVisible({ timeout: 60_000 });
    for (const thought of ['before the cut', 'first meanwhile', 'second meanwhile', 'after it all'])
      await expect(row(page, thought), thought).toHaveCount(1);
  } finally {
    await way.close();
  }
});

test('a filter shows only its traces, and the steps of a busy second are grouped by trace', async ({ page, own }) => {
  await page.goto(`${own.path}/live?q=%22of%20the%20filter%22`);
  await expect(status(page, 'Live')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for the next step' })).toBeVisible();
  await store(own, 'not let through', 'a thought of the filter');
  await expect(table(page).getByRole('row')).toHaveCount(2);

  await page.goto(`${own.path}/live`);
  await expect(status(page, 'Live')).toBeVisible();
  const many = Array.from({ length: 60 }, (_, index) => stepOf(`busy ${index}`).body);
  const { traceId } = many[0]!.resourceSpans[0]!.scopeSpans[0]!.spans[0]!;
  for (const body of many) body.resourceSpans[0]!.scopeSpans[0]!.spans[0]!.traceId = traceId;
  many[0]!.resourceSpans.push(...many.slice(1).flatMap((body) => body.resourceSpans));
  expect(await send(many[0]!, { ingestUrl: own.ingestUrl, key: own.ingestKey })).toBe(200);
  const group = table(page).getByRole('row', { name: /60 steps at once/ });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await expect(group).toHaveAttribute('aria-expanded', 'true');
});

/** Milliseconds of each task above 50 ms in five seconds; as text, since it runs in the page. */
const LONG_TASKS = `new Promise((resolve) => {
  const found = [];
  new PerformanceObserver((list) => found.push(...list.getEntries().map((entry) => entry.duration))).observe({ entryTypes: ['longtask'] });
  setTimeout(() => resolve(found), 5000);
})`;

test('every one of many steps arrives, and it says how long they took', async ({ page, own }) => {
  await page.goto(`${own.path}/live`);
  await expect(status(page, 'Live')).toBeVisible();
  const waits: number[] = [];
  for (let index = 0; index < 20; index++) {
    const thought = `timed thought ${index}`;
    // Not waitForFunction: the policy of the page forbids what that evaluates.
    const shown = page.getByText(thought, { exact: true }).first().waitFor();
    await store(own, thought);
    const stored = performance.now();
    await shown;
    waits.push(performance.now() - stored);
  }
  const p95 = waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.95) - 1]!;
  const tasks = page.evaluate<number[]>(LONG_TASKS);
  for (let batch = 0; batch < 25; batch++) {
    await store(own, ...Array.from({ length: 40 }, (_, index) => `fast ${batch}.${index}`));
    await page.waitForTimeout(200);
  }
  const long = await tasks;
  console.log(
    `live: stored → on screen p95 ${p95.toFixed(0)} ms; tasks > 50 ms at 200 steps/s: ${long.map((ms) => ms.toFixed(0)).join(', ') || 'none'}`,
  );
  await expect(row(page, 'fast 24.39')).toBeVisible();
});
