/** Model calls that do not think: what their senders report becomes one step without thoughts, with its own usage. */
import { describe, expect, test } from 'vitest';
import { toStorable } from '../rows/index.ts';
import { spanSent } from '../testing/sent.ts';
import { normalise } from './index.ts';

const store = (attributes: Record<string, unknown>) =>
  toStorable({ projectId: 'p' }, normalise(spanSent({ attributes: attributes as never })));

const OURS = {
  'gen_ai.provider.name': 'openai',
  'subtext.thinking.state': 'none',
};
const said = (role: string, ...texts: string[]) =>
  JSON.stringify([{ role, parts: texts.map((content) => ({ type: 'text', content })) }]);

describe('of our SDK', () => {
  const embedding = {
    ...OURS,
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.request.model': 'text-embedding-3-small',
    'gen_ai.input.messages': said('user', 'red', 'blue'),
    'gen_ai.usage.input_tokens': 1000,
    'subtext.task': 'embedding',
    'subtext.task.output': '{"vectors":2,"dimensions":1536}',
  };

  test('embeddings do not think, and say what went in and came back', () => {
    const { span, calls, trace } = store(embedding);
    expect(span).toMatchObject({
      kind: 'embedding',
      thinkingState: 'none',
      reasoningTokens: null,
      inputPreview: 'red blue',
      outputPreview: '2 vectors of 1,536',
      totalCost: 20_000,
    });
    expect(calls).toMatchObject([{ type: 'trailing', thinkingState: 'none', argumentsPreview: '2 vectors of 1,536' }]);
    expect(calls).toHaveLength(1);
    // A trace of its own has nothing else that it could be about.
    expect(trace.asked).toBe('red blue');
  });

  test('embeddings in a trace are not what its user asked', () => {
    const inside = normalise(spanSent({ attributes: embedding as never }));
    const span = { ...inside.span, parentSpanId: new Uint8Array(8).fill(1) };
    expect(toStorable({ projectId: 'p' }, { ...inside, span }).trace.asked).toBeNull();
  });

  test('images cost by the kind of their tokens', () => {
    const edit = {
      ...OURS,
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.output.type': 'image',
      'gen_ai.request.model': 'gpt-image-1',
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.image.input_tokens': 400,
      'gen_ai.usage.output_tokens': 1000,
      'subtext.task': 'image',
      'subtext.task.output': '{"images":[{"width":1024,"height":1024}]}',
    };
    // 600 at $5 and 400 at $10 a million: the rate of this call is $7.
    const { span, price } = store(edit);
    expect(span).toMatchObject({ kind: 'image', inputCost: 7_000_000, outputCost: 40_000_000 });
    expect(span.outputPreview).toBe('1 image 1024×1024');
    expect(price).toMatchObject({ matchedModel: 'gpt-image-1', inputRate: 7_000_000_000 });
    // Its output has a rate of its own, which the provider does not have to name.
    expect(store({ ...edit, 'gen_ai.request.model': 'gpt-image-1.5' }).span.outputCost).toBe(32_000_000);
  });

  test('a transcription costs by the hour, and its transcript is what came back', () => {
    const { span } = store({
      ...OURS,
      'gen_ai.operation.name': 'generate_content',
      'gen_ai.request.model': 'whisper-1',
      'gen_ai.output.messages': said('assistant', 'Hello there.'),
      'subtext.task': 'transcription',
      'subtext.usage.audio_seconds': 60,
    });
    expect(span).toMatchObject({ kind: 'transcription', inputTokens: null, totalCost: 6_000_000 });
    expect(span).toMatchObject({ costSource: 'computed', outputPreview: 'Hello there.' });
  });

  test('a transcription by tokens costs by the kind of its tokens', () => {
    const { span } = store({
      ...OURS,
      'gen_ai.request.model': 'gpt-4o-transcribe',
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.audio.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 100,
      'subtext.task': 'transcription',
    });
    expect(span).toMatchObject({ inputCost: 6_000_000, outputCost: 1_000_000 });
  });

  test('a moderation by OpenAI is known to be free; one whose price is not known is unknown', () => {
    const moderation = {
      ...OURS,
      'gen_ai.operation.name': 'moderation',
      'gen_ai.request.model': 'omni-moderation-latest',
      'subtext.task': 'moderation',
      'subtext.task.output': '{"flagged":0,"checked":1}',
    };
    expect(store(moderation).span).toMatchObject({ totalCost: 0, outputPreview: 'flagged: no' });
    expect(store({ ...moderation, 'gen_ai.request.model': 'other-moderation' }).span.totalCost).toBeNull();
  });

  test.each([
    ['speech', 'tts-1', { 'subtext.usage.characters': 5 }],
    ['image', 'dall-e-3', { 'subtext.usage.images': 1 }],
    ['rerank', 'rerank-v3.5', { 'subtext.usage.search_units': 1 }],
  ])('%s by %s has no price in the list, and costs an unknown amount', (task, model, units) => {
    const { span } = store({ ...OURS, 'gen_ai.request.model': model, 'subtext.task': task, ...units });
    expect(span).toMatchObject({ kind: task, totalCost: null });
  });
});

describe('of other senders', () => {
  test('by the names of the conventions, and by those that senders invented', () => {
    const kindOf = (operation: string) =>
      normalise(spanSent({ attributes: { 'gen_ai.operation.name': operation } })).kind;
    expect(['embeddings', 'rerank', 'image_generation', 'transcription', 'moderation'].map(kindOf)).toEqual([
      'embedding',
      'rerank',
      'image',
      'transcription',
      'moderation',
    ]);
  });

  test('OpenInference’s embeddings are counted, and their vectors are not kept in the answer', () => {
    const { span } = store({
      'openinference.span.kind': 'EMBEDDING',
      'embedding.model_name': 'text-embedding-3-small',
      'llm.provider': 'openai',
      'embedding.embeddings.0.embedding.text': 'red',
      'embedding.embeddings.0.embedding.vector': [0.1, 0.2, 0.3],
      'embedding.embeddings.1.embedding.text': 'blue',
      'llm.token_count.prompt': 4,
    });
    expect(span).toMatchObject({
      kind: 'embedding',
      requestModel: 'text-embedding-3-small',
      inputPreview: 'red blue',
      outputPreview: '2 vectors of 3',
      inputTokens: 4,
    });
  });

  test('OpenInference’s rerankings have their query and the counts of their documents', () => {
    const document = (list: string, index: number) => [`reranker.${list}.${index}.document.content`, `text ${index}`];
    const { span } = store({
      'openinference.span.kind': 'RERANKER',
      'reranker.model_name': 'rerank-v3.5',
      'reranker.query': 'capital',
      ...Object.fromEntries([0, 1, 2].map((index) => document('input_documents', index))),
      ...Object.fromEntries([0].map((index) => document('output_documents', index))),
    });
    expect(span).toMatchObject({ kind: 'rerank', requestModel: 'rerank-v3.5', inputPreview: 'capital' });
    expect(span).toMatchObject({ outputPreview: 'top 1 of 3 documents', totalCost: null });
  });
});
