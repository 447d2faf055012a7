/**
 * Clients that do not use the global fetch, bare and observed, in processes of their own: what the caller gets is the
 * same, and each model call is one generation.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startReplayServer, type Reply, type ReplayServer } from '../../testing/replay-server.ts';
import * as wire from '../../testing/wire.ts';

const APP = join(import.meta.dirname, '../../testing/transports/app.mjs');
const THOUGHT = { reasoning: 'I look for the weather.', tools: [{ id: 'call_1', name: 'look', arguments: {} }] };
const SLOW_MS = 240_000;

interface Span {
  name: string;
  attributes: Record<string, unknown>;
  status: { code: number; message?: string };
}
interface Result {
  value?: unknown;
  error?: unknown;
  spans?: Span[];
}
type Results = Record<string, Result>;

function compressed(reply: Reply, encoding: string, compress: (body: string) => Uint8Array): Reply {
  return {
    ...reply,
    headers: { ...reply.headers, 'content-encoding': encoding },
    body: compress(String(reply.body)),
  };
}

const REPLIES: Record<string, () => Reply> = {
  whole: () => wire.chat(THOUGHT),
  gzip: () => compressed(wire.chat(THOUGHT), 'gzip', gzipSync),
  br: () => compressed(wire.chat(THOUGHT), 'br', brotliCompressSync),
  deflate: () => compressed(wire.chat(THOUGHT), 'deflate', deflateSync),
  stream: () => wire.chatStream(THOUGHT),
  'stream-gzip': () => compressed(wire.chatStream(THOUGHT), 'gzip', gzipSync),
  unauthorized: () => wire.json({ error: { message: 'no such key' } }, { status: 401 }),
  broken: () => wire.json({ error: { message: 'try again' } }, { status: 500 }),
  cut: () => wire.chatStream(THOUGHT, { ending: 'cut' }),
  // Without its end, since some callers have all that is sent before they stop.
  hang: () => ({
    ...wire.chatStream(THOUGHT, { ending: 'hang' }),
    body: String(wire.chatStream(THOUGHT).body).slice(0, 900),
  }),
  silent: () => ({ ending: 'silent' }),
};

let provider: ReplayServer;
let refused: string;
const results: Record<string, Results> = {};
/** What each process printed on its console. */
const said: Record<string, string> = {};

async function run(order: string): Promise<Results> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [APP], {
    env: { PATH, PROVIDER_URL: provider.url, REFUSED_URL: refused, APP_ORDER: order },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  await new Promise((resolve) => child.on('close', resolve));
  said[order] = errors;
  return JSON.parse(output) as Results;
}

/** The address of a port at which nothing listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  [provider, refused] = [await startReplayServer(), await closedPort()];
  provider.route(({ url }) => REPLIES[url.split('/')[1] ?? '']?.());
  for (const order of ['bare', 'import', 'require', 'late']) results[order] = await run(order);
}, SLOW_MS);
afterAll(() => provider.close());

const ORDERS = ['import', 'require', 'late'];
const entries = (order: string) => Object.entries(results[order] ?? {});
const kindOf = (name: string) => name.slice(name.indexOf(': ') + 2);

/** The client's name and the kind of the case, in the order of the run. */
function recorded(order: string, kinds: RegExp): [string, ReturnType<typeof outcomeOf>[]][] {
  const chosen = entries(order).filter(([name]) => kinds.test(kindOf(name)));
  expect(chosen.length).toBeGreaterThan(0);
  return chosen.map(([name, { spans = [] }]) => [name, spans.map(outcomeOf)]);
}

function outcomeOf({ attributes, status }: Span) {
  return {
    hasThought: String(attributes['gen_ai.output.messages']).includes(THOUGHT.reasoning),
    error: attributes['error.type'],
    incomplete: attributes['subtext.incomplete.reason'],
    status: status.code,
  };
}

/** Expects one generation of each chosen case. */
function expectEach(order: string, kinds: RegExp, expected: object): void {
  const found = recorded(order, kinds);
  expect(found).toEqual(found.map(([name]) => [name, [expect.objectContaining(expected) as object]]));
}

describe.each(ORDERS)('model calls of clients with a transport of their own, loaded by %s', (order) => {
  it('give their caller the same bytes, events and errors as without observation', () => {
    const seen = entries(order).map(([name, { value, error }]) => [name, { value, error }]);
    expect(seen.length).toBeGreaterThan(100);
    expect(Object.fromEntries(seen)).toEqual(
      Object.fromEntries(entries('bare').filter(([name]) => name in (results[order] ?? {}))),
    );
  });

  it('are one generation each, with the question, also when they are streamed or compressed', () => {
    expectEach(order, /^(?:whole|gzip|br|deflate|stream.*)$/, {
      hasThought: true,
      error: undefined,
      incomplete: undefined,
      status: 0,
    });
    for (const [name, { spans = [] }] of entries(order)) {
      for (const { attributes } of spans) {
        expect(attributes['gen_ai.input.messages']).toContain(name.includes('as a list') ? 'credential' : name);
      }
    }
  });

  it('are errors when the host refuses them, or cuts the connection', () => {
    expectEach(order, /^unauthorized$/, { error: '401', status: 2 });
    expectEach(order, /^broken$/, { error: '500', status: 2 });
    expectEach(order, /^cut$/, { error: expect.stringMatching(/^(?:Socket|Type)?Error$/) as string, status: 2 });
  });

  it('are errors when there is no connection, unless the body was to be read for it', () => {
    const found = recorded(order, /^refused$/);
    const unread = found.filter(([, spans]) => spans.length === 0).map(([name]) => name);
    expect(unread).toEqual(['undici fetch: refused', 'undici 6 fetch: refused', 'undici installed: refused']);
    for (const [, spans] of found.filter(([, spans]) => spans.length > 0)) {
      expect(spans).toEqual([expect.objectContaining({ error: expect.stringMatching(/Error$/) as string, status: 2 })]);
    }
    expect(said[order]).toContain(`could not be read: ${new URL(refused).host} (${order === 'require' ? 3 : 4} calls)`);
  });

  it('are aborted when the caller stops', () => {
    expectEach(order, /^hang$/, { incomplete: 'abort', status: 0 });
  });
});

describe('model calls of node:http', () => {
  const COMPLETE = { hasThought: true, error: undefined, incomplete: undefined, status: 0 };
  const ENDS: [RegExp, object[]][] = [
    [/encodings|events|pipe|unshift|resume|expect|as a list|set later|wrong chunk/, [COMPLETE]],
    [/keep-alive/, [COMPLETE, COMPLETE]],
    [/iterate and break|signal/, [{ incomplete: 'abort', status: 0 }]],
    [/error of the response|with an error|after the end/, [{ error: 'Error', status: 2 }]],
    [/no listener for the response/, [{ incomplete: 'cut', hasThought: false }]],
    [/a timeout/, [{ error: 'timeout' }]],
    [/no other request|refused while/, []],
  ];

  it.each(ENDS)('end as they do for their caller: %s', (uses, expected) => {
    for (const order of ['import', 'late']) {
      const chosen = recorded(order, uses).filter(([name]) => name.startsWith('node:http'));
      expect(chosen.length).toBeGreaterThan(0);
      for (const [, found] of chosen) expect(found).toMatchObject(expected);
    }
  });
});
