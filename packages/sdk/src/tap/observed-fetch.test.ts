/** Every use of a `fetch` response, bare and observed: the caller sees the same, and the span has the passed bytes. */
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observeFetch } from '../observe/observe.ts';
import { troubles } from '../platform/report.ts';
import { collected } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer, type Reply } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
  expect([...troubles()]).toEqual([]);
});
afterAll(() => server.close());

const SAID = 'It will rain in Oslo, they say.';
/** Garbage collection takes time, on a busy machine above all. */
const PATIENCE = { timeout: 10_000 };
const STREAM = () => wire.chatStream({ text: SAID });
const ask = (fetch: typeof globalThis.fetch, init: RequestInit = {}) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'test-model', stream: true, messages: [{ role: 'user', content: 'Rain?' }] }),
    ...init,
  });
const bodyOf = (response: Response) => response.body as ReadableStream<Uint8Array>;
const text = async (stream: AsyncIterable<Uint8Array>) =>
  Buffer.concat((await collected(stream)) as Uint8Array[]).toString();

/** The output of the last generation, and how it ended. */
async function reportedAnswer() {
  const attributes = named(await spans.now(), 'chat').at(-1)?.attributes ?? {};
  const messages = JSON.parse(String(attributes['gen_ai.output.messages'] ?? '[]')) as {
    parts: { content?: string }[];
  }[];
  const content = messages.flatMap(({ parts }) => parts.map((part) => part.content ?? '')).join('');
  return [content, attributes['subtext.incomplete.reason']];
}

type Use = (response: Response, abort: AbortController) => unknown;

/** Uses that read the whole body. */
const READINGS: Record<string, Use> = {
  'text()': (response) => response.text(),
  'json()': (response) => response.json(),
  'arrayBuffer()': async (response) => Buffer.from(await response.arrayBuffer()).toString(),
  'bytes()': async (response) => Buffer.from(await response.bytes()).toString(),
  'blob()': async (response) => {
    const blob = await response.blob();
    return [blob.type, await blob.text()];
  },
  'text() twice': async (response) => [await response.text(), response.bodyUsed, await response.text().catch(String)],
  'both of a clone': async (response) => {
    const clone = response.clone();
    return [await clone.text(), await response.text(), clone.url === response.url, response.bodyUsed];
  },
  'the clone alone': (response) => response.clone().text(),
  'a clone after reading': async (response) => {
    await response.text();
    return response.clone();
  },
  'a response around the body': (response) => new Response(response.body).text(),
  'a loop': (response) => text(bodyOf(response)),
  'both branches of a tee': (response) => Promise.all(bodyOf(response).tee().map(text)),
  'a decoder stream': async (response) =>
    (await collected(bodyOf(response).pipeThrough(new TextDecoderStream()))).join(''),
  "a stream of Node's": async (response) => {
    const chunks = await Readable.fromWeb(bodyOf(response) as never).toArray();
    return Buffer.concat(chunks as Buffer[]).toString();
  },
  'a reader into a buffer': async (response) => {
    const reader = bodyOf(response).getReader({ mode: 'byob' });
    let text = '';
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(50));
      text += Buffer.from(value ?? []).toString('latin1');
      if (done) return text;
    }
  },
};

/** Uses that stop before the end. */
const LEAVINGS: Record<string, Use> = {
  'a break': async (response) => {
    for await (const _chunk of bodyOf(response)) break;
    return [response.bodyUsed, bodyOf(response).locked];
  },
  'a cancel': (response) => bodyOf(response).cancel(),
  'a cancel of its reader': async (response) => {
    const reader = bodyOf(response).getReader();
    await reader.read();
    await reader.cancel('enough');
    return reader.closed;
  },
  'an abort': async (response, abort) => {
    const reader = bodyOf(response).getReader();
    await reader.read();
    abort.abort();
    return reader.read();
  },
  'an abort of text()': (response, abort) => {
    const whole = response.text();
    abort.abort();
    return whole;
  },
};

async function outcome(use: Use, fetch: typeof globalThis.fetch, reply: Reply): Promise<unknown> {
  server.reset();
  server.next(reply);
  const abort = new AbortController();
  const response = await ask(fetch, { signal: abort.signal });
  const described = [
    response.status,
    response.url,
    response.redirected,
    response.type,
    response.constructor === Response,
  ];
  try {
    return [described, await use(response, abort)];
  } catch (error) {
    return [described, String(error)];
  }
}

/** Reads its body without its methods, as runtimes other than Node may. */
class PastMethods extends Response {
  constructor(body: ReadableStream | string | null, init: ResponseInit = {}) {
    super(body, init);
    const held = this.body as ReadableStream<Uint8Array>;
    const value = async () => {
      const native: unknown = ReadableStream.prototype.getReader.call(held);
      const reader = native as ReadableStreamDefaultReader<Uint8Array>;
      let text = '';
      for (let next = await reader.read(); !next.done; next = await reader.read())
        text += Buffer.from(next.value).toString();
      return text;
    };
    Object.defineProperty(this, 'text', { value });
  }
}

describe('an observed response is the bare one', () => {
  it.each(Object.entries(READINGS))('read by %s', async (name, use) => {
    const reply = () => (name === 'json()' ? wire.chat({ text: SAID }) : STREAM());
    const observed = await outcome(use, observeFetch(), reply());
    expect(await reportedAnswer()).toEqual([SAID, undefined]);
    expect(observed).toEqual(await outcome(use, fetch, reply()));
  });

  it.each(Object.entries(LEAVINGS))('left by %s', async (_, use) => {
    const reply = { ...STREAM(), ending: 'hang' as const };
    const observed = await outcome(use, observeFetch(), reply);
    expect((await reportedAnswer())[1]).toBe('abort');
    expect(observed).toEqual(await outcome(use, fetch, reply));
  });

  it('when its connection breaks', async () => {
    const reply = { ...STREAM(), ending: 'cut' as const };
    const use: Use = async (response) => text(bodyOf(response));
    const observed = await outcome(use, observeFetch(), reply);
    expect(await reportedAnswer()).toEqual([SAID, undefined]);
    expect(observed).toEqual(await outcome(use, fetch, reply));
  });

  it('when the runtime reads without the methods of its body', async () => {
    const inner: typeof fetch = async (...request) => {
      const { body, status, headers } = await fetch(...request);
      return new PastMethods(body, { status, headers });
    };
    server.next(STREAM());
    const response = await ask(observeFetch(inner));
    expect(await response.text()).toBe(STREAM().body);
    expect(await reportedAnswer()).toEqual([SAID, undefined]);
  });
});

describe('an observed stream', () => {
  it('is available with its headers, and yields each piece as it arrives', async () => {
    server.next({ ...STREAM(), body: 'data: {}\n\n', ending: 'hang' });
    const abort = new AbortController();
    const response = await ask(observeFetch(), { signal: abort.signal });
    const { value } = await bodyOf(response).getReader().read();
    expect(Buffer.from(value ?? []).toString()).toBe('data: {}\n\n');
    abort.abort();
  });

  it.each(['reader', 'iterator', 'nothing'])(
    'that is dropped with its %s ends, and frees its connection',
    async (by) => {
      server.next({ ...STREAM(), ending: 'hang' });
      await (async () => {
        const response = await ask(observeFetch());
        if (by === 'reader') await bodyOf(response).getReader().read();
        if (by === 'iterator') await bodyOf(response).values().next();
      })();
      setFlagsFromString('--expose-gc');
      const collect = runInNewContext('gc') as () => void;
      const isTold = async () => {
        collect();
        expect(named(await spans.now(), 'chat')).toHaveLength(1);
      };
      await vi.waitFor(isTold, PATIENCE);
      expect((await reportedAnswer())[1]).toBe('cut');
    },
  );
});
