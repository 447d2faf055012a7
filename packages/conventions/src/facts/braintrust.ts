/** Braintrust's own SDKs: model, figures and kind as JSON objects. Its figures are inclusive. */
import { recordOf, type SpanKind } from '@subtext/reasoning';
import { braintrustContent } from '../senders/braintrust.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { effortIn, listOf, millisecondsOf, toolOf, usageOf } from '../shared/values.ts';

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm', 'generation'],
  ['tool', 'tool'],
  ['task', 'chain'],
  ['eval', 'chain'],
  ['function', 'chain'],
  ['score', 'span'],
]);

export function braintrustFacts(reader: SpanReader): SpanFacts {
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
