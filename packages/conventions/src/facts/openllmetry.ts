/**
 * OpenLLMetry (Traceloop), Python and JS: workflow spans, flattened messages in older packages, semconv messages in
 * newer ones (otel-genai §3).
 */
import { attributeCount, GEN_AI, recordOf, type AttributedCall, type SpanKind, type Usage } from '@subtext/reasoning';
import { repeatedBy } from '../senders/openllmetry-messages.ts';
import { toolAnswer } from '../shared/langchain.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { metadataUnder } from '../shared/texts.ts';
import { toolOf, usageOf } from '../shared/values.ts';

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['chat', 'generation'],
  ['completion', 'generation'],
  ['embedding', 'embedding'],
  ['rerank', 'span'],
  ['workflow', 'chain'],
  ['task', 'chain'],
  ['session', 'chain'],
  ['agent', 'agent'],
  ['tool', 'tool'],
]);

const ASSOCIATION = 'traceloop.association.properties.';

export function openllmetryFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const kind = KINDS.get(text('llm.request.type')) ?? KINDS.get(text('traceloop.span.kind'));
  const entity = text('traceloop.entity.name');
  return {
    kind,
    context: {
      sessionId: text(`${ASSOCIATION}session_id`),
      userId: text(`${ASSOCIATION}user_id`),
      agentName: kind === 'agent' ? entity : undefined,
      metadata: metadataUnder(span.attributes, ASSOCIATION),
    },
    model: {
      finishReason: text('gen_ai.response.finish_reason', 'gen_ai.response.stop_reason'),
      reasoningEffort: text('gen_ai.request.reasoning_effort', 'gen_ai.request.thinking_type'),
      streaming: read('gen_ai.is_streaming') === true ? true : undefined,
    },
    usage: usageIn(reader),
    repeats: repeatedBy(reader),
    execution: () => ranBy(entity, json),
  };
}

/** The LangChain wrapper writes everything that a tool run was called with, and the resulting message. */
function ranBy(name: string | undefined, json: SpanReader['json']): AttributedCall {
  const given = json('traceloop.entity.input');
  const returned = json('traceloop.entity.output');
  const { inputs, kwargs } = recordOf(given);
  const answer = toolAnswer(recordOf(returned).output);
  const id = answer?.id ?? recordOf(kwargs).tool_call_id;
  const call = toolOf({
    id: typeof id === 'string' ? id : undefined,
    name,
    arguments: inputs === undefined ? given : inputs,
    result: answer ? answer.result : returned,
  });
  return { ...call, ...(answer?.isError && { isError: true }) };
}

function usageIn(reader: SpanReader): Usage | undefined {
  const { read } = reader;
  const outside = uncounted(reader);
  return usageOf(
    {
      input: read('gen_ai.usage.input_tokens') ?? read('gen_ai.usage.prompt_tokens'),
      cacheRead: read('gen_ai.usage.cache_read_input_tokens') ?? read(GEN_AI.cacheReadTokens),
      cacheWrite: read('gen_ai.usage.cache_creation_input_tokens') ?? read(GEN_AI.cacheWriteTokens),
      output: read('gen_ai.usage.output_tokens') ?? read('gen_ai.usage.completion_tokens'),
      reasoning: outside ?? read('gen_ai.usage.reasoning_tokens') ?? read('llm.usage.reasoning_tokens'),
    },
    {
      zeroThinkingIsUnknown: true,
      thinkingOutside: outside !== undefined,
      cacheOutside: reader.span.scope.name === OF_ANTHROPIC,
    },
  );
}

/** The JavaScript package passes on Anthropic's usage, where cached tokens are outside the input. */
const OF_ANTHROPIC = '@traceloop/instrumentation-anthropic';

const GOOGLE = /^(?:gcp\.|google|gemini|vertex)/i;

/** Google counts thinking beside the output, and only the total is reported. */
function uncounted({ read, text }: SpanReader): number | undefined {
  if (!GOOGLE.test(text('gen_ai.provider.name', 'gen_ai.system') ?? '')) return undefined;
  const [total, input, output] = ['total', 'input', 'output'].map((kind) =>
    attributeCount(read(`gen_ai.usage.${kind}_tokens`)),
  );
  if (total === undefined || input === undefined || output === undefined) return undefined;
  return total > input + output ? total - input - output : undefined;
}
