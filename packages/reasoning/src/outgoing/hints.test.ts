import { describe, expect, test } from 'vitest';
import { hintFor } from './hints.ts';
import { THINKING_STATES } from '../parts/state.ts';

const OPENAI = { provider: 'openai', api: 'openai.responses', model: 'gpt-5.6-sol' } as const;
const FREE = 'Costs nothing more: this thinking is billed already, shown or not.';

describe('the hint of a step with unreadable thinking', () => {
  test.each([
    ['§2.4', 'openai', 'gpt-6-sol', "reasoning: { summary: 'auto' }"],
    ['§3.1', 'azure.ai.openai', 'gpt-5.2', "reasoning: { summary: 'auto' }"],
    ['§4', 'anthropic', 'claude-opus-5', "thinking: { type: 'adaptive', display: 'summarized' }"],
    ['§5.1', 'gcp.gemini', 'gemini-3-flash-preview', 'config: { thinkingConfig: { includeThoughts: true } }'],
    ['§5.1', 'gcp.vertex_ai', 'gemini-2.5-pro', 'config: { thinkingConfig: { includeThoughts: true } }'],
    ['§8', 'openrouter', 'anthropic/claude-opus-4.5', 'reasoning: { exclude: false }'],
    ['§8', 'openrouter', 'openai/gpt-5.4', "reasoning: { exclude: false, summary: 'auto' }"],
    ['§9', 'groq', 'qwen/qwen3.8-27b', "reasoning_format: 'parsed'"],
    ['§9', 'cerebras', 'zai-glm-4.7', "reasoning_format: 'parsed'"],
    ['§9', 'x_ai', 'grok-4.3', "reasoning: { summary: 'auto' }"],
    ['§10', 'vllm', 'Qwen/Qwen3-8B', 'include_reasoning: true'],
    ['§11', 'qwen', 'qwen4-max', "thinking_display: 'summarized'"],
    [
      '§12',
      'aws.bedrock',
      'us.anthropic.claude-opus-4-8',
      "additionalModelRequestFields: { thinking: { type: 'adaptive', display: 'summarized' } }",
    ],
  ])('%s %s %s: what shows it, at no cost', (_section, provider, ...rest) => {
    const [model, change] = rest;
    expect(hintFor({ state: 'withheld', provider, model })).toMatchObject({ change, costNote: FREE });
  });

  test('names only what the request lacks', () => {
    const request = { reasoning: { exclude: true, summary: 'detailed' } };
    const hint = hintFor({ state: 'encrypted', provider: 'openrouter', model: 'openai/gpt-5.4', request });
    expect(hint).toMatchObject({
      title: 'The request did not ask for the text.',
      change: 'reasoning: { exclude: false }',
    });
  });

  test('says that the request asked for it when it did', () => {
    const hint = hintFor({ ...OPENAI, state: 'encrypted', request: { reasoning: { summary: 'concise' } } });
    expect(hint).toStrictEqual({
      title: 'The request asked for the text, and the provider sent none.',
      change: null,
      costNote: null,
      caution: 'Some models give summaries only to verified organisations.',
      section: '2.4',
    });
  });

  test('of an API that shows none sends to the one that does', () => {
    expect(hintFor({ state: 'withheld', provider: 'openai', api: 'openai.chat', model: 'gpt-5.2' })).toMatchObject({
      title: 'This API shows no thinking; another of the same provider does.',
      change: "Use the Responses API, with reasoning: { summary: 'auto' }",
      costNote: 'The price of a token is the same there.',
    });
  });

  test('says that nothing shows it where nothing does', () => {
    const facts = { state: 'withheld', provider: 'gcp.vertex_ai', api: 'openai.chat', model: 'xai/grok-4.3' } as const;
    expect(hintFor(facts)).toMatchObject({ title: 'Nothing shows this thinking here.', change: null, costNote: null });
  });

  test('says that no setting is known where the text comes by itself', () => {
    const hint = hintFor({ state: 'withheld', provider: 'deepseek', api: 'openai.chat', model: 'deepseek-v4-pro' });
    expect(hint).toMatchObject({ change: null, title: expect.stringContaining('no setting is known') });
  });

  test('of redacted thinking says that no setting shows it, for any provider', () => {
    expect(hintFor({ state: 'redacted' })).toMatchObject({ change: null, section: '15.2' });
  });
});

describe('no hint', () => {
  const quiet = THINKING_STATES.filter((state) => !['encrypted', 'withheld', 'redacted'].includes(state));

  test.each(quiet)('for thinking that is %s', (state) => {
    expect(hintFor({ ...OPENAI, state })).toBeNull();
  });

  test.each([
    [{ provider: 'nobody', model: 'x' }],
    [{ provider: 'groq', api: 'cohere.chat', model: 'x' } as const],
    [{ model: 'gpt-5' }],
  ])('when the provider is unknown: %o', (facts) => {
    expect(hintFor({ state: 'withheld', ...facts })).toBeNull();
  });

  test('is thrown away by a request of any shape', () => {
    for (const request of [
      [],
      { reasoning: 'high' },
      { reasoning: { summary: null } },
      Object.create(null) as object,
    ]) {
      expect(hintFor({ ...OPENAI, state: 'withheld', request })).not.toBeNull();
    }
  });
});
