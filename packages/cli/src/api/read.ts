// Reads /api/v1 of a Subtext. Every failure becomes a sentence that says what to do.
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../failure.ts';
import type { Connection } from './connection.ts';

export type Parameters = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** The most rows of one request. */
export const PAGE_ROWS = 200;

const TIMEOUT_MS = 60_000;
/** How long a busy server is waited for, in all. */
const MAX_WAIT_MS = 90_000;

/** `path`: below /api/v1. Waits where the server says so. */
export async function read<Answer>(connection: Connection, path: string, parameters: Parameters = {}): Promise<Answer> {
  const url = addressOf(connection, path, parameters);
  const ask = () => send(connection, { url, signal: AbortSignal.timeout(TIMEOUT_MS) });
  return answerOf(await whenFree(ask), url);
}

/** An answer of any length; `signal` ends it. */
export async function readStream(
  connection: Connection,
  path: string,
  { parameters, signal }: { parameters: Parameters; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const url = addressOf(connection, path, parameters);
  const response = await whenFree(() => send(connection, { url, signal }));
  return response.ok && response.body ? response.body : await answerOf<never>(response, url);
}

function addressOf(connection: Connection, path: string, parameters: Parameters): URL {
  const url = new URL(`${connection.url}/api/v1/${path}`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

async function whenFree(ask: () => Promise<Response>): Promise<Response> {
  for (let waited = 0; ;) {
    const response = await ask();
    const pause = Number(response.headers.get('retry-after')) * 1000;
    if (response.status !== 429 || !(pause > 0) || waited + pause > MAX_WAIT_MS) return response;
    await response.body?.cancel();
    waited += pause;
    await wait(pause);
  }
}

interface Posted {
  body: object;
  /** The same request again changes nothing. */
  idempotencyKey: string;
}

/** Posts to `path` below /api/v1. */
export async function write<Answer>(
  connection: Connection,
  path: string,
  { body, idempotencyKey }: Posted,
): Promise<Answer> {
  const url = addressOf(connection, path, {});
  const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
  const post = { method: 'POST', headers, body: JSON.stringify(body) };
  const ask = () => send(connection, { url, signal: AbortSignal.timeout(TIMEOUT_MS), post });
  return answerOf(await whenFree(ask), url);
}

interface Sent {
  url: URL;
  signal: AbortSignal;
  post?: { method: string; headers: Record<string, string>; body: string };
}

async function send({ url: site, key }: Connection, { url, signal, post }: Sent): Promise<Response> {
  try {
    const headers = { authorization: `Bearer ${key}`, accept: 'application/json', ...post?.headers };
    return await fetch(url, { ...post, headers, redirect: 'error', signal });
  } catch (cause) {
    if (signal.aborted && !isTimeout(signal.reason)) throw cause;
    throw new Failure(
      `Subtext at ${site} cannot be reached (${reasonOf(cause)}). Is it running, and is this its address?`,
    );
  }
}

const isTimeout = (reason: unknown): boolean => reason instanceof Error && reason.name === 'TimeoutError';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no answer in ${TIMEOUT_MS / 1000} s`;
  const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
  return code ?? message;
}

async function answerOf<Answer>(response: Response, { origin }: URL): Promise<Answer> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && typeof body === 'object' && body !== null) return body as Answer;
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown };
  if (typeof error === 'string') throw new Failure(error);
  throw new Failure(
    `${origin} answered ${response.status} without the read API of Subtext: use the address of the web app, which "subtext login" or SUBTEXT_URL sets.`,
  );
}

/** A list with the rows of all its pages. */
export async function readWhole<List extends Page<unknown>>(
  connection: Connection,
  path: string,
  parameters: Parameters = {},
): Promise<List> {
  const pages = { ...parameters, limit: PAGE_ROWS };
  const whole = await read<List>(connection, path, pages);
  while (whole.next !== null) {
    const { rows, next } = await read<Page<unknown>>(connection, path, { ...pages, cursor: whole.next });
    whole.rows.push(...rows);
    whole.next = next;
  }
  return whole;
}

/** The rows of all pages, one by one, so that a reader that has enough asks for no more pages. */
export async function* readRows<Row>(
  connection: Connection,
  path: string,
  parameters: Parameters = {},
): AsyncGenerator<Row> {
  let cursor: string | undefined;
  do {
    const page = await read<Page<Row>>(connection, path, { ...parameters, cursor });
    yield* page.rows;
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
}
