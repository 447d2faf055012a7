/** Bodies that are Node streams: the caller reads them unchanged, and every end is observed. */
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Cerebras } from '@cerebras/cerebras_cloud_sdk';
import { SpanKind } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from '../observe/observe.ts';
import { troubles } from '../platform/report.ts';
import type { BodyEnd } from './tap.ts';
import { tapNodeStream } from './tap-node-stream.ts';
import { ANSWER, thrownBy, type Observation } from '../testing/client-subjects.ts';
import { startHttp2Front } from '../testing/http2-front.ts';
import { bedrockClient, converseOf, streamOf } from '../testing/aws-subjects.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';
import * as vendor from '../testing/wire-vendors.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;

beforeAll(async () => {
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const CHAT = { model: 'test-model', messages: [{ role: 'user' as const, content: 'Hi' }] };
const makeCerebras = () => new Cerebras({ apiKey: 'k', baseURL: server.url, warmTCPConnection: false });

async function generations() {
  return (await spans.now()).filter((span) => span.kind === SpanKind.CLIENT);
}

/** For busy machines. */
const PATIENTLY = { timeout: 15_000 };
const PIECES = ['one', 'two', 'three'].map((word) => Buffer.from(word));

describe('a watched stream', () => {
  it.each<[string, (body: Readable) => Promise<unknown>]>([
    ['flowing', (body) => new Promise((resolve) => body.on('data', () => undefined).on('end', resolve))],
    [
      'iterated',
      async (body) => {
        for await (const _piece of body);
      },
    ],
    ['piped', (body) => pipeline(body, new PassThrough().resume())],
    [
      'read by hand',
      (body) =>
        new Promise((resolve) => {
          body
            .on('readable', () => {
              while (body.read() !== null);
            })
            .on('end', resolve);
        }),
    ],
    ['as a web stream', (body) => new Response(Readable.toWeb(body) as ReadableStream).text()],
  ])('reports every byte once when it is %s', async (_, read) => {
    const body = Readable.from(PIECES, { objectMode: false });
    const { kept, ends } = watch(body);
    await read(body);
    expect(Buffer.concat(kept).toString()).toBe('onetwothree');
    expect(ends).toEqual([{ how: 'complete' }]);
  });

  it('reports once that it was abandoned or failed', async () => {
    const [left, broken] = [Readable.from(PIECES), Readable.from(PIECES)];
    const [given, failed] = [watch(left), watch(broken)];
    left.destroy();
    const error = new Error('lost');
    broken.on('error', () => undefined).destroy(error);
    await Promise.all([left, broken].map((body) => new Promise((resolve) => body.on('close', resolve))));
    expect([given.ends, failed.ends]).toEqual([[{ how: 'cancelled' }], [{ how: 'failed', error }]]);
  });
});

function watch(body: Readable): { kept: Uint8Array[]; ends: BodyEnd[] } {
  const [kept, ends]: [Uint8Array[], BodyEnd[]] = [[], []];
  const keep = (chunk: Uint8Array) => kept.push(chunk);
  tapNodeStream(body, { keep, keepReference: keep, finish: (end) => ends.push(end) });
  return { kept, ends };
}

describe('bodies that are streams of Node', () => {
  it('end the span as incomplete when the caller stops', async () => {
    server.next(wire.chatStream(ANSWER, { ending: 'hang' }));
    const stream = await observe(makeCerebras()).chat.completions.create({ ...CHAT, stream: true });
    for await (const _chunk of stream as AsyncIterable<unknown>) break;
    await expect.poll(generations, PATIENTLY).toHaveLength(1);
    expect((await generations())[0]?.attributes['subtext.incomplete.reason']).toBe('abort');
  });

  it('fail with the same error, which the span reports', async () => {
    server.next(wire.chatStream(ANSWER, { ending: 'cut' }));
    const stream = await observe(makeCerebras()).chat.completions.create({ ...CHAT, stream: true });
    const read = async () => {
      for await (const _chunk of stream as AsyncIterable<unknown>);
    };
    await expect(read()).rejects.toThrow(/Premature close|aborted|terminated/i);
    await expect.poll(generations, PATIENTLY).toHaveLength(1);
  });

  it('are aborted by the signal of an AWS call like bare ones', async () => {
    const breakOff = async ({ observe: see }: Pick<Observation, 'observe'>) => {
      const frames = vendor.converseStream(ANSWER);
      server.next({ ...frames, body: Buffer.from(frames.body ?? '').subarray(0, 900), ending: 'hang' });
      const abort = new AbortController();
      const stream = await streamOf(see(bedrockClient(server.url)), abort.signal);
      const seen: unknown[] = [];
      const error = await thrownBy(async () => {
        for await (const event of stream) {
          if (seen.push(event) === 4) abort.abort();
        }
      });
      return { seen, error };
    };
    const bare = await breakOff({ observe: (client) => client });
    expect(bare.seen.length).toBeGreaterThanOrEqual(4);
    expect(await breakOff({ observe })).toEqual(bare);
    await expect.poll(generations, PATIENTLY).toHaveLength(1);
    expect((await generations())[0]?.attributes['subtext.incomplete']).toBe(true);
    expect((await generations())[0]?.attributes['gen_ai.output.messages']).toContain('The user asks');
  });

  it('work over HTTP/2, the default of the AWS client', async () => {
    const front = await startHttp2Front(server.url);
    server.next(vendor.converse(ANSWER), vendor.converseStream(ANSWER));
    const client = observe(bedrockClient(front.url, { requestHandler: undefined }));
    await converseOf(client).ask();
    await converseOf(client).stream?.();
    client.destroy();
    front.close();
    expect(await generations()).toHaveLength(2);
  });

  it('may be web streams where the AWS client sends by fetch', async () => {
    server.next(vendor.converse(ANSWER), vendor.converseStream(ANSWER));
    const client = observe(observe(bedrockClient(server.url, { requestHandler: { handle: sendByFetch } })));
    await converseOf(client).ask();
    await converseOf(client).stream?.();
    expect(await generations()).toHaveLength(2);
    expect([...troubles().keys()].filter((kind) => /tap|record|end/.test(kind))).toEqual([]);
  });
});

interface AwsRequest {
  method: string;
  headers: Record<string, string>;
  body: string;
  path: string;
}

async function sendByFetch({ method, headers, body, path }: AwsRequest) {
  const response = await fetch(server.url + path, { method, headers, body });
  const answered = { statusCode: response.status, headers: Object.fromEntries(response.headers), body: response.body };
  return { response: answered };
}
