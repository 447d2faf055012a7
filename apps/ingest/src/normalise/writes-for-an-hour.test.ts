/** 1-hour cache writes as each sender reports them: a part of all cache writes. */
import { describe, expect, test } from 'vitest';
import { spanSent, type SentFields } from '../testing/sent.ts';
import { normalise } from './index.ts';

const usageOf = (sent: SentFields) => normalise(spanSent(sent)).generation?.usage;

/** Anthropic's own answer, as some pass it on. */
const ANSWERED = {
  input_tokens: 1_000,
  cache_read_input_tokens: 500,
  cache_creation_input_tokens: 8_500,
  cache_creation: { ephemeral_5m_input_tokens: 2_500, ephemeral_1h_input_tokens: 6_000 },
  output_tokens: 20,
};
const MEANT = { input: 10_000, cacheRead: 500, cacheWrite: 8_500, cacheWriteHour: 6_000, output: 20 };

const CHAT = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'anthropic',
  'gen_ai.request.model': 'claude-sonnet-5',
  'gen_ai.usage.input_tokens': 10_000,
  'gen_ai.usage.output_tokens': 20,
};
const READ = { 'gen_ai.usage.cache_read.input_tokens': 500 };

const SENDERS: Record<string, SentFields> = {
  'the client of Anthropic': {
    scope: 'com.anthropic.sdk.typescript',
    attributes: {
      ...CHAT,
      ...READ,
      'gen_ai.usage.cache_write.input_tokens': 8_500,
      'anthropic.usage.cache_creation.ephemeral_5m_input_tokens': 2_500,
      'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 6_000,
    },
  },
  'our own SDK': {
    attributes: {
      ...CHAT,
      ...READ,
      'subtext.api': 'anthropic.messages',
      'gen_ai.usage.cache_write.input_tokens': 8_500,
      'anthropic.usage.cache_creation.ephemeral_1h_input_tokens': 6_000,
    },
  },
  Mastra: {
    attributes: {
      ...CHAT,
      ...READ,
      'mastra.span.type': 'model_generation',
      'gen_ai.usage.cache_creation.input_tokens': 8_500,
      'gen_ai.usage.cache_creation.5m_input_tokens': 2_500,
      'gen_ai.usage.cache_creation.1h_input_tokens': 6_000,
    },
  },
  Laminar: {
    attributes: {
      ...CHAT,
      'lmnr.span.type': 'LLM',
      'gen_ai.usage.cache_read_input_tokens': 500,
      'gen_ai.usage.cache_creation_input_tokens': 8_500,
      'gen_ai.usage.cache_creation.input_tokens.ephemeral_1h': 6_000,
    },
  },
  'Pydantic AI': {
    scope: 'pydantic-ai',
    attributes: {
      ...CHAT,
      'gen_ai.usage.details.cache_read_tokens': 500,
      'gen_ai.usage.details.cache_write_tokens': 8_500,
      'gen_ai.usage.details.cache_write_5m_tokens': 2_500,
      'gen_ai.usage.details.cache_write_1h_tokens': 6_000,
    },
  },
  LiteLLM: {
    scope: 'litellm',
    attributes: {
      ...CHAT,
      'llm.request.type': 'completion',
      'metadata.usage_object':
        "{'completion_tokens': 20, 'prompt_tokens': 10000, 'prompt_tokens_details': {'cached_tokens': 500, 'cache_creation_tokens': 8500, " +
        "'cache_creation_token_details': {'ephemeral_5m_input_tokens': 2500, 'ephemeral_1h_input_tokens': 6000}}, 'cache_creation_input_tokens': 8500}",
    },
  },
  'LangChain, by LangSmith': {
    scope: 'langsmith',
    attributes: {
      'langsmith.span.kind': 'llm',
      // The sum of both is a 0 there.
      'langsmith.usage_metadata': JSON.stringify({
        input_tokens: 10_000,
        output_tokens: 20,
        input_token_details: {
          cache_read: 500,
          cache_creation: 0,
          ...ANSWERED.cache_creation,
        },
      }),
    },
  },
  'LangChain, by Langfuse': {
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.usage_details': JSON.stringify({
        input: 1_000,
        input_cache_read: 500,
        input_cache_creation: 0,
        input_ephemeral_5m_input_tokens: 2_500,
        input_ephemeral_1h_input_tokens: 6_000,
        output: 20,
      }),
    },
  },
  Langfuse: {
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.usage_details': JSON.stringify({
        input: 1_000,
        cache_read_input_tokens: 500,
        input_cache_creation_5m: 2_500,
        input_cache_creation_1h: 6_000,
        output: 20,
      }),
    },
  },
  'a client of Anthropic by Langfuse': {
    attributes: {
      'langfuse.observation.type': 'generation',
      'langfuse.observation.usage_details': JSON.stringify(ANSWERED),
    },
  },
  Braintrust: {
    attributes: {
      'braintrust.span_attributes': '{"type":"llm"}',
      'braintrust.metadata': '{"model":"claude-sonnet-5"}',
      // The sum of both is left out where they are all of it.
      'braintrust.metrics': JSON.stringify({
        prompt_tokens: 10_000,
        prompt_cached_tokens: 500,
        prompt_cache_creation_5m_tokens: 2_500,
        prompt_cache_creation_1h_tokens: 6_000,
        completion_tokens: 20,
      }),
    },
  },
  'a wrapper of a client in OpenInference': {
    scope: '@arizeai/openinference-instrumentation-anthropic',
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 10_000,
      'llm.token_count.prompt_details.cache_read': 500,
      'llm.token_count.prompt_details.cache_write': 8_500,
      'llm.token_count.completion': 20,
      'output.value': JSON.stringify({ type: 'message', role: 'assistant', content: [], usage: ANSWERED }),
    },
  },
  'an agent with the names of OpenInference': {
    attributes: {
      'openinference.span.kind': 'LLM',
      'llm.token_count.prompt': 10_000,
      'llm.token_count.prompt_details.cache_read': 500,
      'llm.token_count.prompt_details.cache_write': 8_500,
      'llm.token_count.prompt_details.cache_write_1h': 6_000,
      'llm.token_count.completion': 20,
    },
  },
  'version 5 of the AI SDK': {
    scope: 'ai',
    attributes: {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.usage.inputTokens': 1_000,
      'ai.usage.outputTokens': 20,
      'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: ANSWERED } }),
    },
  },
  'version 6 of the AI SDK': {
    scope: 'ai',
    attributes: {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.usage.inputTokens': 10_000,
      'ai.usage.inputTokenDetails.noCacheTokens': 1_000,
      'ai.usage.inputTokenDetails.cacheReadTokens': 500,
      'ai.usage.inputTokenDetails.cacheWriteTokens': 8_500,
      'ai.usage.outputTokens': 20,
      'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage: ANSWERED } }),
    },
  },
  MLflow: {
    attributes: {
      'mlflow.spanType': '"CHAT_MODEL"',
      'mlflow.message.format': '"anthropic"',
      'mlflow.spanOutputs': JSON.stringify({ type: 'message', content: [], usage: ANSWERED }),
    },
  },
};

describe.each(Object.entries(SENDERS))('%s', (_, sent) => {
  test('says what is written to stay for an hour', () => expect(usageOf(sent)).toEqual(MEANT));
});

test('a sender that reports cache writes without a lifetime reports no 1-hour writes', () => {
  const usage = usageOf({ attributes: { ...CHAT, 'gen_ai.usage.cache_write.input_tokens': 8_500 } });
  expect(usage).toEqual({ input: 10_000, cacheWrite: 8_500, output: 20 });
});
