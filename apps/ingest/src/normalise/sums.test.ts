/** What senders count beside the sums that it belongs to, and what is no model call and so in no sum. */
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const usageOf = (sent: SentFields) => normalise(spanSent(sent)).generation?.usage;

const FIGURES = { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 };

describe('thinking', () => {
  const chat = (more: Record<string, number>) => usageOf({ attributes: { ...FIGURES, ...more } });
  const THINKING = 'gen_ai.usage.reasoning.output_tokens';

  test('is in the output, but where there is more of it, or the sum of all says otherwise', () => {
    expect(chat({ [THINKING]: 4 })?.output).toBe(5);
    expect(chat({ [THINKING]: 4, 'gen_ai.usage.total_tokens': 15 })?.output).toBe(5);
    expect(chat({ [THINKING]: 4, 'gen_ai.usage.total_tokens': 19 })?.output).toBe(9);
    expect(chat({ [THINKING]: 300 })).toMatchObject({ output: 305, reasoning: 300 });
  });

  test('and cached input may both stand beside the sums', () => {
    const more = {
      [THINKING]: 4,
      'gen_ai.usage.cache_read.input_tokens': 7,
      'gen_ai.usage.cache_write.input_tokens': 1,
      'gen_ai.usage.total_tokens': 27,
    };
    expect(chat(more)).toMatchObject({ input: 18, output: 9 });
  });

  test('of Grok stands beside the output, as OpenInference passes it on', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 50,
      'llm.token_count.total': 75,
      'llm.token_count.completion_details.reasoning': 15,
    };
    expect(usageOf({ attributes })).toMatchObject({ input: 10, output: 65, reasoning: 15 });
  });

  test('that is implausible is unknown, and leaves the other counts alone', () => {
    expect(chat({ [THINKING]: 1e15 })).toEqual({ input: 10, output: 5, reasoningSource: 'reported' });
  });

  test('is where our own SDK says that it is', () => {
    const attributes = { ...FIGURES, [THINKING]: 300, 'subtext.api': 'openai.chat' };
    expect(usageOf({ attributes })?.output).toBe(5);
  });
});

test('more cached input than input was counted beside it, for any sender', () => {
  const attributes = {
    'ai.operationId': 'ai.generateText.doGenerate',
    'ai.usage.inputTokens': 10,
    'ai.usage.cachedInputTokens': 5_000,
    'ai.usage.outputTokens': 5,
  };
  expect(usageOf({ scope: 'ai', attributes })).toMatchObject({ input: 5_010, cacheRead: 5_000 });
});

test('the cost of an observation of Langfuse is the sum of its parts, when no total is sent', () => {
  const cost = (costs: object) =>
    usageOf({
      attributes: {
        'langfuse.observation.type': 'generation',
        'langfuse.observation.usage_details': '{"input":100,"output":10}',
        'langfuse.observation.cost_details': JSON.stringify(costs),
      },
    })?.providerCostUsd;
  expect(cost({ input: 0.25, output: 0.5 })).toBe(0.75);
  expect(cost({ input: 0.25, output: 0.5, total: 0.8 })).toBe(0.8);
  expect(cost({})).toBeUndefined();
});

test.each(['fetch_response', 'search_memory', 'create_memory_store'])(
  'a span of %s is not a model call, for any model and token counts',
  (operation) => {
    const attributes = {
      ...FIGURES,
      'gen_ai.operation.name': operation,
      'gen_ai.request.model': 'some-model',
      'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Three."}]}]',
    };
    expect(normalise(spanSent({ attributes }))).toMatchObject({ kind: 'span' });
  },
);
