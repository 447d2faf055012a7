import { expect, it } from 'vitest';
import { providerName } from './provider-name.ts';

it.each([
  ['api.deepseek.com', 'deepseek-v4-pro', 'deepseek'],
  ['my.openai.azure.com', 'gpt-5.4', 'azure.ai.openai'],
  ['openrouter.ai', 'claude-sonnet-4-6', 'openrouter'],
  ['127.0.0.1', 'deepseek-v4-pro', 'deepseek'],
  ['proxy.internal', 'claude-sonnet-4-6', 'anthropic'],
  ['proxy.internal', 'mistralai/Mistral-Small', 'openai'],
  ['notdeepseek.com', 'gpt-5.4', 'openai'],
])('%s serving %s is called %s', (host, model, name) => {
  expect(providerName(host, 'openai.chat', model)).toBe(name);
});

it('has no name for an unknown host and format', () => {
  expect(providerName('proxy.internal', undefined)).toBeUndefined();
});
