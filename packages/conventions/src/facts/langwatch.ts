/** LangWatch's own SDKs: semconv names for the model, their own for the rest. */
import { recordOf, type SpanKind } from '@subtext/reasoning';
import { langwatchValue } from '../senders/langwatch.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataFrom } from '../shared/texts.ts';
import { effortIn, listOf, toolOf, usageOf } from '../shared/values.ts';

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['llm', 'generation'],
  ['tool', 'tool'],
  ['agent', 'agent'],
  ['rag', 'retriever'],
  ['chain', 'chain'],
  ['workflow', 'chain'],
  ['component', 'chain'],
  ['module', 'chain'],
  ['task', 'chain'],
]);

export function langwatchFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const metadata = recordOf(json('metadata'));
  const metrics = recordOf(langwatchValue(reader, 'metrics'));
  const kind = KINDS.get(text('langwatch.span.type'));
  // JavaScript uses camel case, Python snake case.
  const figure = (words: string) =>
    metrics[words] ?? metrics[words.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  return {
    kind,
    context: {
      agentName: kind === 'agent' ? (text('gen_ai.agent.name') ?? span.name) : undefined,
      sessionId: text('langwatch.thread.id') ?? textValue(metadata.thread_id),
      userId: text('langwatch.user.id') ?? textValue(metadata.user_id),
      tags: listOf(read('langwatch.labels') ?? metadata.labels),
      metadata: metadataFrom(metadata),
    },
    model: { reasoningEffort: effortIn(recordOf(langwatchValue(reader, 'params'))) },
    usage: usageOf({
      input: figure('promptTokens'),
      output: figure('completionTokens'),
      costUsd: metrics.cost,
    }),
    execution: () =>
      toolOf({ name: span.name, arguments: langwatchValue(reader, 'input'), result: langwatchValue(reader, 'output') }),
  };
}

function textValue(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
