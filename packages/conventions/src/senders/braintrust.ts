/**
 * Braintrust's own SDKs (Go, Java, Ruby and others): input and output as JSON, in the form of the provider or the
 * framework; model, figures and kind as JSON objects. Its figures are inclusive.
 */
import {
  anyInput,
  anyOutput,
  attributeList,
  providerOutput,
  recordOf,
  responsesInput,
  responsesOutput,
  type DecodeOptions,
  type Message,
  type SpanKind,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { effortIn, listOf, millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

/** Its processor adds a parent to other senders' spans, which remain theirs. */
const OWN = ['input_json', 'output_json', 'input', 'output', 'span_attributes', 'metrics'].map(
  (name) => `braintrust.${name}`,
);

export const BRAINTRUST: Convention = {
  name: 'braintrust',
  detects: ({ has }) => OWN.some(has),
  messages: {
    input: (sent, options) => inputOf(braintrustContent(sent, 'input'), options),
    output: (sent, options) => outputOf(braintrustContent(sent, 'output'), options),
  },
  facts: braintrustFacts,
};

const braintrustContent = ({ json }: SentSpan, name: 'input' | 'output'): unknown =>
  json(`braintrust.${name}_json`) ?? json(`braintrust.${name}`);

function inputOf(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  return items.length > 0 ? items : anyInput(value, options);
}

/** Chat Completions gives only the list of choices; the Responses API gives the list of items. */
function outputOf(value: unknown, options: DecodeOptions): Message[] {
  const choices = attributeList(value);
  if (choices?.some((choice) => typeof recordOf(choice).message === 'object'))
    return providerOutput({ object: 'chat.completion', choices }, options);
  const items = responsesOutput(value, options);
  return items.length > 0 ? items : anyOutput(value, options);
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm', 'generation'],
  ['tool', 'tool'],
  ['task', 'chain'],
  ['eval', 'chain'],
  ['function', 'chain'],
  ['score', 'span'],
]);

function braintrustFacts(reader: SpanReader): SpanFacts {
  const { span, read, json } = reader;
  const said = recordOf(json('braintrust.metadata'));
  const metrics = recordOf(json('braintrust.metrics'));
  const model = textIn(said, 'model');
  const { type } = recordOf(json('braintrust.span_attributes'));
  const wait = millisecondsOf(metrics.time_to_first_token, 1000);
  return {
    // Go client wrappers identify their kind only by metadata.
    kind: KINDS.get(type) ?? (type === undefined && model !== undefined ? 'generation' : undefined),
    context: { tags: listOf(read('braintrust.tags')) },
    model: {
      provider: textIn(said, 'provider'),
      requestModel: model,
      finishReason: textIn(said, 'stop_reason'),
      reasoningEffort: effortIn(said),
      ...(said.stream === true && { streaming: true, ...(wait !== undefined && { timeToFirstChunk: wait }) }),
    },
    usage: usageOf({
      input: metrics.prompt_tokens,
      cacheRead: metrics.prompt_cached_tokens,
      cacheWrite: metrics.prompt_cache_creation_tokens,
      cacheWriteMinutes: metrics.prompt_cache_creation_5m_tokens,
      cacheWriteHour: metrics.prompt_cache_creation_1h_tokens,
      output: metrics.completion_tokens,
      reasoning: metrics.completion_reasoning_tokens,
      costUsd: metrics.estimated_cost,
    }),
    execution: () =>
      toolOf({
        name: span.name,
        arguments: braintrustContent(reader, 'input'),
        result: braintrustContent(reader, 'output'),
      }),
  };
}

function textIn(record: Record<string, unknown>, name: string): string | undefined {
  const value = record[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
