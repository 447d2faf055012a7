/**
 * Haystack: components, recognized by their class names, with input and output as JSON; the provider's token counts
 * are in the replies. In its messages, the part's only field names its kind.
 */
import { decodeMessages, recordOf, type DecodeOptions, type Message, type SpanKind } from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { providerUsage, toolOf, usageOf } from '../shared/values.ts';

export const HAYSTACK: Convention = {
  name: 'haystack',
  detects: ({ prefixes, span }) => prefixes.has('haystack') || span.startsWith('haystack.'),
  messages: {
    input: (sent, options) => {
      const { messages, prompt } = recordOf(haystackContent(sent, 'input'));
      // Generators without chat take one prompt.
      if (typeof prompt === 'string') return decodeMessages([{ role: 'user', content: prompt }], options);
      return messagesFrom(messages, options);
    },
    output: (sent, options) => messagesFrom(recordOf(haystackContent(sent, 'output')).replies, options),
  },
  facts: haystackFacts,
};

/** Content of a component, or of an agent's step. */
function haystackContent({ json }: SentSpan, name: 'input' | 'output'): unknown {
  const of = ['component', 'agent.step.llm', 'agent.step.tool', 'agent'];
  return of.map((owner) => json(`haystack.${owner}.${name}`)).find((value) => value !== undefined);
}

function messagesFrom(value: unknown, options: DecodeOptions): Message[] {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return decodeMessages(
    messages.map((message) => {
      if (typeof message === 'string') return { role: 'assistant', content: message };
      const { role, content, meta } = recordOf(message);
      const parts: unknown[] = Array.isArray(content) ? content.map(partOf) : [];
      return { role, parts, finish_reason: recordOf(meta).finish_reason };
    }),
    options,
  );
}

function partOf(value: unknown): unknown {
  const { text, reasoning, tool_call: call, tool_call_result: answer } = recordOf(value);
  if (typeof text === 'string') return { type: 'text', content: text };
  if (reasoning !== undefined) return { type: 'reasoning', content: recordOf(reasoning).reasoning_text };
  if (call !== undefined) {
    const { tool_name: name, arguments: callArguments } = recordOf(call);
    return { type: 'tool_call', id: callIdOf(call), name, arguments: callArguments };
  }
  if (answer === undefined) return { type: 'media' };
  const { result, error, origin } = recordOf(answer);
  return { type: 'tool_call_response', id: callIdOf(origin), response: result, is_error: error };
}

/** With the Responses API, `id` is the item's; the one that results refer to is beside it. */
function callIdOf(call: unknown): unknown {
  const { id, extra } = recordOf(call);
  return recordOf(extra).call_id ?? id;
}

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

function haystackFacts(reader: SpanReader): SpanFacts {
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
