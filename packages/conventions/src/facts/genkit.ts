/**
 * Genkit: actions, whose kind is a subtype; the model is the name of its action, with the plugin before it
 * (`googleai/gemini-3-pro`).
 */
import { attributeCount, recordOf, type SpanKind, type Usage } from '@subtext/reasoning';
import type { ModelFacts, SpanFacts, SpanReader } from '../facts.ts';
import { toolOf, usageOf } from '../shared/values.ts';

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

export function genkitFacts(reader: SpanReader): SpanFacts {
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
