/** Haystack: components, recognized by their class names; the provider's token counts are in the replies. */
import { recordOf, type SpanKind } from '@subtext/reasoning';
import { haystackContent } from '../senders/haystack.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { providerUsage, toolOf, usageOf } from '../shared/values.ts';

const KINDS: readonly [name: RegExp, kind: SpanKind][] = [
  [/^haystack\.agent\.step\.llm/, 'generation'],
  [/^haystack\.agent\.step\.tool/, 'tool'],
  [/^haystack\.agent\.run/, 'agent'],
  [/^haystack\.(?:pipeline|async_pipeline|agent\.step)/, 'chain'],
];

/** Matches class names, an application's own included: `OpenAIChatGenerator`. */
const COMPONENTS: readonly [className: RegExp, kind: SpanKind][] = [
  [/Generator$/, 'generation'],
  [/Embedder$/, 'embedding'],
  [/Retriever$/, 'retriever'],
];

export function haystackFacts(reader: SpanReader): SpanFacts {
  const { span, text } = reader;
  const component = text('haystack.component.type') ?? '';
  const kind =
    COMPONENTS.find(([name]) => name.test(component))?.[1] ?? KINDS.find(([name]) => name.test(span.name))?.[1];
  const meta = kind === 'generation' || kind === 'embedding' ? metaOf(haystackContent(reader, 'output')) : {};
  const figures = recordOf(meta.usage);
  return {
    kind: kind ?? 'chain',
    model: { ...(typeof meta.model === 'string' && { responseModel: meta.model }) },
    usage: providerUsage(figures) ?? usageOf({ input: figures.input_tokens, output: figures.output_tokens }),
    execution: () =>
      toolOf({
        name: text('haystack.tool.name'),
        arguments: haystackContent(reader, 'input'),
        result: haystackContent(reader, 'output'),
      }),
  };
}

/** Metadata of the first reply or, without chat, of the list beside the replies. */
function metaOf(output: unknown): Record<string, unknown> {
  const { replies, meta } = recordOf(output);
  const [reply]: unknown[] = Array.isArray(replies) ? replies : [];
  const [beside]: unknown[] = Array.isArray(meta) ? meta : [meta];
  return { ...recordOf(beside), ...recordOf(recordOf(reply).meta) };
}
