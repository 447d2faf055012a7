/**
 * `npm run bench:web`: measures the trace page in Chromium, on a production build with generated traces. It prints each
 * figure with its budget, and the load of the machine. It never fails because of times, since they vary with the
 * machine.
 */
import { mkdtemp } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect, ensureProject } from '@subtext/db';
import {
  build,
  findBrowser,
  freePort,
  openDataDirectory,
  removeDataDirectory,
  signInLink,
  silentProgress,
  startSystem,
} from '@subtext/launcher';
import { chromium, type BrowserContext, type CDPSession, type Page } from 'playwright';
import { generate } from './generate.ts';
import { ask, type Answer } from './http-answer.ts';
import { kilobytes, megabytes, milliseconds, spread } from './figure-words.ts';
import { firstLoads } from './web-first-load.ts';
import { answerTimes, armNextPaint, scrollTimeline, untilDrawn, untilWhole, watchPage } from './web-probe.ts';

const HELP = `npm run bench:web -- [--data DIR] [--quick]

  --data DIR   keeps the generated traces there, and takes those that are there already
  --quick      a fifth of the repeats, and no trace of 100,000 steps
  --only PART  one of opening, list, skeleton, scrolling, interactions, panelText, heap, comparing, firstLoad`;

const LONG = [10_000, 100_000];
/** More traces, so that the list has rows to show. */
const OTHERS = 60;
const SEED = 7;
const VIEWPORT = { width: 1440, height: 900 };

interface Bench {
  context: BrowserContext;
  url: string;
  databaseUrl: string;
  /** Trace ids by the requested number of steps. */
  traces: Map<number, string>;
  repeats: number;
}

type Row = [what: string, measured: string, budget: string];

async function main(): Promise<void> {
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    options: { data: { type: 'string' }, only: { type: 'string' }, quick: flag, help: flag },
  });
  if (values.help) return console.log(HELP);
  const directory = values.data ?? (await mkdtemp(join(tmpdir(), 'subtext-bench-')));
  const data = await openDataDirectory(directory);
  const { signal } = new AbortController();
  console.log(`built: ${await build({ logs: data.logs })}`);
  const [port, ingestPort] = [await freePort(), await freePort()];
  const system = await startSystem({ data, port, ingestPort, isDevelopment: false, progress: silentProgress, signal });
  const stop = async () => {
    await system.stop();
    await data.unlock();
    if (values.data === undefined) await removeDataDirectory(directory);
  };
  // Otherwise its PostgreSQL would keep running.
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => void stop().finally(() => process.exit(1)));
  try {
    const long = values.quick ? LONG.slice(0, 1) : LONG;
    const traces = await store(system.databaseUrl, long);
    const link = await signInLink(system.webEnv, data.logs);
    const browser = await chromium.launch({ executablePath: await findBrowser(console.log), args: ['--no-sandbox'] });
    const context = await browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    await page.goto(link);
    await page.waitForURL('**/traces*');
    await page.close();
    const { databaseUrl, webUrl } = system;
    const bench = { context, url: `${webUrl}/p/default`, databaseUrl, traces, repeats: values.quick ? 4 : 20 };
    await measure(bench, values.only);
    await browser.close();
  } finally {
    await stop();
  }
}

/** Stores the same traces whenever it is called on the same day. Existing ones are not stored again. */
async function store(databaseUrl: string, long: readonly number[]): Promise<Map<number, string>> {
  const sql = connect(databaseUrl, { max: 6, applicationName: 'subtext bench' });
  try {
    const { id: projectId } = await ensureProject(sql, { slug: 'default', name: 'default' });
    const wanted = { spans: 1e8, traces: long.length + OTHERS, days: 2, medianSteps: 5, long, seed: SEED };
    await generate(sql, { projectId, ...wanted });
    const found = new Map<number, string>();
    for (const steps of long) {
      // A trace has a few steps more than requested when a sub-agent is last.
      const [row] = await sql<{ id: string }[]>`
        select encode(trace_id, 'hex') as id from traces where project_id = ${projectId} order by abs(step_count - ${steps}::int) limit 1`;
      found.set(steps, row!.id);
    }
    return found;
  } finally {
    await sql.end();
  }
}

async function measure(bench: Bench, only: string | undefined): Promise<void> {
  const load = () => loadavg()[0]!.toFixed(1);
  console.log(`load at the beginning ${load()}\n`);
  const all = [opening, list, skeleton, scrolling, interactions, panelText, heap, comparing, firstLoad];
  const parts = only === undefined ? all : all.filter(({ name }) => name === only);
  for (const part of parts) for (const row of await part(bench)) print(row);
  console.log(`\nload at the end ${load()}`);
}

const print = ([what, measured, budget]: Row) =>
  console.log(`| ${what.padEnd(52)} | ${measured.padEnd(46)} | ${budget} |`);

/** Opens a new tab, as a link does. The page's code is cached, as it is for a returning user. */
async function goToPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watchPage);
  await page.goto(address, { waitUntil: 'commit' });
  return page;
}

const goToTrace = ({ context, url, traces }: Bench, steps: number, search = ''): Promise<Page> =>
  goToPage(context, `${url}/traces/${traces.get(steps)}${search}`);

/** Waits until all steps are loaded, and the requests after them are finished. */
async function openTrace(bench: Bench, steps: number, search = ''): Promise<Page> {
  const page = await goToTrace(bench, steps, search);
  await page.evaluate(untilWhole);
  await page.waitForTimeout(1000);
  return page;
}

/**
 * Opens the page for the first time with an empty cache, and again with the code and the unchanged parts of the trace
 * cached.
 */
async function opening(bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const steps of bench.traces.keys()) {
    const count = repeatsOf(bench, steps);
    const budget = steps > 10_000 ? '< 3 s' : 'p95 < 1.0 s';
    const again = await openings(count, () => goToTrace(bench, steps));
    const first = await openings(count, () => asNew(bench, (context) => goToTrace({ ...bench, context }, steps)));
    rows.push([`${name(steps)}: first thought, for the first time`, spread(first), budget]);
    rows.push([`${name(steps)}: first thought, again`, spread(again), budget]);
  }
  return rows;
}

/** The rows of the list come with the page. */
async function list(bench: Bench): Promise<Row[]> {
  const goTo = (context: BrowserContext) => goToPage(context, `${bench.url}/traces?range=all`);
  const again = await openings(bench.repeats, () => goTo(bench.context));
  const first = await openings(bench.repeats, () => asNew(bench, goTo));
  return [
    ['list: first rows, for the first time', spread(first), '< 800 ms'],
    ['list: first rows, again', spread(again), '< 800 ms'],
  ];
}

async function openings(count: number, open: () => Promise<Page>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = await open();
    times.push(await page.evaluate(untilDrawn));
    await page.close();
  }
  return times;
}

/** Opens the page as a user who has signed in and done nothing else. */
async function asNew(bench: Bench, goTo: (context: BrowserContext) => Promise<Page>): Promise<Page> {
  const storageState = await bench.context.storageState();
  const context = await bench.context.browser()!.newContext({ viewport: VIEWPORT, storageState });
  const page = await goTo(context);
  page.once('close', () => void context.close());
  return page;
}

async function skeleton(bench: Bench): Promise<Row[]> {
  const cookies = await bench.context.cookies(bench.url);
  const cookie = cookies.map((one) => `${one.name}=${one.value}`).join('; ');
  const sql = connect(bench.databaseUrl, { max: 1, applicationName: 'subtext bench' });
  const rows: Row[] = [];
  for (const [steps, trace] of bench.traces) {
    const input = encodeURIComponent(JSON.stringify({ json: { project: 'default', trace } }));
    const address = `${new URL(bench.url).origin}/api/trpc/trace.skeleton?input=${input}`;
    const made: Answer[] = [];
    const kept: Answer[] = [];
    const paged: number[] = [];
    // Changes the trace as storing a span does, so that cached results are outdated.
    const outdate = () =>
      sql`update traces set updated_at = clock_timestamp() where trace_id = decode(${trace}, 'hex')`;
    // Not measured: the process that reads long traces compiles its code.
    await requestedByPage(bench, steps);
    for (let count = 0; count < repeatsOf(bench, steps); count += 1) {
      await outdate();
      paged.push(...(await requestedByPage(bench, steps)));
      await outdate();
      made.push(await ask(address, { cookie }));
      kept.push(await ask(address, { cookie }));
    }
    const last = kept.at(-1)!;
    const again = await ask(address, { cookie, 'if-none-match': last.etag });
    const [time, bytes] = steps > 10_000 ? ['', ''] : ['p95 ≤ 300 ms', '≤ 350 kB gzip'];
    const times = (answers: Answer[]) => spread(answers.map(({ milliseconds }) => milliseconds));
    rows.push([`${name(steps)}: skeleton, for its first page`, spread(paged), time]);
    rows.push([`${name(steps)}: skeleton, built during the request`, times(made), time]);
    rows.push([`${name(steps)}: skeleton, for another user`, times(kept), time]);
    rows.push([`${name(steps)}: size`, `${kilobytes(last.bytes)} gzip`, bytes]);
    rows.push([`${name(steps)}: requested again`, `${again.status}, ${kilobytes(again.bytes)}`, '']);
  }
  await sql.end();
  return rows;
}

/** Measures how long a page that was never opened before waits for the query. */
async function requestedByPage(bench: Bench, steps: number): Promise<number[]> {
  const page = await openTrace(bench, steps);
  const times = await page.evaluate(answerTimes, 'trace.skeleton');
  await page.close();
  return times;
}

/** Slow enough to read along, and as fast as a mouse wheel scrolls. */
const PIXELS_A_FRAME = { slow: 8, fast: 120 };

async function scrolling(bench: Bench): Promise<Row[]> {
  const page = await openTrace(bench, 10_000);
  const rows: Row[] = [];
  for (const [how, step] of Object.entries(PIXELS_A_FRAME)) {
    const { frames, longTasks, elements, page: all } = await page.evaluate(scrollTimeline, { lasts: 5000, step });
    const fps = 1000 / (frames.reduce((sum, frame) => sum + frame, 0) / frames.length);
    const late = frames.filter((frame) => frame > 25).length / frames.length;
    rows.push([`scrolling ${how}, ${step} px a frame: mean`, `${fps.toFixed(1)} fps`, '≥ 58 fps']);
    rows.push([`… frames over 25 ms`, `${(late * 100).toFixed(1)} %`, '≤ 1 %']);
    rows.push([
      `… tasks over 50 ms`,
      `${longTasks.length}, longest ${milliseconds(Math.max(0, ...longTasks))}`,
      'none',
    ]);
    rows.push([`… elements in the timeline, on the page`, `${elements}, ${all}`, '≤ 1,500, ≤ 3,500']);
  }
  await page.close();
  return rows;
}

async function interactions(bench: Bench): Promise<Row[]> {
  const page = await openTrace(bench, 10_000);
  const key = (press: string) => () => page.keyboard.press(press);
  const acts: [string, 'keydown' | 'click', () => Promise<unknown>][] = [
    ['jump to the last, first step', 'keydown', alternating(key('End'), key('Home'))],
    ['next error', 'keydown', key('e')],
    ['expand, collapse', 'keydown', alternating(key('ArrowLeft'), key('ArrowRight'))],
    ['filter: hide, show thoughts', 'click', () => page.getByLabel('thought', { exact: true }).click()],
    ['theme', 'keydown', () => chooseTheme(page)],
  ];
  const rows: Row[] = [];
  for (const [what, kind, act] of acts) {
    if (what.startsWith('expand')) await selectHolder(page);
    const times: number[] = [];
    for (let count = 0; count < bench.repeats; count += 1) {
      if (what === 'theme') await page.getByRole('button', { name: 'Theme' }).click();
      const painted = page.evaluate(armNextPaint, kind);
      // The page must be listening before anything happens.
      await page.evaluate('0');
      await act();
      times.push(await painted);
      // No user is faster than that, and by then the texts of the rows are loaded.
      await page.waitForTimeout(300);
    }
    rows.push([`${what}: to next paint`, spread(times), '≤ 50 ms']);
  }
  const all = await page.evaluate(() => window.probe.interactions);
  rows.push(['interaction to next paint', spread(all), 'p95 ≤ 200 ms']);
  await page.close();
  return rows;
}

function alternating(...acts: (() => Promise<unknown>)[]): () => Promise<unknown> {
  let count = 0;
  return () => acts[count++ % acts.length]!();
}

/** Selects a row with child rows. */
async function selectHolder(page: Page): Promise<void> {
  await page.keyboard.press('Home');
  const holder = page.locator('[data-timeline] [role="row"][aria-expanded]').first();
  for (let count = 0; count < 200 && !(await holder.isVisible()); count += 1) await page.keyboard.press('PageDown');
  await holder.click({ position: { x: 300, y: 8 } });
}

let theme = 0;
async function chooseTheme(page: Page): Promise<void> {
  const names = ['Light', 'Dark'];
  await page.getByRole('menuitemradio', { name: names[theme++ % names.length] }).focus();
  await page.keyboard.press('Enter');
}

async function panelText(bench: Bench): Promise<Row[]> {
  const page = await openTrace(bench, 10_000, '?step=5000&panel=1');
  await page.evaluate(answerTimes, 'trace.text');
  for (let count = 0; count < bench.repeats; count += 1) {
    await page.keyboard.press('j');
    await page.waitForTimeout(400);
  }
  const times = await page.evaluate(answerTimes, 'trace.text');
  await page.close();
  return [['text of the panel', spread(times), 'p95 ≤ 150 ms']];
}

const OPENED = 20;
/** Repeats until the engine has compiled most of the code: 2 MB of machine code, nearly all the growth of the heap. */
const COMPILED = 3;

async function heap(bench: Bench): Promise<Row[]> {
  const page = await bench.context.newPage();
  await page.addInitScript(watchPage);
  await page.goto(`${bench.url}/traces?range=all&q=${encodeURIComponent('steps:>5000')}`);
  const link = page.locator(`a[href*="${bench.traces.get(10_000)}"]`).first();
  const session = await bench.context.newCDPSession(page);
  const open = async () => {
    await link.click();
    await page.evaluate(untilWhole);
  };
  const close = async () => {
    await page.goBack();
    await link.waitFor();
  };
  const again = async (times: number) => {
    for (let count = 0; count < times; count += 1) {
      await close();
      await open();
    }
  };
  await open();
  await again(COMPILED);
  const first = await used(session);
  await again(OPENED);
  const last = await used(session);
  await page.close();
  const growth = `${(((last - first) / first) * 100).toFixed(0)} %`;
  return [
    ['heap at 10,000 steps', megabytes(first), '≤ 120 MB'],
    [`… after ${OPENED} times closed and opened`, `${megabytes(last)}, growth ${growth}`, 'growth ≤ 10 %'],
  ];
}

async function used(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** From navigation to the first difference of the two longest traces. */
async function comparing({ context, url, traces, repeats }: Bench): Promise<Row[]> {
  const [a, b] = traces.keys();
  if (a === undefined || b === undefined) return [];
  const times: number[] = [];
  for (let index = 0; index < Math.ceil(repeats / 4); index += 1) {
    const page = await goToPage(context, `${url}/compare?a=${traces.get(a)}&b=${traces.get(b)}`);
    await page.locator('main [aria-current]').first().waitFor({ timeout: 60_000 });
    times.push(await page.evaluate(() => performance.now()));
    await page.close();
  }
  return [[`${name(a)} compared with ${name(b)}: first difference`, spread(times), '']];
}

/** What the page's own HTML requests. Files that are loaded later are not included. */
const FIRST_LOAD: Readonly<Record<string, string>> = { traces: '≤ 180 kB gzip', trace: '≤ 220 kB gzip' };

async function firstLoad({ context, url, traces }: Bench): Promise<Row[]> {
  const loads = await firstLoads(context, { url, traceId: traces.get(10_000)! });
  return loads.map(({ page, first, atRest }) => [
    `first-load JavaScript of ${page}, with what comes at rest`,
    `${kilobytes(first)}, ${kilobytes(atRest)} gzip`,
    FIRST_LOAD[page] ?? '',
  ]);
}

const repeatsOf = ({ repeats }: Bench, steps: number) => (steps > 10_000 ? Math.ceil(repeats / 4) : repeats);
const name = (steps: number) => `${steps.toLocaleString('en')} steps`;

await main();
