import { expect, it } from 'vitest';
import { readRequest } from './request.ts';

const messages = [{ role: 'user', content: 'Hi' }];
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const converse = [{ role: 'user', content: [{ text: 'Hi' }] }];

it.each([
  ['Anthropic', { max_tokens: 9, messages, thinking: { type: 'enabled', budget_tokens: 2048 } }, 2048],
  ['Anthropic, off', { max_tokens: 9, messages, thinking: { type: 'disabled' } }, 0],
  ['Anthropic, adaptive', { max_tokens: 9, messages, thinking: { type: 'adaptive' } }, undefined],
  ['Gemini', { contents, generationConfig: { thinkingConfig: { thinkingBudget: 512 } } }, 512],
  ['Gemini in snake_case, off', { contents, generation_config: { thinking_config: { thinking_budget: 0 } } }, 0],
  ['Gemini, left to the model', { contents, generationConfig: { thinkingConfig: { thinkingBudget: -1 } } }, undefined],
  [
    'Bedrock',
    { messages: converse, additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } } },
    1024,
  ],
  ['OpenRouter', { messages, reasoning: { max_tokens: 300 } }, 300],
  ['OpenRouter, off', { messages, reasoning: { enabled: false } }, 0],
  ['Qwen', { messages, enable_thinking: false }, 0],
  ['vLLM', { messages, chat_template_kwargs: { enable_thinking: false } }, 0],
  ['nothing', { messages, max_tokens: 300 }, undefined],
  ['hostile values', { messages, thinking: { budget_tokens: '1e9' }, reasoning: [1] }, undefined],
])('of %s', (_provider, body, budget) => expect(readRequest(body)?.thinkingBudget).toBe(budget));
