/** Dispatchers that queue, redirect and retry: the context of the caller, and calls of an observed fetch, counted once. */
import { SpanKind } from '@opentelemetry/api';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observeFetch } from '../../observe/observe.ts';
import { toSink } from '../../observe/sink.ts';
import { trace } from '../../observe/run.ts';
import { startReplayServer, type ReplayServer } from '../../testing/replay-server.ts';
import { collectSpans } from '../../testing/spans.ts';
import * as wire from '../../testing/wire.ts';
import { observeTransports } from './transports.ts';

interface Undici {
  Agent: new (options: object) => object;
  fetch: typeof fetch;
  request(url: string, init: RequestInit): Promise<{ body: { text(): Promise<string> } }>;
}

const spans = collectSpans();
const unseen: string[] = [];
let server: ReplayServer;

beforeAll(async () => {
  observeTransports({ ...toSink({}), unseen: (url) => unseen.push(url) });
  server = await startReplayServer();
});
afterEach(async () => {
  server.reset();
  server.route(() => undefined);
  await spans.clear();
  expect(unseen.splice(0)).toEqual([]);
});
afterAll(() => server.close());

const answering = () => server.route(({ body }) => wire.chat({ text: `Answer to ${body}` }));
const url = () => `${server.url}/v1/chat/completions`;
const asking = (content: string, dispatcher?: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'test-model', messages: [{ role: 'user', content }] }),
  ...(dispatcher && { dispatcher: dispatcher as NonNullable<RequestInit['dispatcher']> }),
});

const QUESTIONS = ['one', 'two', 'three', 'four'];

async function generations() {
  return (await spans.all()).filter(({ kind }) => kind === SpanKind.CLIENT);
}

describe.each(['undici', 'undici-6'])('a dispatcher of %s', (name) => {
  let undici: Undici;
  beforeAll(async () => {
    undici = (await import(name)) as Undici;
  });

  it('that has one connection for all sends each request in the run of its caller', async () => {
    answering();
    const dispatcher = new undici.Agent({ connections: 1, pipelining: 1 });
    await Promise.all(
      QUESTIONS.map((run) =>
        trace(run, async () => (await undici.request(url(), asking(run, dispatcher))).body.text()),
      ),
    );
    const runs = new Map((await spans.all()).map((span) => [span.spanContext().spanId, span.name]));
    const found = await generations();
    expect(found).toHaveLength(QUESTIONS.length);
    for (const { attributes, parentSpanContext } of found) {
      const [, run] = /"content":"(\w+)"/.exec(String(attributes['gen_ai.input.messages'])) ?? [];
      expect(runs.get(parentSpanContext?.spanId ?? '')).toBe(`invoke_agent ${run}`);
    }
  });

  it('below an observed fetch is not observed again', async () => {
    answering();
    const fetch = observeFetch(undici.fetch);
    const dispatcher = new undici.Agent({ connections: 1, pipelining: 1 });
    await Promise.all(QUESTIONS.map(async (text) => (await fetch(url(), asking(text, dispatcher))).text()));
    expect(await generations()).toHaveLength(QUESTIONS.length);
  });

  it('that follows a redirect below an observed fetch is not observed again', async () => {
    server.next(
      { status: 307, headers: { location: `${server.url}/moved/v1/chat/completions` } },
      wire.chat({ text: 'Here.' }),
    );
    await (await observeFetch(undici.fetch)(url(), asking('redirected'))).text();
    expect(server.requests).toHaveLength(2);
    expect(await generations()).toHaveLength(1);
  });

  it('leaves requests beside an observed fetch to be observed themselves', async () => {
    answering();
    const fetch = observeFetch();
    await (await fetch(url(), asking('observed'))).text();
    await (await undici.fetch(url(), asking('beside'))).text();
    await (await undici.request(url(), asking('observed'))).body.text();
    expect(await generations()).toHaveLength(3);
  });
});

it('the global fetch with a dispatcher of another copy of undici is not observed twice', async () => {
  answering();
  const { Agent } = (await import('undici-6' as string)) as Undici;
  const fetch = observeFetch();
  const dispatcher = new Agent({ connections: 1, pipelining: 1 });
  await Promise.all(QUESTIONS.map(async (text) => (await fetch(url(), asking(text, dispatcher))).text()));
  expect(await generations()).toHaveLength(QUESTIONS.length);
});

it('a body that is a stream is observed in the transport of the global fetch', async () => {
  answering();
  const { body } = asking('streamed');
  const init: RequestInit = { method: 'POST', body: new Blob([String(body)]).stream(), duplex: 'half' };
  await (await observeFetch()(url(), init)).text();
  expect((await generations()).map(({ attributes }) => attributes['gen_ai.input.messages'])).toEqual([
    expect.stringContaining('streamed'),
  ]);
});
