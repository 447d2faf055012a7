/**
 * LangSmith: whole inputs and outputs of LangChain runs as JSON; thinking is inside content blocks or beside them
 * (otel-genai §5.3).
 */
import {
  providerInput,
  providerOutput,
  recordOf,
  type DecodeOptions,
  type Message,
  type SpanKind,
} from '@subtext/reasoning';
import { dumpedMessages, dumpedOutput, toolAnswer } from '../shared/langchain.ts';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { effortIn, listOf, toolOf, usageOf } from '../shared/values.ts';

export const LANGSMITH: Convention = {
  name: 'langsmith',
  detects: ({ prefixes }) => prefixes.has('langsmith'),
  messages: {
    input: ({ json }, options) => inputOf(json('gen_ai.prompt'), options),
    output: ({ json }, options) => outputOf(json('gen_ai.completion'), options),
  },
  facts: langsmithFacts,
};

/**
 * The list of messages is written after the call, and by then most agents have appended the answer. So the input ends
 * with the last message that is not the model's.
 */
function inputOf(value: unknown, options: DecodeOptions): Message[] {
  const request = providerInput(value, options);
  const messages = request.length > 0 ? request : dumpedMessages(recordOf(value).messages, options);
  return messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1);
}

function outputOf(value: unknown, options: DecodeOptions): Message[] {
  const answer = providerOutput(value, options);
  return answer.length > 0 ? answer : dumpedOutput(value, options);
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm', 'generation'],
  ['chain', 'chain'],
  ['tool', 'tool'],
  ['retriever', 'retriever'],
  ['embedding', 'embedding'],
  ['prompt', 'span'],
  ['parser', 'span'],
]);

const METADATA = 'langsmith.metadata.';

function langsmithFacts({ span, read, text, json }: SpanReader): SpanFacts {
  // The Python SDK writes the details of `gen_ai.usage` as a Python literal, and the complete usage as JSON in the
  // metadata.
  const whole = recordOf(read('langsmith.usage_metadata') ?? read(`${METADATA}usage_metadata`));
  const inputDetails = recordOf(whole.input_token_details ?? read('gen_ai.usage.input_token_details'));
  const outputDetails = recordOf(whole.output_token_details ?? read('gen_ai.usage.output_token_details'));
  return {
    kind: KINDS.get(text('langsmith.span.kind')),
    context: {
      // `langsmith.trace.session_id` is the project, not a conversation.
      sessionId: text(`${METADATA}session_id`, `${METADATA}thread_id`, `${METADATA}conversation_id`),
      userId: text(`${METADATA}user_id`),
      tags: listOf(read('langsmith.span.tags')),
      metadata: metadataUnder(span.attributes, METADATA),
    },
    model: {
      finishReason: listOf(read('gen_ai.response.finish_reasons'))[0],
      reasoningEffort: effortIn(recordOf(read(`${METADATA}ls_invocation_params`))),
    },
    usage: usageOf({
      input: whole.input_tokens ?? read('gen_ai.usage.input_tokens'),
      cacheRead: inputDetails.cache_read,
      cacheWrite: inputDetails.cache_creation,
      cacheWriteMinutes: inputDetails.ephemeral_5m_input_tokens,
      cacheWriteHour: inputDetails.ephemeral_1h_input_tokens,
      output: whole.output_tokens ?? read('gen_ai.usage.output_tokens'),
      reasoning: outputDetails.reasoning,
    }),
    // The wrapper of Anthropic's client drops the thoughts.
    repeats: 'thoughts',
    execution: () => {
      const answer = toolAnswer(json('gen_ai.completion'));
      const result = answer ? answer.result : read('gen_ai.completion');
      const tool = toolOf({ id: answer?.id, name: span.name, arguments: read('gen_ai.prompt'), result });
      return { ...tool, ...(answer?.isError && { status: 'error' as const }) };
    },
  };
}
