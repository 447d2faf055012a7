/** Model calls that do not think: real clients against real bytes on a socket, and the one span of each call. */
import { CohereClientV2 } from 'cohere-ai';
import OpenAI, { toFile } from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { observe, observeFetch } from '../observe/observe.ts';
import { collected } from '../testing/client-subjects.ts';
import { startReplayServer, type ReplayServer } from '../testing/replay-server.ts';
import { collectSpans } from '../testing/spans.ts';
import { inputOf, jsonOf, onlySpan, outputOf, user } from '../testing/task-spans.ts';
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

const png = (width: number, height: number): string => {
  const header = Buffer.alloc(64);
  header.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header.toString('base64');
};
describe('a reranking', () => {
  const results = [
    { index: 2, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.4 },
  ];

  it('of Cohere has its search units, the query as the question, and the best documents', async () => {
    const cohere = observe(new CohereClientV2({ token: 'sk-test', baseUrl: server.url }));
    server.next(wire.json({ id: 'r', results, meta: { billed_units: { search_units: 1 } } }));
    await cohere.rerank({ model: 'rerank-v3.5', query: 'capital', documents: ['Rome', 'tea', 'Paris'], topN: 2 });
    const span = await onlySpan(spans);
    expect(span.name).toBe('rerank rerank-v3.5');
    expect(span.attributes).toMatchObject({ 'gen_ai.operation.name': 'rerank', 'subtext.usage.search_units': 1 });
    expect(inputOf(span)).toMatchObject([user('Rome', 'tea', 'Paris'), user('capital')]);
    expect(outputOf(span)).toEqual({
      ranked: 2,
      documents: 3,
      best: [
        { index: 2, score: 0.9 },
        { index: 0, score: 0.4 },
      ],
    });
  });

  it('of Jina and Voyage has its tokens', async () => {
    const request = { model: 'm', query: 'q', documents: ['a', { text: 'b' }] };
    const post = { method: 'POST', body: JSON.stringify(request) };
    server.next(
      wire.json({ model: 'm', results, usage: { total_tokens: 11 } }),
      wire.json({ object: 'list', data: results, model: 'm', usage: { total_tokens: 12 } }),
    );
    for (const _ of [1, 2]) await (await observeFetch()(`${server.url}/v1/rerank`, post)).json();
    const tokens = (await spans.all()).map(({ attributes }) => attributes['gen_ai.usage.input_tokens']);
    expect(tokens).toEqual([11, 12]);
  });
});

describe('a moderation', () => {
  const result = (flagged: boolean, categories: object) => ({ flagged, categories, category_scores: {} });

  it('says what was flagged, and why', async () => {
    const results = [result(false, { hate: false }), result(true, { hate: false, violence: true })];
    server.next(wire.json({ id: 'modr-1', model: 'omni-moderation-2024-09-26', results }));
    await openai.moderations.create({ model: 'omni-moderation-latest', input: ['hello', 'a threat'] });
    const span = await onlySpan(spans);
    expect(span.name).toBe('moderation omni-moderation-latest');
    expect(span.attributes).toMatchObject({ 'gen_ai.operation.name': 'moderation', 'gen_ai.response.id': 'modr-1' });
    expect(outputOf(span)).toEqual({ flagged: 1, checked: 2, categories: ['violence'] });
  });

  it('withholds the categories with the texts', async () => {
    server.next(wire.json({ model: 'm', results: [result(true, { violence: true })] }));
    const quiet = observe(new OpenAI({ apiKey: 'sk-test', baseURL: `${server.url}/v1` }), {
      capture: { text: 'none' },
    });
    await quiet.moderations.create({ input: 'a threat' });
    expect(outputOf(await onlySpan(spans))).toEqual({ flagged: 1, checked: 1 });
  });
});

describe('a transcription', () => {
  const file = () => toFile(Buffer.alloc(2_400, 1), 'speech.mp3', { type: 'audio/mpeg' });

  it('has its transcript, and tokens by kind; the upload is sent as it is, and its bytes are not kept', async () => {
    const usage = { type: 'tokens', input_tokens: 14, input_token_details: { text_tokens: 4, audio_tokens: 10 } };
    server.next(wire.json({ text: 'Hello there.', usage: { ...usage, output_tokens: 5, total_tokens: 19 } }));
    const { text } = await openai.audio.transcriptions.create({
      file: await file(),
      model: 'gpt-4o-transcribe',
      prompt: 'A greeting',
    });
    expect(text).toBe('Hello there.');
    expect(server.requests[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(Buffer.from(server.requests[0]!.bytes).includes(Buffer.alloc(2_400, 1))).toBe(true);
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.output.type': 'text',
      'gen_ai.request.model': 'gpt-4o-transcribe',
      'gen_ai.usage.input_tokens': 14,
      'gen_ai.usage.audio.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      'subtext.api': 'openai.transcriptions',
      'subtext.task': 'transcription',
    });
    const upload = {
      type: 'blob',
      modality: 'audio',
      mime_type: 'audio/mpeg',
      content: '',
      provider_type: 'audio/mpeg',
    };
    expect(inputOf(span)).toMatchObject([{ parts: [{ content: 'A greeting' }, upload] }]);
    expect(jsonOf(span, 'gen_ai.output.messages')).toMatchObject([{ parts: [{ content: 'Hello there.' }] }]);
  });

  it('that is charged by the second has its seconds and no tokens', async () => {
    server.next(wire.json({ text: 'Hi.', duration: 2.38, usage: { type: 'duration', seconds: 3 } }));
    await openai.audio.transcriptions.create({ file: await file(), model: 'whisper-1' });
    const span = await onlySpan(spans);
    expect(span.attributes['subtext.usage.audio_seconds']).toBe(3);
    expect(span.attributes).not.toHaveProperty('gen_ai.usage.input_tokens');
  });

  it('as plain text, and a translation, are read', async () => {
    server.next({ headers: { 'content-type': 'text/plain' }, body: 'Hi.\n' }, wire.json({ text: 'Good day.' }));
    await openai.audio.transcriptions.create({ file: await file(), model: 'whisper-1', response_format: 'text' });
    await openai.audio.translations.create({ file: await file(), model: 'whisper-1' });
    const texts = (await spans.all()).map((span) => jsonOf(span, 'gen_ai.output.messages'));
    expect(texts).toMatchObject([[{ parts: [{ content: 'Hi.' }] }], [{ parts: [{ content: 'Good day.' }] }]]);
  });

  it('that is streamed has the usage of its end; one that breaks off has what arrived', async () => {
    const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text });
    const usage = { type: 'tokens', input_tokens: 9, output_tokens: 3, total_tokens: 12 };
    server.next(
      wire.events([delta('Hel'), delta('lo.'), { type: 'transcript.text.done', text: 'Hello.', usage }]),
      wire.events([delta('Hel')], { ending: 'cut' }),
    );
    const ask = async () =>
      openai.audio.transcriptions.create({ file: await file(), model: 'gpt-4o-transcribe', stream: true });
    for await (const event of await ask()) expect(event.type).toMatch(/^transcript/);
    await expect(collected(await ask())).rejects.toThrow();
    const [whole, cut] = await spans.all();
    expect(whole!.attributes).toMatchObject({ 'gen_ai.request.stream': true, 'gen_ai.usage.output_tokens': 3 });
    expect(whole!.attributes).not.toHaveProperty('subtext.incomplete');
    expect(cut!.attributes).toMatchObject({ 'subtext.incomplete': true, 'subtext.incomplete.reason': 'error' });
    expect(jsonOf(cut!, 'gen_ai.output.messages')).toMatchObject([{ parts: [{ content: 'Hel' }] }]);
  });
});

describe('speech', () => {
  it('has the characters of the text and the size of the audio, which passes as it is', async () => {
    const audio = Buffer.alloc(200_000, 7);
    server.next({ headers: { 'content-type': 'audio/mpeg' }, body: audio, chunkSize: 64_000 });
    const response = await openai.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello' });
    expect(Buffer.from(await response.arrayBuffer()).equals(audio)).toBe(true);
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.output.type': 'speech',
      'subtext.task': 'speech',
      'subtext.usage.characters': 5,
    });
    expect(span.attributes).not.toHaveProperty('subtext.truncated');
    expect(span.attributes).not.toHaveProperty('subtext.incomplete');
    expect(outputOf(span)).toEqual({ audio: { bytes: 200_000, type: 'audio/mpeg' } });
    expect(inputOf(span)).toMatchObject([user('Hello')]);
  });

  it('as samples has a length', async () => {
    server.next({ headers: { 'content-type': 'audio/pcm' }, body: Buffer.alloc(115_200) });
    const request = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Hello', response_format: 'pcm' } as const;
    await (await openai.audio.speech.create(request)).arrayBuffer();
    expect(outputOf(await onlySpan(spans))).toMatchObject({ seconds: 2.4 });
  });

  it('as events has the usage of its end', async () => {
    const audio = Buffer.alloc(300).toString('base64');
    const usage = { input_tokens: 6, output_tokens: 40, total_tokens: 46 };
    server.next(
      wire.events([
        { type: 'speech.audio.delta', audio },
        { type: 'speech.audio.done', usage },
      ]),
    );
    const request = { model: 'gpt-4o-mini-tts', voice: 'alloy', input: 'Hello', stream_format: 'sse' } as const;
    await (await openai.audio.speech.create(request)).text();
    const span = await onlySpan(spans);
    expect(span.attributes).toMatchObject({ 'gen_ai.usage.input_tokens': 6, 'gen_ai.usage.output_tokens': 40 });
    expect(outputOf(span)).toMatchObject({ audio: { bytes: 300 } });
  });
});

describe('an image', () => {
  const usage = {
    input_tokens: 50,
    input_tokens_details: { text_tokens: 10, image_tokens: 40 },
    output_tokens: 4160,
    total_tokens: 4210,
  };

  it('has its size and format, and usage by kind; its bytes are not kept', async () => {
    const image = png(1024, 1536);
    server.next(wire.json({ created: 1, data: [{ b64_json: image }], output_format: 'png', usage }));
    await openai.images.generate({ model: 'gpt-image-1', prompt: 'a fox' });
    const span = await onlySpan(spans);
    expect(span.name).toBe('generate_content gpt-image-1');
    expect(span.attributes).toMatchObject({
      'gen_ai.output.type': 'image',
      'gen_ai.usage.input_tokens': 50,
      'gen_ai.usage.image.input_tokens': 40,
      'gen_ai.usage.output_tokens': 4160,
      'subtext.usage.images': 1,
    });
    expect(outputOf(span)).toEqual({ images: [{ type: 'png', bytes: 64, width: 1024, height: 1536 }] });
    expect(JSON.stringify(span.attributes)).not.toContain(image);
    expect(inputOf(span)).toMatchObject([user('a fox')]);
  });

  it('that is edited, and a variation, come from a form', async () => {
    const image = () => toFile(Buffer.alloc(90), 'a.png', { type: 'image/png' });
    server.next(
      wire.json({ created: 1, data: [{ b64_json: 'aW1hZ2U=' }], size: '1024x1024' }),
      wire.json({ created: 1, data: [{ url: 'https://images.example/1' }, { url: 'https://images.example/2' }] }),
    );
    await openai.images.edit({ model: 'gpt-image-1', prompt: 'brighter', image: [await image(), await image()] });
    await openai.images.createVariation({ image: await image(), model: 'dall-e-2', n: 2 });
    const [edit, variation] = await spans.all();
    expect(edit!.attributes['subtext.api']).toBe('openai.edits');
    const upload = { type: 'blob', modality: 'image', mime_type: 'image/png', content: '', byte_size: 90 };
    expect(inputOf(edit!)).toMatchObject([{ parts: [{ content: 'brighter' }, upload, upload] }]);
    expect(outputOf(edit!)).toMatchObject({ images: [{ width: 1024, height: 1024 }] });
    expect(outputOf(variation!)).toEqual({ images: [{}, {}] });
    expect(variation!.attributes).toMatchObject({ 'gen_ai.request.model': 'dall-e-2', 'subtext.usage.images': 2 });
  });

  it('that is streamed is counted once, also after partial images', async () => {
    const image = { b64_json: 'aW1hZ2U=', size: '1024x1024', output_format: 'png' };
    server.next(
      wire.events([
        { type: 'image_generation.partial_image', partial_image_index: 0, ...image },
        { type: 'image_generation.completed', ...image, usage },
      ]),
    );
    const stream = await openai.images.generate({
      model: 'gpt-image-1',
      prompt: 'a fox',
      stream: true,
      partial_images: 1,
    });
    await collected(stream);
    const span = await onlySpan(spans);
    expect(outputOf(span)).toEqual({ images: [{ type: 'png', bytes: 5, width: 1024, height: 1024 }] });
    expect(span.attributes).toMatchObject({ 'gen_ai.usage.output_tokens': 4160, 'gen_ai.request.stream': true });
  });

  it('of Imagen comes from predictions', async () => {
    server.next(wire.json({ predictions: [{ mimeType: 'image/png', bytesBase64Encoded: png(640, 480) }] }));
    const body = JSON.stringify({ instances: [{ prompt: 'a fox' }], parameters: { sampleCount: 1 } });
    const url = `${server.url}/v1/projects/p/locations/l/publishers/google/models/imagen-4.0-generate-001:predict`;
    await (await observeFetch()(url, { method: 'POST', body })).json();
    const span = await onlySpan(spans);
    expect(span.attributes['gen_ai.request.model']).toBe('imagen-4.0-generate-001');
    expect(outputOf(span)).toMatchObject({ images: [{ type: 'image/png', width: 640, height: 480 }] });
    expect(inputOf(span)).toMatchObject([user('a fox')]);
  });
});
