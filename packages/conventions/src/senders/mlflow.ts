/**
 * MLflow: every value dumped as JSON, strings with their quotes; inputs and outputs in the provider's own format
 * (otel-genai §5.4).
 */
import { anyInput, anyOutput, recordOf, type SpanKind, type Usage } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { effortIn, providerUsage, toolOf, usageOf } from '../shared/values.ts';

export const MLFLOW: Convention = {
  name: 'mlflow',
  detects: ({ prefixes }) => prefixes.has('mlflow'),
  messages: {
    input: ({ json }, options) => anyInput(json('mlflow.spanInputs'), options),
    output: ({ json }, options) => anyOutput(json('mlflow.spanOutputs'), options),
  },
  facts: mlflowFacts,
};

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['CHAT_MODEL', 'generation'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'retriever'],
  ['EMBEDDING', 'embedding'],
]);

function mlflowFacts(reader: SpanReader): SpanFacts {
  const { span, json } = reader;
  const said = (name: string) => stringOf(json(name));
  const inputs = json('mlflow.spanInputs');
  const outputs = json('mlflow.spanOutputs');
  const asked = recordOf(inputs);
  const answered = recordOf(outputs);
  return {
    kind: KINDS.get(said('mlflow.spanType')) ?? 'span',
    context: { metadata: metadataUnder(span.attributes, 'mlflow.traceTag.') },
    model: {
      provider: said('mlflow.llm.provider'),
      requestModel: said('mlflow.llm.model') ?? stringOf(asked.model),
      responseModel: stringOf(answered.model),
      responseId: stringOf(answered.id),
      reasoningEffort: effortIn(asked),
    },
    usage: usageIn(reader, answered.usage),
    execution: () => toolOf({ name: span.name, arguments: inputs, result: outputs }),
  };
}

/** Its own sums leave out the thinking and Anthropic's cached tokens; the provider's answer has both. */
function usageIn({ json }: SpanReader, reported: unknown): Usage | undefined {
  const cost = usageOf({ costUsd: recordOf(json('mlflow.llm.cost')).total_cost });
  const usage = providerUsage(reported) ?? ownUsage(json);
  return usage || cost ? { ...usage, ...cost } : undefined;
}

/** The provider's own counts: Anthropic and Bedrock exclude cached tokens. */
function ownUsage(json: SpanReader['json']): Usage | undefined {
  const tokens = recordOf(json('mlflow.chat.tokenUsage'));
  return usageOf(
    {
      input: tokens.input_tokens,
      cacheRead: tokens.cache_read_input_tokens,
      cacheWrite: tokens.cache_creation_input_tokens,
      output: tokens.output_tokens,
    },
    { cacheOutside: CACHE_OUTSIDE.has(json('mlflow.message.format')) },
  );
}

const CACHE_OUTSIDE: ReadonlySet<unknown> = new Set(['anthropic', 'bedrock']);

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
