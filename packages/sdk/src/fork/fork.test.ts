/**
 * Real clients run an agent loop, and run it again as a fork of what was recorded. The recording is what the spans of
 * the first run say; another server gives it as /api/v1 does.
 */
import { decodeMessages, decodeSystem, decodeUsage, requestMarks, type RecordedStep } from '@subtext/reasoning';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { observe } from '../observe/observe.ts';
import { toSink } from '../observe/sink.ts';
import { tool } from '../observe/tool.ts';
import { observeHttp } from '../tap/transports/node-http.ts';
import type { ForkLoop, LoopInput } from '../testing/fork-loop.ts';
import { refuseHttp2InForks } from '../tap/transports/node-http2.ts';
import { bedrockClient, converseOf } from '../testing/aws-subjects.ts';
import { FORK_LOOPS } from '../testing/fork-loops.ts';
import { startHttp2Server } from '../testing/http2-front.ts';
import { converse } from '../testing/wire-vendors.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import { beginFork } from './forking.ts';
import { fork, type ForkOptions } from './index.ts';
import { forkOfEnvironment } from './open-fork.ts';

const TRACE = 'a'.repeat(32);
const RESULT = '{"sky":"rain"}';
const spans = collectSpans();
let provider: ReplayServer;
let subtext: ReplayServer;

beforeAll(async () => {
  [provider, subtext] = await Promise.all([startReplayServer(), startReplayServer()]);
});
afterAll(() => Promise.all([provider.close(), subtext.close()]));
afterEach(async () => {
  vi.restoreAllMocks();
  beginFork(null);
  provider.reset();
  subtext.reset();
  await spans.clear();
});

const input = (change: Partial<LoopInput> = {}): LoopInput => ({
  url: provider.url,
  observe: (client) => observe(client),
  question: 'What is the weather in Oslo?',
  system: 'You help.',
  tool: () => RESULT,
  ...change,
});

/** Runs the loop live, and returns what the agent got and what is recorded of it. */
async function record(loop: ForkLoop, change: Partial<LoopInput> = {}) {
  provider.next(...loop.replies());
  const got = await loop.run(input(change));
  const steps = named(await spans.all(), 'chat').map(recordedStep);
  await spans.clear();
  provider.reset();
  return { got, steps };
}

function recordedStep({ attributes }: ReadableSpan, index: number): RecordedStep {
  const read = (name: string) => attributes[name];
  const text = (name: string) => String(attributes[name]);
  const definitions = attributes['gen_ai.tool.definitions'];
  return {
    span_id: String(index).padStart(16, '0'),
    api: text('subtext.api') as RecordedStep['api'],
    provider: text('gen_ai.provider.name'),
    model: text('gen_ai.request.model'),
    response_id: text('gen_ai.response.id'),
    response_model: text('gen_ai.response.model'),
    finish_reason: (attributes['gen_ai.response.finish_reasons'] as string[])[0] ?? null,
    usage: decodeUsage(read) ?? null,
    output: text('gen_ai.output.messages'),
    request: requestMarks({
      model: text('gen_ai.request.model'),
      system: decodeSystem(read('gen_ai.system_instructions')),
      messages: decodeMessages(read('gen_ai.input.messages')),
      toolDefinitions: JSON.parse(String(definitions)) as unknown[],
    }),
    results:
      index === 0 ? [{ call_id: 'call_osloABC123', name: 'get_weather', result: '{"sky":"snow"}', failed: false }] : [],
    missing: [],
  };
}

/** A page of one step each, as the server may give it. */
function give(steps: readonly RecordedStep[]): void {
  subtext.route(({ url }) => {
    const at = Number(new URL(url, 'http://host').searchParams.get('cursor') ?? 0);
    const next = at + 1 < steps.length ? String(at + 1) : null;
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ rows: steps.slice(at, at + 1), next }),
    };
  });
}

const begin = (options: ForkOptions = {}) => fork(`${TRACE}@2`, { url: subtext.url, apiKey: 'st_read', ...options });

describe.each(FORK_LOOPS)('$name', (loop) => {
  it('gets the recorded answers as they came, and the provider is not asked', async () => {
    const { got, steps } = await record(loop);
    expect(steps).toHaveLength(2);
    give(steps);
    await begin();
    expect(await loop.run(input())).toEqual(got);
    expect(provider.requests).toEqual([]);
    expect(subtext.requests.map(({ url }) => url)).toEqual([
      `/api/v1/traces/${TRACE}/steps/2/fork`,
      `/api/v1/traces/${TRACE}/steps/2/fork?cursor=1`,
    ]);
    expect(subtext.requests[0]?.headers.authorization).toBe('Bearer st_read');
    const calls = named(await spans.all(), 'chat');
    expect(calls.map(({ attributes }) => attributes)).toEqual(
      steps.map(() =>
        expect.objectContaining({
          'gen_ai.output.messages': expect.any(String) as string,
          'subtext.fork.replayed': true,
          'subtext.cost.provider_usd': 0,
          'subtext.metadata.fork.trace': TRACE,
          'subtext.metadata.fork.step': '2',
        }),
      ),
    );
  });

  it('is live after the step', async () => {
    const { got, steps } = await record(loop);
    give(steps.slice(0, 1));
    await begin();
    provider.next(loop.replies()[1]!);
    vi.spyOn(console, 'warn').mockReturnValue();
    expect(await loop.run(input())).toEqual(got);
    expect(provider.requests).toHaveLength(1);
    const [first, second] = named(await spans.all(), 'chat');
    expect(first?.attributes['subtext.fork.replayed']).toBe(true);
    expect(second?.attributes['subtext.fork.replayed']).toBeUndefined();
    expect(second?.attributes['subtext.metadata.fork.trace']).toBe(TRACE);
  });

  it('stops when a tool returns something else, and sends nothing', async () => {
    const { steps } = await record(loop);
    give(steps);
    await begin();
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    await expect(loop.run(input({ tool: () => '{"sky":"sun"}' }))).rejects.toThrow(
      /model call 2 differs from the recorded one, first at messages\[2\]/,
    );
    expect(provider.requests).toEqual([]);
    expect(warned.mock.calls.flat().filter((line) => String(line).includes('messages[2]')).length).toBeLessThan(2);
  });

  it('goes on when only the settings differ, or when that is chosen', async () => {
    const { got, steps } = await record(loop);
    vi.spyOn(console, 'warn').mockReturnValue();
    give(steps);
    await begin();
    expect(await loop.run(input({ system: 'You help a lot.' }))).toEqual(got);
    await begin({ onDivergence: 'continue' });
    expect(await loop.run(input({ tool: () => 'other' }))).toEqual(got);
    await begin({ onDivergence: 'stop' });
    await expect(loop.run(input({ system: 'You help a lot.' }))).rejects.toThrow(/first at system/);
    expect(provider.requests).toEqual([]);
  });
});

describe('tools', () => {
  const loop = FORK_LOOPS[0]!;

  it('return the recorded results, when that is chosen', async () => {
    let runs = 0;
    const weather = tool('get_weather', async (city: { city: string }) => {
      runs += 1;
      return Promise.resolve({ sky: city.city === 'Oslo' ? 'snow' : 'sun' });
    });
    const use = async (city: string) => JSON.stringify(await weather({ city }));
    const { got, steps } = await record(loop, { tool: use });
    give(steps);
    await begin({ tools: 'recorded' });
    expect(await loop.run(input({ tool: use }))).toEqual(got);
    expect(runs).toBe(1);
    await begin();
    expect(await loop.run(input({ tool: use }))).toEqual(got);
    expect(runs).toBe(2);
  });
});

describe('agents that work at the same time', () => {
  it('get the answers of their own conversation, in any order', async () => {
    const loop = FORK_LOOPS[0]!;
    const one = await record(loop, { question: 'What is the weather in Oslo?' });
    const other = await record(loop, { question: 'And in Bergen?' });
    give([...one.steps, ...other.steps]);
    await begin();
    const runs = ['And in Bergen?', 'What is the weather in Oslo?'].map((question) => loop.run(input({ question })));
    expect(await Promise.all(runs)).toEqual([other.got, one.got]);
    expect(provider.requests).toEqual([]);
  });
});

describe('a run that cannot be forked', () => {
  const loop = FORK_LOOPS[2]!;

  it.each([
    [`no-trace@1`, {}, /is no step of a trace/],
    [`${TRACE}@0`, {}, /is no step of a trace/],
    [`${TRACE}@1`, { tools: 'maybe' as 'run' }, /no choice for tools/],
  ])('is refused before anything is read: %s', async (origin, options, reason) => {
    await expect(fork(origin, { url: subtext.url, apiKey: 'st_read', ...options })).rejects.toThrow(reason);
    expect(subtext.requests).toEqual([]);
  });

  it('is refused with the words of Subtext, or with what is missing', async () => {
    subtext.route(() => ({ status: 404, body: JSON.stringify({ error: 'This run has no step 9.' }) }));
    await expect(begin()).rejects.toThrow('This run has no step 9.');
    const { steps } = await record(loop);
    give(steps.map((step) => ({ ...step, missing: ['the answer was cut to fit'] })));
    await expect(begin()).rejects.toThrow('of its model call 1, the answer was cut to fit.');
    await expect(fork(`${TRACE}@1`, { url: 'http://127.0.0.1:1', apiKey: 'st_read' })).rejects.toThrow(
      /cannot be reached/,
    );
  });

  it('sends nothing when it was chosen by the environment: every request gets the reason', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    beginFork(forkOfEnvironment({ SUBTEXT_FORK: 'wrong' }));
    for (const { run } of FORK_LOOPS) await expect(run(input())).rejects.toThrow(/wrong\\*" is no step of a trace/);
    expect(provider.requests).toEqual([]);
    expect(warned.mock.calls.flat().filter((line) => String(line).includes('is no step'))).toHaveLength(1);
  });
});

describe('a call of node:http, which no recording can answer', () => {
  it('fails with the reason instead of being sent', async () => {
    const { steps } = await record(FORK_LOOPS[0]!);
    give(steps);
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    observeHttp({ ...toSink({}), unseen: () => undefined });
    await begin();
    const sent = new Promise((resolve, reject) => {
      const sending = request(`${provider.url}/v1/chat/completions`, { method: 'POST' }, resolve);
      sending.once('error', reject);
      sending.end('{}');
    });
    await expect(sent).rejects.toThrow(/answers calls of fetch and of observed clients only/);
    expect(provider.requests).toEqual([]);
    expect(warned).toHaveBeenCalledTimes(1);
  });
});

describe('the AWS client over HTTP/2, its default', () => {
  it('is refused when it is not observed, and live after the step when it is', async () => {
    const host = await startHttp2Server(converse({ thinking: 'Live.', tools: [] }));
    const { steps } = await record(FORK_LOOPS[0]!);
    give(steps);
    vi.spyOn(console, 'warn').mockReturnValue();
    refuseHttp2InForks();
    await begin({ onDivergence: 'continue' });
    const client = bedrockClient(host.url, { requestHandler: undefined });
    await expect(converseOf(client).ask()).rejects.toThrow(/answers calls of fetch and of observed clients only/);
    expect(host.paths).toEqual([]);
    const { ask } = converseOf(observe(client));
    for (const _step of steps) await ask();
    expect(host.paths).toEqual([]);
    await ask();
    expect(host.paths).toHaveLength(1);
    client.destroy();
    host.close();
  });
});
