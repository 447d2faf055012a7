/** Reads the recorded model calls of a run from /api/v1 of Subtext. Every failure is a sentence that says what to do. */
import type { RecordedStep } from '@subtext/reasoning';

interface Address {
  url: string;
  key: string;
  trace: string;
  step: string;
}

interface Page {
  rows: RecordedStep[];
  next: string | null;
}

const TIMEOUT_MS = 60_000;
const MAX_PAGES = 2_000;

export async function readRecording(address: Address): Promise<RecordedStep[]> {
  const steps: RecordedStep[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { rows, next }: Page = await readPage(address, cursor);
    steps.push(...rows);
    if (next === null) return steps;
    cursor = next;
  }
  throw new Error(`The recording of trace ${address.trace} has no end.`);
}

async function readPage({ url, key, trace, step }: Address, cursor: string | null): Promise<Page> {
  const site = url.replace(/\/+$/, '');
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`;
  const response = await fetch(`${site}/api/v1/traces/${trace}/steps/${step}/fork${query}`, {
    headers: { authorization: `Bearer ${key}`, accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new Error(
      `Subtext at ${site} cannot be reached to read the recorded run: set SUBTEXT_WEB_URL to its address.`,
      {
        cause,
      },
    );
  });
  const body = (await response.json().catch(() => undefined)) as (Partial<Page> & { error?: unknown }) | undefined;
  if (response.ok && Array.isArray(body?.rows)) return { rows: body.rows, next: body.next ?? null };
  if (typeof body?.error === 'string') throw new Error(`Subtext does not give the recorded run: ${body.error}`);
  throw new Error(
    `${site} answered ${response.status} without the read API of Subtext: SUBTEXT_WEB_URL must be the address of its web app.`,
  );
}
