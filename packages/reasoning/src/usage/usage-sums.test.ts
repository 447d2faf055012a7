/** How each provider sums, a row a rule (providers.md §14): what it says, and what that means in inclusive form. */
import { describe, expect, it } from 'vitest';
import { readResponse } from '../readers/index.ts';
import { FIXTURES, readTurn, RECORDINGS } from '../testing/fixtures.ts';
import type { Usage } from './usage.ts';

type Json = Record<string, unknown>;

/** A body of each format around the provider's own figures. */
const BODIES = {
  chat: (usage: Json) => ({ choices: [{ index: 0, message: { content: 'x' }, finish_reason: 'stop' }], usage }),
  thought: (usage: Json) => ({
    choices: [{ index: 0, message: { content: 'x', reasoning_content: 'why' }, finish_reason: 'stop' }],
    usage,
  }),
  responses: (usage: Json) => ({ object: 'response', status: 'completed', output: [], usage }),
  anthropic: (usage: Json) => ({ type: 'message', content: [], stop_reason: 'end_turn', usage }),
  gemini: (usageMetadata: Json) => ({ candidates: [{ content: { parts: [{ text: 'x' }] } }], usageMetadata }),
  interactions: (usage: Json) => ({ object: 'interaction', status: 'completed', steps: [], usage }),
  ollama: (counts: Json) => ({ message: { role: 'assistant', content: 'x' }, done: true, ...counts }),
  cohere: (usage: Json) => ({
    message: { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
    finish_reason: 'COMPLETE',
    usage,
  }),
  converse: (usage: Json) => ({
    output: { message: { role: 'assistant', content: [{ text: 'x' }] } },
    stopReason: 'end_turn',
    usage,
  }),
} as const;

interface Rule {
  rule: string;
  format: keyof typeof BODIES;
  said: Json;
  means: Usage;
  /** The same figures in a recorded or hand-written answer: `id`, `#` and the turn. */
  seen: string;
}

const details = (reasoning_tokens: number) => ({ completion_tokens_details: { reasoning_tokens } });
const reported = (reasoning: number) => ({ reasoning, reasoningSource: 'reported' as const });
const derived = (reasoning: number) => ({ reasoning, reasoningSource: 'derived' as const });

const RULES: Rule[] = [
  {
    rule: 'OpenAI Responses: thinking and cached tokens are included',
    format: 'responses',
    said: {
      input_tokens: 115886,
      input_tokens_details: { cached_tokens: 92160 },
      output_tokens: 1720,
      output_tokens_details: { reasoning_tokens: 1472 },
      total_tokens: 117606,
    },
    means: { input: 115886, cacheRead: 92160, output: 1720, ...reported(1472) },
    seen: 'openai-resp-web-search-many#0',
  },
  {
    rule: 'Responses elsewhere: written to the cache is part of the input',
    format: 'responses',
    said: {
      input_tokens: 158,
      input_tokens_details: { cache_write_tokens: 43, cached_tokens: 0 },
      output_tokens: 32,
      output_tokens_details: { reasoning_tokens: 10 },
      total_tokens: 190,
    },
    means: { input: 158, cacheRead: 0, cacheWrite: 43, output: 32, ...reported(10) },
    seen: 'bedrock-mantle-stream-encrypted-tools#2',
  },
  {
    rule: 'OpenAI chat: included',
    format: 'chat',
    said: { prompt_tokens: 145, completion_tokens: 89, total_tokens: 234, ...details(64) },
    means: { input: 145, output: 89, ...reported(64) },
    seen: '',
  },
  {
    rule: 'OpenAI chat: cached tokens, read and written, are part of the prompt',
    format: 'chat',
    said: {
      prompt_tokens: 30,
      completion_tokens: 70,
      total_tokens: 100,
      prompt_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
      ...details(60),
    },
    means: { input: 30, cacheRead: 10, cacheWrite: 5, output: 70, ...reported(60) },
    seen: 'openai-chat-stream-refusal-withheld#0',
  },
  {
    rule: 'DeepSeek: included; hits and misses of the cache make up the prompt',
    format: 'chat',
    said: {
      prompt_tokens: 563,
      prompt_cache_hit_tokens: 512,
      prompt_cache_miss_tokens: 51,
      completion_tokens: 116,
      total_tokens: 679,
      ...details(60),
    },
    means: { input: 563, cacheRead: 512, output: 116, ...reported(60) },
    seen: 'deepseek-chat-preamble-three-turns#0',
  },
  {
    rule: 'xAI chat: beside the completion; money in ticks',
    format: 'chat',
    said: {
      prompt_tokens: 470,
      completion_tokens: 68,
      total_tokens: 723,
      prompt_tokens_details: { cached_tokens: 192 },
      cost_in_usd_ticks: 4389400,
      ...details(185),
    },
    means: { input: 470, cacheRead: 192, output: 253, ...reported(185), providerCostUsd: 0.00043894 },
    seen: 'xai-chat-parallel#0',
  },
  {
    rule: 'xAI Responses: included',
    format: 'responses',
    said: {
      input_tokens: 303,
      input_tokens_details: { cached_tokens: 128 },
      output_tokens: 272,
      output_tokens_details: { reasoning_tokens: 257 },
      total_tokens: 575,
      cost_in_usd_ticks: 9243500,
    },
    means: { input: 303, cacheRead: 128, output: 272, ...reported(257), providerCostUsd: 0.00092435 },
    seen: 'xai-resp-three-calls#0',
  },
  {
    rule: 'Perplexity: beside the completion, at the top level; its own price',
    format: 'chat',
    said: {
      prompt_tokens: 30,
      completion_tokens: 80,
      total_tokens: 150,
      reasoning_tokens: 40,
      cost: { total_cost: 0.006 },
    },
    means: { input: 30, output: 120, ...reported(40), providerCostUsd: 0.006 },
    seen: 'perplexity-additive#0',
  },
  {
    rule: 'Perplexity: deep research thinks outside of its total',
    format: 'chat',
    said: {
      prompt_tokens: 30,
      completion_tokens: 800,
      total_tokens: 830,
      citation_tokens: 200,
      num_search_queries: 7,
      reasoning_tokens: 9000,
    },
    means: { input: 30, output: 9800, ...reported(9000) },
    seen: '',
  },
  {
    rule: 'Together: inside the completion, at the top level; a cut answer counts more thinking than it has',
    format: 'chat',
    said: { prompt_tokens: 90, completion_tokens: 16, total_tokens: 106, reasoning_tokens: 18 },
    means: { input: 90, output: 16, ...reported(16) },
    seen: '',
  },
  {
    rule: 'Gemini: beside the candidates',
    format: 'gemini',
    said: { promptTokenCount: 125, candidatesTokenCount: 36, thoughtsTokenCount: 342, totalTokenCount: 503 },
    means: { input: 125, output: 378, ...reported(342) },
    seen: 'google-parallel-signatures#0',
  },
  {
    rule: 'Gemini: what its tools gave the model to read is input, beside the prompt',
    format: 'gemini',
    said: {
      promptTokenCount: 23,
      toolUsePromptTokenCount: 620,
      candidatesTokenCount: 278,
      thoughtsTokenCount: 315,
      totalTokenCount: 1236,
    },
    means: { input: 643, output: 593, ...reported(315) },
    seen: 'google-code-execution-thoughts#0',
  },
  {
    rule: 'Gemini: cached content is part of the prompt',
    format: 'gemini',
    said: {
      promptTokenCount: 30,
      cachedContentTokenCount: 12,
      candidatesTokenCount: 20,
      thoughtsTokenCount: 60,
      totalTokenCount: 110,
    },
    means: { input: 30, cacheRead: 12, output: 80, ...reported(60) },
    seen: 'google-signatures-parallel#0',
  },
  {
    rule: 'Gemini Interactions: beside the output',
    format: 'interactions',
    said: {
      total_input_tokens: 30,
      total_cached_tokens: 0,
      total_output_tokens: 20,
      total_thought_tokens: 60,
      total_tokens: 110,
    },
    means: { input: 30, cacheRead: 0, output: 80, ...reported(60) },
    seen: 'google-interactions#0',
  },
  {
    rule: 'Gemini’s OpenAI-compatible door: only the total holds it',
    format: 'chat',
    said: { prompt_tokens: 35, completion_tokens: 12, total_tokens: 109 },
    means: { input: 35, output: 74, ...derived(62) },
    seen: 'google-openai-compat-no-call-id#0',
  },
  {
    rule: 'Anthropic: included; cached tokens stand outside the input',
    format: 'anthropic',
    said: {
      input_tokens: 13,
      cache_creation_input_tokens: 247,
      cache_read_input_tokens: 2441,
      cache_creation: { ephemeral_5m_input_tokens: 247, ephemeral_1h_input_tokens: 0 },
      output_tokens: 161,
      output_tokens_details: { thinking_tokens: 62 },
    },
    means: { input: 2701, cacheRead: 2441, cacheWrite: 247, cacheWriteHour: 0, output: 161, ...reported(62) },
    seen: 'anthropic-stream-agent-loop#1',
  },
  {
    rule: 'Anthropic, older models: not said',
    format: 'anthropic',
    said: {
      input_tokens: 507,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 137,
    },
    means: { input: 507, cacheRead: 0, cacheWrite: 0, cacheWriteHour: 0, output: 137 },
    seen: 'anthropic-parallel#0',
  },
  {
    rule: 'Bedrock Converse: not said; cached tokens stand outside the input',
    format: 'converse',
    said: { inputTokens: 30, outputTokens: 80, totalTokens: 120, cacheReadInputTokens: 6, cacheWriteInputTokens: 4 },
    means: { input: 40, cacheRead: 6, cacheWrite: 4, output: 80 },
    seen: 'bedrock-converse-reasoning-with-calls#1',
  },
  {
    rule: 'Ollama: within eval_count, not said how much',
    format: 'ollama',
    said: { prompt_eval_count: 292, eval_count: 143 },
    means: { input: 292, output: 143 },
    seen: 'ollama-tool-call#0',
  },
  {
    rule: 'Cohere: not said; what the model read and wrote, not what is billed',
    format: 'cohere',
    said: {
      billed_units: { input_tokens: 135, output_tokens: 78 },
      tokens: { input_tokens: 1568, output_tokens: 132 },
      cached_tokens: 992,
    },
    means: { input: 1568, cacheRead: 992, output: 132 },
    seen: 'cohere-parallel-tool-plan#0',
  },
  {
    rule: 'Cohere since May 2026: thinking inside the output, images beside the input',
    format: 'cohere',
    said: {
      billed_units: { input_tokens: 267, output_tokens: 66 },
      tokens: { input_tokens: 34, output_tokens: 70, reasoning_tokens: 28, image_tokens: 259 },
      cached_tokens: 16,
    },
    means: { input: 293, cacheRead: 16, output: 70, ...reported(28) },
    seen: 'cohere-counts-thinking#0',
  },
  {
    rule: 'Mistral: not said',
    format: 'chat',
    said: { prompt_tokens: 664, completion_tokens: 747, total_tokens: 1411 },
    means: { input: 664, output: 747 },
    seen: 'mistral-magistral#0',
  },
  {
    rule: 'Groq: not said by some models',
    format: 'thought',
    said: { prompt_tokens: 286, completion_tokens: 126, total_tokens: 412 },
    means: { input: 286, output: 126 },
    seen: 'groq-qwen3-tool#0',
  },
  {
    rule: 'OpenRouter: included; its own price',
    format: 'chat',
    said: {
      prompt_tokens: 275,
      completion_tokens: 76,
      total_tokens: 351,
      cost: 0.00044968,
      prompt_tokens_details: { cached_tokens: 192, cache_write_tokens: 0 },
      ...details(27),
    },
    means: { input: 275, cacheRead: 192, cacheWrite: 0, output: 76, ...reported(27), providerCostUsd: 0.00044968 },
    seen: 'openrouter-stream-glm-parallel#0',
  },
  {
    rule: 'OpenRouter: more thinking than output is all of the output',
    format: 'chat',
    said: { prompt_tokens: 3670, completion_tokens: 514, total_tokens: 4184, cost: 0.0006974, ...details(553) },
    means: { input: 3670, output: 514, ...reported(514), providerCostUsd: 0.0006974 },
    seen: '',
  },
  {
    rule: 'Z.ai: included',
    format: 'chat',
    said: {
      prompt_tokens: 279,
      completion_tokens: 131,
      total_tokens: 410,
      prompt_tokens_details: { cached_tokens: 43 },
      ...details(82),
    },
    means: { input: 279, cacheRead: 43, output: 131, ...reported(82) },
    seen: 'zai-parallel#0',
  },
  {
    rule: 'Qwen: included; read from and written to the cache are part of the prompt',
    format: 'chat',
    said: {
      prompt_tokens: 30,
      completion_tokens: 80,
      total_tokens: 110,
      prompt_tokens_details: { cached_tokens: 8, cache_creation_tokens: 4 },
      ...details(50),
    },
    means: { input: 30, cacheRead: 8, cacheWrite: 4, output: 80, ...reported(50) },
    seen: 'qwen-summarised-encrypted#0',
  },
  {
    rule: 'Kimi: cached tokens at the top level, usage inside the choice',
    format: 'chat',
    said: { prompt_tokens: 30, completion_tokens: 80, total_tokens: 110, cached_tokens: 6 },
    means: { input: 30, cacheRead: 6, output: 80 },
    seen: 'kimi-stream-no-index#0',
  },
  {
    rule: 'Snowflake, LiteLLM, gateways: 0 beside thinking is not said',
    format: 'thought',
    said: { prompt_tokens: 597, completion_tokens: 81, total_tokens: 678, ...details(0) },
    means: { input: 597, output: 81 },
    seen: '',
  },
  {
    rule: 'SGLang: 0 at the top level, beside thinking',
    format: 'thought',
    said: { prompt_tokens: 30, completion_tokens: 80, total_tokens: 110, reasoning_tokens: 0 },
    means: { input: 30, output: 80 },
    seen: 'sglang-zero-is-unknown#0',
  },
  {
    rule: 'a reported 0 without thinking is 0',
    format: 'chat',
    said: { prompt_tokens: 30, completion_tokens: 20, total_tokens: 50, ...details(0) },
    means: { input: 30, output: 20, ...reported(0) },
    seen: 'openai-chat-two-choices-refusal#0',
  },
  {
    rule: 'several choices: one sum for all',
    format: 'chat',
    said: { prompt_tokens: 30, completion_tokens: 90, total_tokens: 120, ...details(40) },
    means: { input: 30, output: 90, ...reported(40) },
    seen: 'vllm-two-choices#1',
  },
];

describe('sums', () => {
  it.each(RULES)('$rule', ({ format, said, means }) =>
    expect(readResponse({ body: JSON.stringify(BODIES[format](said)) })?.usage).toEqual(means),
  );

  const seen = RULES.flatMap(({ rule, seen, means }) => {
    const [id, turn] = seen.split('#');
    const source = [...FIXTURES, ...RECORDINGS].find((fixture) => fixture.id === id);
    return source ? [{ rule, seen, source, turn: Number(turn), means }] : [];
  });
  it.each(seen)('$rule: in $seen', ({ source, turn, means }) => expect(readTurn(source, turn)?.usage).toEqual(means));
});
