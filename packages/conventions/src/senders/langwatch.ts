/**
 * LangWatch's own SDKs: semconv names for the model, their own for the rest: values with their type beside them, `{
 * type: 'chat_messages', value }`.
 */
import { anyInput, anyOutput, recordOf, type DecodeOptions, type Message, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataFrom } from '../shared/texts.ts';
import { effortIn, listOf, toolOf, usageOf } from '../shared/values.ts';

export const LANGWATCH: Convention = {
  name: 'langwatch',
  detects: ({ prefixes, scope }) => prefixes.has('langwatch') || scope.startsWith('langwatch'),
  messages: {
    input: (sent, options) => typed(langwatchValue(sent, 'input'), anyInput, options),
    output: (sent, options) => typed(langwatchValue(sent, 'output'), anyOutput, options),
  },
  facts: langwatchFacts,
};

/** The value of `input`, `output`, `metrics` or `params` without its type. */
function langwatchValue({ json }: SentSpan, name: string): unknown {
  const value = json(`langwatch.${name}`);
  const { type, value: inner } = recordOf(value);
  if (typeof type !== 'string' || inner === undefined) return value;
  // Several inputs, each with its own type.
  return type === 'list' && Array.isArray(inner) ? inner.map((entry) => recordOf(entry).value ?? entry) : inner;
}

type Reader = (value: unknown, options: DecodeOptions) => Message[];

function typed(value: unknown, read: Reader, options: DecodeOptions): Message[] {
  const isListOfTexts = Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string');
  return read(isListOfTexts ? value.join('\n\n') : value, options);
}

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

function langwatchFacts(reader: SpanReader): SpanFacts {
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
