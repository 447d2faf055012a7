/** Langfuse SDK: observations with input and output as JSON; the thinking hides inside the output (otel-genai §5.1). */
import type { SpanKind } from '@subtext/db';
import { type DecodeOptions, type Message } from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import {
  effortIn,
  anyInput,
  isItemList,
  listOf,
  anyOutput,
  recordOf,
  responsesInput,
  toolOf,
  usageOf,
} from './values.ts';

export const LANGFUSE: Dialect = {
  name: 'langfuse',
  detects: ({ scope, prefixes }) => scope === 'langfuse-sdk' || prefixes.has('langfuse'),
  facts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['generation', 'generation'],
  ['embedding', 'embedding'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['chain', 'chain'],
  ['retriever', 'retriever'],
  ['span', 'span'],
  ['event', 'span'],
  ['evaluator', 'span'],
  ['guardrail', 'span'],
]);

function facts({ span, read, text, json }: SpanReader): SpanFacts {
  const parameters = recordOf(read('langfuse.observation.model.parameters'));
  return {
    kind: KINDS.get(text('langfuse.observation.type')),
    context: {
      sessionId: text('langfuse.session.id'),
      userId: text('langfuse.user.id'),
      environment: text('langfuse.environment'),
      release: text('langfuse.release'),
      tags: listOf(read('langfuse.trace.tags')),
      metadata: new Map([
        ...metadataUnder(span.attributes, 'langfuse.trace.metadata.'),
        ...metadataUnder(span.attributes, 'langfuse.observation.metadata.'),
      ]),
    },
    model: {
      requestModel: text('langfuse.observation.model.name'),
      reasoningEffort: effortIn(parameters),
    },
    usage: usageFrom(
      recordOf(read('langfuse.observation.usage_details')),
      recordOf(read('langfuse.observation.cost_details')),
    ),
    input: (options) => inputFrom(json('langfuse.observation.input'), options),
    output: (options) => anyOutput(json('langfuse.observation.output'), options),
    repeats: isItemList(json('langfuse.observation.input')) ? 'calls' : undefined,
    execution: () =>
      toolOf({
        name: span.name,
        arguments: read('langfuse.observation.input'),
        result: read('langfuse.observation.output'),
      }),
  };
}

/** Buckets exclude one another: cached input and thinking are added to get the whole. */
function usageFrom(details: Record<string, unknown>, costs: Record<string, unknown>) {
  const sum = (matches: RegExp) => {
    const figures = Object.entries(details).filter(([name, value]) => matches.test(name) && typeof value === 'number');
    return figures.length === 0 ? undefined : figures.reduce((total, [, value]) => total + (value as number), 0);
  };
  return usageOf({
    input: sum(/^input|^prompt_tokens$/),
    cacheRead: sum(/^input_cached|^input_cache_read|^cache_read/),
    cacheWrite: sum(/^input_cache_creation|^input_cache_write|^cache_(?:creation|write)/),
    output: sum(/^output|^completion_tokens$/),
    reasoning: sum(/^output_reasoning/),
    costUsd: costs.total,
  });
}

/** Of the Responses API the input without the request around it. */
function inputFrom(value: unknown, options: DecodeOptions): Message[] {
  const items = responsesInput(value, options);
  return items.length > 0 ? items : anyInput(value, options);
}
