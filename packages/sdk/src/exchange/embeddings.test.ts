/** Embeddings: real clients against real bytes on a socket, and the one span of each call. */
import { InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';
import { GoogleGenAI } from '@google/genai';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { CohereClientV2 } from 'cohere-ai';
import { Ollama } from 'ollama';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe, observeFetch } from '../observe/observe.ts';
import { trace } from '../observe/run.ts';
import { bedrockClient } from '../testing/aws-subjects.ts';
import { CHAT, THOUGHT } from '../testing/callers.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans, named } from '../testing/spans.ts';
import { inputOf, onlySpan, outputOf, user } from '../testing/task-spans.ts';
import * as wire from '../testing/wire.ts';

const spans = collectSpans();
let server: ReplayServer;
let openai: OpenAI;

beforeAll(async () => {
  server = await startReplayServer();
  openai = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1`, maxRetries: 0 }));
});
afterEach(async () => {
  server.reset();
  await spans.clear();
});
afterAll(() => server.close());

const vector = (dimensions: number): number[] => Array.from({ length: dimensions }, (_, at) => at / 1000);
const base64Vector = (dimensions: number): string =>
  Buffer.from(new Float32Array(vector(dimensions)).buffer).toString('base64');
const embeddings = (vectors: readonly unknown[]) =>
  wire.json({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    model: 'text-embedding-3-small-v2',
    usage: { prompt_tokens: 7, total_tokens: 7 },
  });

describe('embeddings', () => {
  it('have model, usage, input texts, and the count and dimensions of the vectors, which are not kept', async () => {
    // The client asks for base64 and decodes it.
    server.next(embeddings([base64Vector(1536), base64Vector(1536)]));
    const answer = await openai.embeddings.create({ model: 'text-embedding-3-small', input: ['red', 'blue'] });
    expect(answer.data[0]?.embedding).toHaveLength(1536);
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({ encoding_format: 'base64' });
    const span = await onlySpan(spans);
    expect(span.name).toBe('embeddings text-embedding-3-small');
    expect(span.kind).toBe(SpanKind.CLIENT);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'embeddings',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'text-embedding-3-small',
      'gen_ai.response.model': 'text-embedding-3-small-v2',
      'gen_ai.embeddings.dimension.count': 1536,
      'gen_ai.usage.input_tokens': 7,
      'subtext.api': 'openai.embeddings',
      'subtext.task': 'embedding',
      'subtext.thinking.state': 'none',
    });
    expect(span.attributes).not.toHaveProperty('gen_ai.usage.output_tokens');
    expect(inputOf(span)).toMatchObject([user('red', 'blue')]);
    expect(outputOf(span)).toEqual({ vectors: 2, dimensions: 1536 });
    expect(JSON.stringify(span.attributes)).not.toContain(base64Vector(1536).slice(0, 40));
  });

  it('as numbers, and of token lists, have no text', async () => {
    server.next(embeddings([vector(3)]));
    await openai.embeddings.create({ model: 'e', input: [1, 2, 3], encoding_format: 'float' });
    const span = await onlySpan(spans);
    expect(outputOf(span)).toEqual({ vectors: 1, dimensions: 3 });
    expect(span.attributes).not.toHaveProperty('gen_ai.input.messages');
  });

  it('follow the capture policy, and count a hundred texts at most', async () => {
    server.next(embeddings([vector(3)]), embeddings([vector(3)]));
    const quiet = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }), {
      capture: { text: 'none' },
    });
    await quiet.embeddings.create({ model: 'e', input: 'a secret', encoding_format: 'float' });
    await openai.embeddings.create({ model: 'e', input: Array(150).fill('word'), encoding_format: 'float' });
    const [withheld, bounded] = await spans.all();
    expect(JSON.stringify(withheld!.attributes)).not.toContain('secret');
    expect(withheld!.attributes['subtext.withheld']).toEqual(['gen_ai.input.messages']);
    const [message] = inputOf(bounded!) as { parts: unknown[] }[];
    expect(message!.parts).toHaveLength(100);
  });

  it('of an Azure deployment have the model of the path when the body names none', async () => {
    server.next(embeddings([vector(2)]));
    const url = `${server.url}/openai/deployments/my%20embedder/embeddings?api-version=2024-10-21`;
    await (await observeFetch()(url, { method: 'POST', body: JSON.stringify({ input: 'a' }) })).json();
    expect((await onlySpan(spans)).attributes['gen_ai.request.model']).toBe('my embedder');
  });

  it('that fail are an error with the provider’s message', async () => {
    server.next(wire.json({ error: { message: 'No such model.', code: 'model_not_found' } }, { status: 404 }));
    await expect(openai.embeddings.create({ model: 'e', input: 'a' })).rejects.toThrow('No such model');
    const span = await onlySpan(spans);
    expect(span.attributes['error.type']).toBe('404');
    expect(span.status).toMatchObject({ code: SpanStatusCode.ERROR, message: 'No such model.' });
    expect(inputOf(span)).toMatchObject([user('a')]);
  });

  it('of other services at such a path are not recorded', async () => {
    server.next(wire.json({ url: 'https://video.example' }), wire.json({ message: 'no' }, { status: 404 }));
    const post = (body: object) => ({ method: 'POST', body: JSON.stringify(body) });
    await (await observeFetch()(`${server.url}/v1/embed`, post({ inputs: ['x'], model: 'm' }))).json();
    await (await observeFetch()(`${server.url}/rerank`, post({ documents: ['x'] }))).json();
    expect(await spans.all()).toEqual([]);
  });

  it('of Cohere have the billed tokens', async () => {
    const cohere = observe(new CohereClientV2({ token: 'sk-test', baseUrl: server.url }));
    const billed = { meta: { api_version: { version: '2' }, billed_units: { input_tokens: 5 } } };
    server.next(
      wire.json({ id: 'emb-1', embeddings: { float: [vector(4), vector(4)] }, texts: ['a', 'b'], ...billed }),
    );
    await cohere.embed({
      model: 'embed-v4.0',
      inputType: 'search_query',
      texts: ['a', 'b'],
      embeddingTypes: ['float'],
    });
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({
      'gen_ai.provider.name': 'cohere',
      'gen_ai.response.id': 'emb-1',
      'gen_ai.usage.input_tokens': 5,
    });
    expect(outputOf(span)).toEqual({ vectors: 2, dimensions: 4 });
  });

  it('of Google have no usage when none is reported', async () => {
    const { models } = observe(new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl: server.url } }));
    server.next(wire.json({ embeddings: [{ values: vector(8) }, { values: vector(8) }] }));
    await models.embedContent({ model: 'gemini-embedding-001', contents: ['a', 'b'] });
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({ 'gen_ai.request.model': 'gemini-embedding-001' });
    expect(span.attributes['gen_ai.provider.name']).toBe('gcp.gemini');
    expect(span.attributes).not.toHaveProperty('gen_ai.usage.input_tokens');
    expect(outputOf(span)).toEqual({ vectors: 2, dimensions: 8 });
    expect(inputOf(span)).toMatchObject([user('a', 'b')]);
  });

  it('of Ollama have the tokens of the prompt', async () => {
    const ollama = observe(new Ollama({ host: server.url }));
    server.next(wire.json({ model: 'nomic-embed-text', embeddings: [vector(768)], prompt_eval_count: 2 }));
    await ollama.embed({ model: 'nomic-embed-text', input: 'a' });
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({ 'gen_ai.provider.name': 'ollama', 'gen_ai.usage.input_tokens': 2 });
    expect(outputOf(span)).toEqual({ vectors: 1, dimensions: 768 });
  });

  it('of Bedrock have the tokens of the body, or of the header', async () => {
    const bedrock = observe(bedrockClient(server.url));
    const invoke = (modelId: string, body: object) =>
      bedrock.send(new InvokeModelCommand({ modelId, contentType: 'application/json', body: JSON.stringify(body) }));
    const counted = { 'content-type': 'application/json', 'x-amzn-bedrock-input-token-count': '9' };
    server.next(
      wire.json({ embedding: vector(1024), inputTextTokenCount: 3 }),
      wire.json({ id: 'e', embeddings: [vector(6)], texts: ['a'] }, { headers: counted }),
    );
    await invoke('amazon.titan-embed-text-v2:0', { inputText: 'a' });
    await invoke('cohere.embed-english-v3', { texts: ['a'], input_type: 'search_query' });
    const [titan, cohere] = named(await spans.all(), 'embeddings');
    expect(titan!.attributes).toMatchObject({
      'gen_ai.request.model': 'amazon.titan-embed-text-v2:0',
      'gen_ai.usage.input_tokens': 3,
    });
    expect(cohere!.attributes['gen_ai.usage.input_tokens']).toBe(9);
    expect(outputOf(titan!)).toEqual({ vectors: 1, dimensions: 1024 });
  });

  it('stand below the active run, and do not continue or begin a conversation', async () => {
    server.next(wire.chat(THOUGHT), embeddings([vector(2)]), embeddings([vector(2)]), wire.chat({ text: 'Sunny.' }));
    await openai.chat.completions.create(CHAT);
    await openai.embeddings.create({ model: 'e', input: 'between', encoding_format: 'float' });
    await trace('index', () => openai.embeddings.create({ model: 'e', input: 'inside', encoding_format: 'float' }));
    const call = {
      id: 'call_1',
      type: 'function' as const,
      function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
    };
    await openai.chat.completions.create({
      ...CHAT,
      messages: [
        ...CHAT.messages,
        { role: 'assistant', content: THOUGHT.text, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'call_1', content: 'sun' },
      ],
    });
    const all = await spans.all();
    const [first, second] = named(all, 'chat');
    const [between, inside] = named(all, 'embeddings');
    const [run] = named(all, 'invoke_agent');
    expect(second!.spanContext().traceId).toBe(first!.spanContext().traceId);
    expect(between!.parentSpanContext).toBeUndefined();
    expect(between!.spanContext().traceId).not.toBe(first!.spanContext().traceId);
    expect(inside!.parentSpanContext?.spanId).toBe(run!.spanContext().spanId);
  });
});
