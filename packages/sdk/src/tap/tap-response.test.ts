/** The tap on a whole response: the caller notices nothing. Every case also runs bare. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tapWhole } from './tap-response.ts';
import type { BodyEnd, Tap } from './tap.ts';
import { collected, namesIn } from '../testing/callers.ts';

type Content = string | Uint8Array<ArrayBuffer>;
type Use = (response: Response) => unknown;

let server: Server;
let url: string;
/** The server answers with this in two pieces, and then ends, breaks the connection, or never ends. */
let answer: { content: Content; then: 'end' | 'break' | 'hang'; type?: string };

beforeAll(async () => {
  server = createServer((_, response) => {
    const bytes = Buffer.from(answer.content);
    response.writeHead(200, { 'content-type': answer.type ?? 'application/json' });
    response.write(bytes.subarray(0, 5));
    setImmediate(() => {
      response.write(bytes.subarray(5), () => answer.then === 'break' && response.destroy());
      if (answer.then === 'end') response.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function watchOf() {
  const seen = { kept: 0, referenced: 0, ends: [] as BodyEnd[] };
  const tap: Tap = {
    keep: ({ byteLength }) => void (seen.kept += byteLength),
    keepReference: ({ byteLength }) => void (seen.referenced += byteLength),
    finish: (end) => void seen.ends.push(end),
  };
  return { seen, tap };
}

async function tapped(init?: RequestInit) {
  const response = await fetch(url, init);
  const { seen, tap } = watchOf();
  expect(tapWhole(response, tap)).toBe(true);
  return { response, seen };
}

async function outcome(use: Use, response: Response): Promise<unknown> {
  try {
    return await use(response);
  } catch (error) {
    const { name, message, constructor, cause } = error as Error;
    return [name, message, constructor === globalThis[name as 'TypeError'], String(cause)];
  }
}

/** The caller's outcome, bare and tapped, and what the tap observed. */
async function both(use: Use, next: typeof answer) {
  answer = next;
  const bare = await outcome(use, await fetch(url));
  const { response, seen } = await tapped();
  const observed = await outcome(use, response);
  expect(observed).toEqual(bare);
  return { reported: bare, seen };
}

const JSON_TEXT = '{"choices":[{"text":"Grüße 🌧 aus Oslo"}]}';
const BYTES = Buffer.byteLength(JSON_TEXT);
const whole = { content: JSON_TEXT, then: 'end' } as const;
const MARK = '\uFEFF';

describe('a response that is read whole', () => {
  it('by json() returns the value, and passes its text to the tap', async () => {
    const { reported: value, seen } = await both((response) => response.json(), whole);
    expect(value).toEqual(JSON.parse(JSON_TEXT));
    expect(seen).toEqual({ kept: 0, referenced: BYTES, ends: [{ how: 'complete', text: JSON_TEXT }] });
  });

  it('by text() returns the text', async () => {
    const { reported: value, seen } = await both((response) => response.text(), whole);
    expect(value).toBe(JSON_TEXT);
    expect(seen.ends).toEqual([{ how: 'complete', text: JSON_TEXT }]);
  });

  it.each([
    ['no JSON', '<html>'],
    ['cut JSON', JSON_TEXT.slice(0, 20)],
    ['nothing', ''],
    ['a mark of its byte order', MARK + JSON_TEXT],
    ['two such marks', MARK + MARK + JSON_TEXT],
    ['three such marks', MARK + MARK + MARK + JSON_TEXT],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0xc3, 0x28, 0xe2, 0x82, 0x22])],
    ['NUL', '\0{}'],
  ])('of %s is the same as bare', async (_, content) => {
    for (const use of [(response: Response) => response.json(), (response: Response) => response.text()]) {
      const { seen } = await both(use, { content, then: 'end' });
      expect(seen.ends).toMatchObject([{ how: 'complete' }]);
    }
  });

  it('rejects every second reading', async () => {
    const ways: Use[] = ['json', 'text', 'arrayBuffer', 'blob', 'bytes', 'formData', 'clone'].map(
      (name) => (response) => response[name as 'json'](),
    );
    for (const way of ways) {
      const { seen } = await both(async (response) => [await response.json(), await outcome(way, response)], whole);
      expect(seen.ends).toHaveLength(1);
    }
  });

  it('is used and locked after the call', async () => {
    const use: Use = async (response) => {
      const states = () => [response.bodyUsed, response.body?.locked];
      const before = states();
      const reading = response.text();
      const within = [...states(), await outcome(() => response.json(), response)];
      await reading;
      return [before, within, states()];
    };
    const { seen } = await both(use, whole);
    expect(seen.ends).toHaveLength(1);
  });

  it('is not read here when some of it was read before', async () => {
    const { seen } = await both(async (response) => {
      const reader = response.body?.getReader();
      const first = await reader?.read();
      reader?.releaseLock();
      return [first, await outcome(() => response.json(), response), await outcome(() => response.text(), response)];
    }, whole);
    expect(seen).toMatchObject({ referenced: 0, ends: [] });
  });

  it('is read here although its body was accessed before', async () => {
    const { seen } = await both(async (response) => [response.body === response.body, await response.json()], whole);
    expect(seen).toEqual({ kept: 0, referenced: BYTES, ends: [{ how: 'complete', text: JSON_TEXT }] });
  });

  it('fails like a bare one when its connection breaks, and keeps the received bytes', async () => {
    const { seen } = await both((response) => response.json(), { ...whole, then: 'break' });
    expect(seen.ends).toMatchObject([{ how: 'failed', error: { message: 'terminated' } }]);
    expect(seen.referenced).toBeGreaterThan(0);
  });

  it('fails like a bare one when it is aborted, with the reason', async () => {
    answer = { ...whole, then: 'hang' };
    const aborted = async (open: (init: RequestInit) => Promise<Response>) => {
      const controller = new AbortController();
      const reading = (await open({ signal: controller.signal })).json().catch((error: unknown) => error);
      controller.abort(new Error('enough'));
      return reading;
    };
    const ends: BodyEnd[][] = [];
    const open = async (init: RequestInit) => {
      const { response, seen } = await tapped(init);
      ends.push(seen.ends);
      return response;
    };
    const error = await aborted(open);
    expect(error).toEqual(await aborted((init) => fetch(url, init)));
    expect(ends).toEqual([[{ how: 'failed', error }]]);
  });
});

describe('a response that is read in another way', () => {
  const readings: [string, Use][] = [
    ['arrayBuffer()', async (response) => Buffer.from(await response.arrayBuffer()).toString()],
    ['bytes()', async (response) => Buffer.from(await response.bytes()).toString()],
    ['blob()', async (response) => (await response.blob()).text()],
    [
      'its body',
      async (response) =>
        Buffer.concat((await collected(response.body as AsyncIterable<unknown>)) as Uint8Array[]).toString(),
    ],
    ['a clone', (response) => response.clone().json()],
    ['both of a clone', async (response) => Promise.all([response.clone().json(), response.json()])],
    ['a clone of a clone', async (response) => response.clone().clone().text()],
  ];

  it.each(readings)('by %s is observed', async (_, use) => {
    const { seen } = await both(use, whole);
    expect(seen).toEqual({ kept: BYTES, referenced: 0, ends: [{ how: 'complete' }] });
  });

  it('by formData() is observed', async () => {
    const form = { content: 'a=1&b=2', then: 'end', type: 'application/x-www-form-urlencoded' } as const;
    const { seen } = await both(async (response) => [...(await response.formData())], form);
    expect(seen).toEqual({ kept: 7, referenced: 0, ends: [{ how: 'complete' }] });
  });

  it('without its own methods works as usual', async () => {
    const uses: Use[] = [
      (response) => Response.prototype.json.call(response),
      async (response) => [
        await Response.prototype.text.call(response),
        await outcome(() => response.json(), response),
      ],
      (response) => (Reflect.get(Response.prototype, 'body', response) as ReadableStream).cancel(),
      (response) => Response.prototype.clone.call(response).text(),
    ];
    for (const use of uses) await both(use, whole);
  });

  it('by a replaced json() goes through the replacement', async () => {
    const { json } = Response.prototype;
    try {
      const replaced = async function (this: Response) {
        return ['replaced', await json.call(this)];
      };
      Object.assign(Response.prototype, { json: replaced });
      const { reported: value, seen } = await both((response) => response.json(), whole);
      expect(value).toEqual(['replaced', JSON.parse(JSON_TEXT)]);
      expect(seen).toEqual({ kept: BYTES, referenced: 0, ends: [{ how: 'complete' }] });
    } finally {
      Object.assign(Response.prototype, { json });
    }
  });

  it('by no code ends when it is garbage collected', async () => {
    answer = { ...whole, then: 'hang' };
    const { seen } = await (async () => ({ seen: (await tapped()).seen }))();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const isTold = () => {
      collect();
      expect(seen.ends).toEqual([{ how: 'abandoned' }]);
    };
    await vi.waitFor(isTold, { timeout: 10_000 });
  });

  it('continues to its end when the response is dropped during the read', async () => {
    answer = { ...whole, then: 'hang' };
    const abort = new AbortController();
    const { reading, seen } = await (async () => {
      const { response, seen } = await tapped({ signal: abort.signal });
      return { reading: response.json().catch(String), seen };
    })();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    // Longer than the delay before a body is registered.
    for (let times = 0; times < 6; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      collect();
    }
    expect(seen.ends).toEqual([]);
    abort.abort();
    expect(await reading).toMatch('AbortError');
    expect(seen.ends).toMatchObject([{ how: 'failed' }]);
  });
});

describe('a tapped response', () => {
  it('looks like a native one', async () => {
    const use: Use = async (response) => [
      response instanceof Response,
      response.constructor === Response,
      String(response),
      Object.keys(response),
      Reflect.ownKeys(response),
      namesIn(response),
      response.json.name,
      response.clone.length,
      inspect(response).replace(/\d{2}:\d{2}:\d{2}/, ''),
      await outcome(() => structuredClone(response), response),
    ];
    const { seen } = await both(use, whole);
    expect(seen.ends).toEqual([]);
  });

  it('rejects its methods on other objects', async () => {
    const use: Use = async (response) => {
      const other = Object.create(response) as Response;
      return [await outcome(() => other.json(), other), await outcome(() => other.body, other), await response.json()];
    };
    const { seen } = await both(use, whole);
    expect(seen.ends).toHaveLength(1);
  });

  it('is not one of another class, or without a body of this runtime', () => {
    class Other extends Response {}
    const { tap } = watchOf();
    expect(tapWhole(new Other('text'), tap)).toBe(false);
    expect(tapWhole(Object.create(new Response('text')) as Response, tap)).toBe(false);
  });
});
