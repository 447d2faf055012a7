/** The JavaScript of each page, compressed: before it is interactive, and with what it fetches at rest. */
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright';

const PAGES = ['traces', 'trace', 'sessions', 'search', 'costs', 'live', 'compare', 'settings/keys'] as const;

interface FirstLoad {
  page: (typeof PAGES)[number];
  /** Bytes, gzip. */
  first: number;
  /** The same with the parts that a user may open next. */
  atRest: number;
}

/** `url`: of the project. */
export async function firstLoads(
  context: BrowserContext,
  { url, traceId }: { url: string; traceId: string },
): Promise<FirstLoad[]> {
  const loads: FirstLoad[] = [];
  for (const page of PAGES) {
    const address = `${url}/${page === 'trace' ? `traces/${traceId}` : page}`;
    const first = await scriptsOf(context, address);
    const atRest = new Set([...first, ...(await scriptsUntilRest(context, address))]);
    loads.push({ page, first: await gzipBytes(context, first), atRest: await gzipBytes(context, atRest) });
  }
  return loads;
}

async function scriptsOf({ request }: BrowserContext, address: string): Promise<Set<string>> {
  const html = await (await request.get(address)).text();
  const scripts = html.matchAll(/<script[^>]* src="([^"]+\.js[^"]*)"(?![^>]*nomodule)/gi);
  return new Set([...scripts].map(([, file]) => new URL(file!, address).href));
}

async function scriptsUntilRest(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage();
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.url());
  });
  await page.goto(address);
  // A page that follows live data is never without requests.
  for (let before = -1; before < scripts.length;) {
    before = scripts.length;
    await page.waitForTimeout(2_000);
  }
  await page.close();
  return scripts;
}

async function gzipBytes({ request }: BrowserContext, files: Iterable<string>): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await (await request.get(file)).body()).length;
  return bytes;
}
