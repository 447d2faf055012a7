/** How much thinking was asked for, under the names that senders have for it. */
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const effortOf = (attributes: SentFields['attributes']) =>
  normalise(spanSent({ attributes })).generation?.reasoningEffort;

const CHAT = { 'gen_ai.operation.name': 'chat' };

test.each([
  'gen_ai.request.reasoning.level',
  'gen_ai.request.reasoning_effort',
  'gen_ai.request.reasoning.effort',
  'gen_ai.response.reasoning_effort',
])('is %s', (name) => {
  expect(effortOf({ ...CHAT, [name]: 'high' })).toBe('high');
});

test('is what was asked for where the response says it, too', () => {
  const both = { 'gen_ai.response.reasoning_effort': 'medium', 'gen_ai.request.reasoning_effort': 'low' };
  expect(effortOf({ ...CHAT, ...both })).toBe('low');
});

describe('among the parameters of a call', () => {
  const among = (parameters: object) =>
    effortOf({ 'openinference.span.kind': 'LLM', 'llm.invocation_parameters': JSON.stringify(parameters) });

  test.each([
    ['OpenAI', { reasoning_effort: 'high' }],
    ['OpenAI, Responses', { reasoning: { effort: 'high', summary: 'auto' } }],
    ['Anthropic', { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } }],
    ['Google for Python', { thinking_config: { thinking_level: 'high', include_thoughts: true } }],
    ['Google for JavaScript', { thinkingConfig: { thinkingLevel: 'high' } }],
  ])('is that of %s', (_of, parameters) => expect(among(parameters)).toBe('high'));

  test.each([
    ['of Anthropic', { thinking: { type: 'enabled', budget_tokens: 10_000 } }],
    ['of Google', { thinking_config: { thinking_budget: 10_000 } }],
  ])('is no budget %s: so many tokens may be spent, whether much or little is asked for', (_of, parameters) =>
    expect(among(parameters)).toBeUndefined(),
  );
});
