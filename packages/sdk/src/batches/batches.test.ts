/** Batches through the real clients, against bytes on a socket. */
import { createHash } from 'node:crypto';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI, { toFile } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GEN_AI, SUBTEXT } from '@subtext/reasoning';
import { SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { Exchange, Recording } from '../exchange/exchange.ts';
import { observe } from '../observe/observe.ts';
import { startReplayServer, type Reply, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import * as wire from '../testing/wire.ts';
import { watchBatch } from './batch-watch.ts';

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

const lines = (...all: object[]): string => all.map((line) => `${JSON.stringify(line)}\n`).join('');
const jsonLines = (body: string, chunkSize?: number): Reply => ({
  headers: { 'content-type': 'application/x-jsonl' },
  body,
  ...(chunkSize !== undefined && { chunkSize }),
});
const of = (span: ReadableSpan | undefined, name: string) => span?.attributes[name];
const textOf = (span: ReadableSpan | undefined, name: string) => String(of(span, name));
const generations = (all: readonly ReadableSpan[]) => named(all, 'chat');

let count = 0;
/** Ids are remembered for the life of the process. */
const freshId = (prefix: string) => `${prefix}_${(count += 1)}`;

describe('a batch of Anthropic', () => {
  const client = () => observe(new Anthropic({ apiKey: 'sk-ant-x', baseURL: server.url, maxRetries: 0 }));
  const message = (id: string, content: object[], more: object = {}) => ({
    ...{ id, type: 'message', role: 'assistant', model: 'claude-sonnet-4-6', content, stop_reason: 'end_turn' },
    usage: { input_tokens: 100, output_tokens: 40, service_tier: 'batch' },
    ...more,
  });
  const succeeded = (customId: string, answer: object) => ({
    custom_id: customId,
    result: { type: 'succeeded', message: answer },
  });
  const params = (content: string) => ({
    ...{ model: 'claude-sonnet-4-6', max_tokens: 900 },
    messages: [{ role: 'user' as const, content }],
  });
  const batch = (id: string) =>
    wire.json({
      ...{ id, type: 'message_batch', processing_status: 'ended', request_counts: {} },
      results_url: `${server.url}/v1/messages/batches/${id}/results`,
    });
  const thoughtful = [
    { type: 'thinking', thinking: 'I need the order.', signature: 'Eq' },
    { type: 'tool_use', id: 'toolu_b1', name: 'get_order', input: { order: 7 } },
  ];

  async function resultsOf(id: string, body: string, observed = client()): Promise<unknown[]> {
    server.next(batch(id), jsonLines(body, 37));
    const read: unknown[] = [];
    for await (const line of await observed.messages.batches.results(id)) read.push(line);
    return read;
  }

  it('has each result with its request, its thought and its calls, at the price of a batch', async () => {
    const id = freshId('msgbatch');
    const observed = client();
    server.next(batch(id));
    await observed.messages.batches.create({ requests: [{ custom_id: 'a', params: params('Where is it?') }] });
    const line = succeeded('a', message('msg_1', thoughtful, { stop_reason: 'tool_use' }));
    expect(await resultsOf(id, lines(line), observed)).toEqual([line]);
    const all = await spans.all();
    const [generation] = generations(all);
    expect(textOf(generation, GEN_AI.inputMessages)).toContain('Where is it?');
    expect(generation?.attributes).toMatchObject({
      ...{ [GEN_AI.inputTokens]: 100, [GEN_AI.outputTokens]: 40, [SUBTEXT.usageTier]: 'batch' },
      [GEN_AI.requestMaxTokens]: 900,
    });
    const [call] = named(all, 'execute_tool');
    expect(of(call, SUBTEXT.reasoning)).toEqual(['I need the order.']);
    // Nothing was requested that the application has not.
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  });

  it('continues the conversation that its request has', async () => {
    const observed = client();
    server.next(wire.json(message('msg_2', thoughtful, { stop_reason: 'tool_use' })));
    await observed.messages.create(params('Where is order 7?'));
    const history = [
      { role: 'user' as const, content: 'Where is order 7?' },
      { role: 'assistant' as const, content: thoughtful as Anthropic.ContentBlockParam[] },
      { role: 'user' as const, content: [{ type: 'tool_result' as const, tool_use_id: 'toolu_b1', content: 'Porto' }] },
    ];
    const id = freshId('msgbatch');
    server.next(batch(id));
    await observed.messages.batches.create({
      requests: [{ custom_id: 'a', params: { ...params(''), messages: history } }],
    });
    await resultsOf(id, lines(succeeded('a', message('msg_3', [{ type: 'text', text: 'In Porto.' }]))), observed);
    const all = await spans.all();
    expect(new Set(all.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(textOf(named(all, 'execute_tool')[0], GEN_AI.toolResult)).toContain('Porto');
  });

  it('knows nothing of a request that another process sent, and does not take it for empty', async () => {
    await resultsOf(freshId('msgbatch'), lines(succeeded('a', message('msg_4', [{ type: 'text', text: 'Yes.' }]))));
    const [generation] = generations(await spans.all());
    expect(of(generation, GEN_AI.inputMessages)).toBeUndefined();
    expect(of(generation, SUBTEXT.unreported)).toContain(GEN_AI.inputMessages);
    expect(textOf(generation, GEN_AI.outputMessages)).toContain('Yes.');
  });

  it('is counted once, however often its results are read', async () => {
    const id = freshId('msgbatch');
    const body = lines(
      succeeded('a', message('msg_5', [{ type: 'text', text: 'A' }])),
      succeeded('b', message('msg_6', [{ type: 'text', text: 'B' }])),
    );
    await resultsOf(id, body);
    await resultsOf(id, body);
    expect(generations(await spans.all())).toHaveLength(2);
  });

  it('has the same ids in every process that reads it', () => {
    const id = freshId('msgbatch');
    const seen: Exchange[] = [];
    const recording: Recording = { started: (exchange) => void seen.push(exchange), ended() {}, later: (job) => job() };
    const input = `${server.url}/v1/messages/batches/${id}/results`;
    const tap = watchBatch({ input, init: undefined, settings: { run: {} } }, recording)?.();
    tap?.keep(Buffer.from(lines(succeeded('a', message('msg_9', [])))));
    const digest = createHash('sha256')
      .update(JSON.stringify([id, 'a']))
      .digest('hex');
    expect(seen.map(({ snapshots }) => [snapshots?.traceId, snapshots?.spanId])).toEqual([
      [digest.slice(0, 32), digest.slice(32, 48)],
    ]);
  });

  it.each([
    [{ type: 'errored', error: { type: 'error', error: { type: 'invalid_request_error', message: 'No.' } } }, 'No.'],
    [{ type: 'canceled' }, 'The request was canceled.'],
    [{ type: 'expired' }, 'The request was expired.'],
  ])('has failures as such: %j', async (result, expected) => {
    await resultsOf(freshId('msgbatch'), lines({ custom_id: 'a', result }));
    const [generation] = generations(await spans.all());
    expect(generation?.status).toEqual({ code: SpanStatusCode.ERROR, message: expected });
    expect(of(generation, GEN_AI.outputTokens)).toBeUndefined();
  });
});

describe('a batch of OpenAI', () => {
  const client = () => observe(new OpenAI({ apiKey: 'sk-x', baseURL: `${server.url}/v1`, maxRetries: 0 }));
  const completion = (id: string) => ({
    ...{ id, object: 'chat.completion', created: 1, model: 'gpt-5.2' },
    choices: [{ index: 0, message: { role: 'assistant', content: 'Four.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 },
  });
  const response = (id: string) => ({
    ...{ id, object: 'response', status: 'completed', model: 'gpt-5.2' },
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I need the order.' }] },
      { type: 'function_call', id: 'fc_1', call_id: 'call_b9', name: 'get_order', arguments: '{"order":7}' },
    ],
    usage: { input_tokens: 20, output_tokens: 12, total_tokens: 32 },
  });
  const answered = (customId: string, body: object, status = 200) => ({
    ...{ id: `batch_req_${customId}`, custom_id: customId, error: null },
    response: { status_code: status, request_id: 'r', body },
  });
  const batch = (files: { id: string; input: string; output: string }, endpoint: string) =>
    wire.json({
      ...{ id: files.id, object: 'batch', endpoint, status: 'completed' },
      ...{ input_file_id: files.input, output_file_id: files.output, error_file_id: null },
    });

  it.each([
    ['/v1/chat/completions', { messages: [{ role: 'user', content: 'What is 2 + 2?' }] }, completion('chatcmpl-1')],
    ['/v1/responses', { input: 'Where is order 7?' }, response('resp_1')],
  ])('to %s has each result with its request', async (url, body, answer) => {
    const observed = client();
    const files = { id: freshId('batch'), input: freshId('file'), output: freshId('file') };
    const request = { custom_id: 'a', method: 'POST', url, body: { model: 'gpt-5.2', ...body } };
    server.next(wire.json({ id: files.input, object: 'file', purpose: 'batch' }));
    await observed.files.create({ file: await toFile(Buffer.from(lines(request)), 'in.jsonl'), purpose: 'batch' });
    server.next(batch(files, url));
    const { output_file_id: output } = await observed.batches.retrieve(files.id);
    server.next(jsonLines(lines(answered('a', answer)), 50));
    expect(await (await observed.files.content(output ?? '')).text()).toBe(lines(answered('a', answer)));
    const all = await spans.all();
    const [generation] = generations(all);
    expect(of(generation, SUBTEXT.usageTier)).toBe('batch');
    expect(of(generation, SUBTEXT.api)).toBe(url === '/v1/responses' ? 'openai.responses' : 'openai.chat');
    expect(textOf(generation, GEN_AI.inputMessages)).toMatch(/2 \+ 2|order 7/);
    const thoughts = named(all, 'execute_tool').map((span) => of(span, SUBTEXT.reasoning));
    expect(thoughts).toEqual(url === '/v1/responses' ? [['I need the order.']] : []);
  });

  it('has failures as such, of a line and of a request', async () => {
    const output = freshId('file');
    const expired = { code: 'batch_expired', message: 'This request could not be executed in time.' };
    const body = lines(answered('a', { error: { message: 'Wrong model.', type: 'invalid_request_error' } }, 400), {
      id: 'batch_req_b',
      custom_id: 'b',
      response: null,
      error: expired,
    });
    server.next(jsonLines(body));
    await (await client().files.content(output)).text();
    const failed = generations(await spans.all());
    expect(failed.map(({ status }) => status.code)).toEqual([SpanStatusCode.ERROR, SpanStatusCode.ERROR]);
    expect(failed.map(({ status }) => status.message).toSorted()).toEqual([expired.message, 'Wrong model.']);
  });

  it('leaves other files alone', async () => {
    for (const body of ['not of a batch\n', lines({ prompt: 'x' }, answered('a', completion('chatcmpl-2'))), '']) {
      server.next(jsonLines(body));
      expect(await (await client().files.content(freshId('file'))).text()).toBe(body);
    }
    expect(await spans.all()).toEqual([]);
  });

  it('is read while it arrives, and broken off where the application stops', async () => {
    const many = Array.from({ length: 300 }, (_, index) => answered(`c${index}`, completion(`chatcmpl-c${index}`)));
    server.next({ ...jsonLines(lines(...many), 4096), ending: 'hang' });
    const content = await client().files.content(freshId('file'));
    const reader = content.body!.getReader();
    let bytes = 0;
    while (bytes < lines(...many).length) bytes += (await reader.read()).value?.byteLength ?? 0;
    await reader.cancel();
    expect(generations(await spans.all())).toHaveLength(300);
  });
});
