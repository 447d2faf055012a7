/** Responses that the provider stores: fetched, polled and resumed (providers.md §2.4, §15.5). */
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe } from '../observe/observe.ts';
import { WEATHER } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;

beforeAll(async () => {
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }));
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const traceOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId;

describe('a stored response', () => {
  it('from a background run is recorded when it is ready, once, in the same trace', async () => {
    const stored = (id: string, status: string) => {
      const body = JSON.parse(String(wire.responses({ id, text: 'Rain.' }).body)) as object;
      return wire.json(status === 'completed' ? body : { ...body, status, output: [], usage: null });
    };
    server.next(...['queued', 'in_progress', 'completed', 'completed'].map((status) => stored('resp_9', status)));
    const { id } = await openai.responses.create({ model: 'gpt-5', input: 'Weather?', background: true });
    for (let times = 0; times < 3; times += 1) await openai.responses.retrieve(id);
    const generations = named(await spans.now(), 'chat');
    expect(generations.map((span) => span.attributes['gen_ai.response.finish_reasons'])).toEqual([
      ['queued'],
      ['completed'],
    ]);
    expect(new Set(generations.map(traceOf)).size).toBe(1);
    expect(generations[1]?.attributes['gen_ai.usage.output_tokens']).toBe(50);
  });

  it('whose stream was interrupted is recorded complete when it is resumed, and its calls once', async () => {
    const answer = { id: 'resp_8', summary: 'Look.', tools: [WEATHER, { ...WEATHER, id: 'call_2' }] };
    const whole = String(wire.responsesStream(answer).body);
    const begun = whole.slice(0, whole.indexOf('"call_2"'));
    server.next(
      { ...wire.responsesStream(answer), body: begun.slice(0, begun.lastIndexOf('\n\n') + 2), ending: 'hang' },
      wire.responsesStream(answer),
      wire.responses({ id: 'resp_9', text: 'Rain.' }),
    );
    const request = { model: 'gpt-5', input: 'Weather?', stream: true, background: true } as const;
    for await (const event of await openai.responses.create(request)) {
      if (event.type === 'response.output_item.done' && event.item.type === 'function_call') break;
    }
    expect(named(await spans.now(), 'chat')).toHaveLength(1);
    const resumed = await openai.responses.retrieve('resp_8', { stream: true, starting_after: 3 });
    for await (const event of resumed) void event;
    const outputs = ['call_1', 'call_2'].map((call_id) => ({
      type: 'function_call_output' as const,
      call_id,
      output: 'Rain',
    }));
    await openai.responses.create({ model: 'gpt-5', previous_response_id: 'resp_8', input: outputs });
    const all = await spans.all();
    const generations = named(all, 'chat');
    expect(generations.map((span) => span.attributes['subtext.incomplete'])).toEqual([true, undefined, undefined]);
    expect(generations[1]?.attributes['gen_ai.response.id']).toBe('resp_8');
    expect(new Set(all.map(traceOf)).size).toBe(1);
    const calls = named(all, 'execute_tool').map(({ attributes }) => [
      attributes['gen_ai.tool.call.id'],
      attributes['gen_ai.tool.call.result'],
      attributes['subtext.incomplete'],
    ]);
    expect(calls.sort()).toEqual([
      ['call_1', '"Rain"', undefined],
      ['call_2', '"Rain"', undefined],
    ]);
  });
});
