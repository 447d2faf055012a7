/** MLflow: every value dumped as JSON, strings with their quotes; inputs and outputs in the provider's own dialect (otel-genai §5.4). */
import type { SpanKind } from '@subtext/db';
import { recordOf } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { metadataUnder } from './span-context.ts';
import { toolOf, usageOf } from './values.ts';

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['CHAT_MODEL', 'generation'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'retriever'],
  ['EMBEDDING', 'embedding'],
]);

export function mlflowFacts({ span, json }: SpanReader): SpanFacts {
  const said = (name: string) => stringOf(json(name));
  const tokens = recordOf(json('mlflow.chat.tokenUsage'));
  const inputs = json('mlflow.spanInputs');
  const outputs = json('mlflow.spanOutputs');
  return {
    kind: KINDS.get(said('mlflow.spanType')) ?? 'span',
    context: { metadata: metadataUnder(span.attributes, 'mlflow.traceTag.') },
    model: {
      provider: said('mlflow.llm.provider'),
      requestModel: said('mlflow.llm.model') ?? stringOf(recordOf(inputs).model),
    },
    usage: usageOf({
      input: tokens.input_tokens,
      cacheRead: tokens.cache_read_input_tokens,
      cacheWrite: tokens.cache_creation_input_tokens,
      output: tokens.output_tokens,
      costUsd: recordOf(json('mlflow.llm.cost')).total_cost,
    }),
    execution: () => toolOf({ name: span.name, arguments: inputs, result: outputs }),
  };
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
