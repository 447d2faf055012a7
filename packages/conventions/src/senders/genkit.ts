/**
 * Genkit (JavaScript, Go, Python): actions, whose kind is a subtype, with input and output as JSON; the model is the
 * name of its action, with the plugin before it (`googleai/gemini-3-pro`). In its messages, the part's only field
 * names its kind.
 */
import {
  attributeCount,
  decodeMessages,
  recordOf,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { ModelFacts, SpanFacts, SpanReader } from '../facts.ts';
import { toolOf, usageOf } from '../shared/values.ts';

export const GENKIT: Convention = {
  name: 'genkit',
  detects: ({ scope, has }) => scope === 'genkit-tracer' || has('genkit:type') || has('genkit:name'),
  messages: {
    input: ({ json }, options) => messagesFrom(recordOf(json('genkit:input')).messages, options),
    output: ({ json }, options) => {
      const { message, candidates, finishReason } = recordOf(json('genkit:output'));
      // Before version 1 an answer had candidates.
      const choices: unknown[] = message === undefined && Array.isArray(candidates) ? candidates : [{ message }];
      return messagesFrom(
        choices.map((choice) => ({ finishReason, ...recordOf(choice) })).flatMap(messageOfChoice),
        options,
      );
    },
  },
  facts: genkitFacts,
};

function messageOfChoice({ message, finishReason }: Record<string, unknown>): unknown[] {
  return message === undefined ? [] : [{ ...recordOf(message), finish_reason: finishReason }];
}

function messagesFrom(value: unknown, options: DecodeOptions): Message[] {
  const messages: unknown[] = Array.isArray(value) ? value : [];
  return decodeMessages(
    messages.map(recordOf).map(({ content, ...message }) => ({ ...message, parts: partsOf(content) })),
    options,
  );
}

function partsOf(content: unknown): unknown[] {
  return Array.isArray(content) ? content.map(partOf) : [];
}

function partOf(value: unknown): unknown {
  const { text, reasoning, toolRequest, toolResponse, metadata } = recordOf(value);
  const signature = recordOf(metadata).thoughtSignature;
  const seal = typeof signature === 'string' ? { signature } : {};
  if (typeof reasoning === 'string') return { type: 'reasoning', content: reasoning, ...seal };
  if (typeof text === 'string') return { type: 'text', content: text };
  if (toolRequest !== undefined) {
    const { ref, name, input } = recordOf(toolRequest);
    return { type: 'tool_call', id: ref, name, arguments: input };
  }
  if (toolResponse === undefined) return { type: 'media' };
  const { ref, name, output } = recordOf(toolResponse);
  // Models that assign no ids to calls are answered by name.
  return { type: 'tool_call_response', id: ref ?? name, response: output };
}

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['model', 'generation'],
  ['background-model', 'generation'],
  ['tool', 'tool'],
  ['tool.v2', 'tool'],
  ['embedder', 'embedding'],
  ['retriever', 'retriever'],
  ['agent', 'agent'],
  ['session-flow', 'agent'],
  ['flow', 'chain'],
  ['prompt', 'chain'],
  ['executable-prompt', 'chain'],
]);

function genkitFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const subtype = text('genkit:metadata:subtype');
  const name = text('genkit:name') ?? span.name;
  const output = recordOf(json('genkit:output'));
  const kind = KINDS.get(subtype ?? text('genkit:type'));
  return {
    // `generate` and the steps of a flow enclose what they call.
    kind: kind ?? (['util', 'flowStep', 'helper'].includes(text('genkit:type') ?? '') ? 'chain' : undefined),
    context: { sessionId: text('genkit:sessionId'), agentName: kind === 'agent' ? name : undefined },
    model: kind === 'generation' || kind === 'embedding' ? modelOf(name, output) : {},
    usage: usageFrom(recordOf(output.usage)),
    execution: () => toolOf({ name, arguments: read('genkit:input'), result: json('genkit:output') }),
  };
}

function modelOf(name: string, { finishReason }: Record<string, unknown>): Partial<ModelFacts> {
  const slash = name.indexOf('/');
  const plugin = name.slice(0, Math.max(slash, 0));
  return {
    ...(plugin !== '' && { provider: plugin }),
    requestModel: name.slice(slash + 1),
    ...(typeof finishReason === 'string' && finishReason !== 'unknown' && { finishReason }),
  };
}

/** Google counts thinking beside the output, OpenAI inside it: the total shows which. */
function usageFrom(usage: Record<string, unknown>): Usage | undefined {
  const [input, output, thoughts, total] = ['input', 'output', 'thoughts', 'total'].map((kind) =>
    attributeCount(usage[`${kind}Tokens`]),
  );
  const thinkingOutside = total !== undefined && total === (input ?? 0) + (output ?? 0) + (thoughts ?? 0);
  const figures = { input, cacheRead: usage.cachedContentTokens, output, reasoning: thoughts };
  return usageOf(figures, { thinkingOutside });
}
