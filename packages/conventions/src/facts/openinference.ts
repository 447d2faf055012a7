/**
 * OpenInference (Arize): lists flattened into attributes; the only convention with ids, signatures and encrypted
 * thinking (otel-genai §2).
 */
import { recordOf, type AttributedCall, type SpanKind, type Usage } from '@subtext/reasoning';
import { openInferenceBody } from '../senders/openinference.ts';
import { toolAnswer } from '../shared/langchain.ts';
import type { DecodedSpan, ModelFacts, SpanFacts, SpanReader } from '../facts.ts';
import { beginsCallOfBeeai, kindOfBeeai, toolOfBeeai } from './beeai.ts';
import { metadataFrom, withoutUndefined } from '../shared/texts.ts';
import { effortIn, listOf, namedArguments, toolOf, usageOf, inclusive } from '../shared/values.ts';

const KINDS: ReadonlyMap<unknown, SpanKind> = new Map<unknown, SpanKind>([
  ['LLM', 'generation'],
  ['EMBEDDING', 'embedding'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'retriever'],
  ['TOOL', 'tool'],
  ['AGENT', 'agent'],
]);

export function openInferenceFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const parameters = recordOf(read('llm.invocation_parameters'));
  const kind = kindOf(reader);
  const requestModel = text('llm.request.model_name', 'llm.model_name', 'embedding.model_name');
  const responseModel = text('llm.response.model_name');
  const body = kind === 'generation' ? openInferenceBody(reader) : null;
  return {
    kind,
    context: {
      agentName: text('agent.name'),
      metadata: metadataFrom(json('metadata')),
      tags: listOf(read('tag.tags')),
    },
    model: {
      provider: text('llm.provider', 'llm.system'),
      requestModel,
      responseModel,
      responseId: body?.id,
      finishReason: text('llm.finish_reason'),
      reasoningEffort: effortIn(parameters),
      ...streamOf(span, parameters),
    },
    usage: usageIn(reader, body?.usage),
    // When streaming, the Python package keeps only the last piece of `reasoning_content`.
    repeats: 'thoughts',
    ...(beginsCallOfBeeai(reader) && { asked: 'input' as const }),
    execution: () => executionOf(reader),
  };
}

function usageIn({ read, span }: SpanReader, inBody: Usage | undefined): Usage | undefined {
  const cacheRead =
    read('llm.token_count.prompt_details.cache_read') ?? read('llm.token_count.prompt_details.cache_input');
  const cacheWrite = read('llm.token_count.prompt_details.cache_write');
  const usage = usageOf(
    {
      input: read('llm.token_count.prompt'),
      cacheRead,
      cacheWrite,
      // Not a name of the convention: client wrappers leave it to the answer, others write it beside the sum.
      cacheWriteHour: read('llm.token_count.prompt_details.cache_write_1h') ?? (cacheWrite && inBody?.cacheWriteHour),
      output: read('llm.token_count.completion'),
      // The Anthropic wrapper leaves it out.
      reasoning: read('llm.token_count.completion_details.reasoning') ?? inBody?.reasoning,
      costUsd: read('llm.cost.total'),
    },
    { cacheOutside: span.scope.name === OF_AGENT_SDK },
  );
  if (!usage) return undefined;
  const isCacheTold = cacheRead !== undefined || cacheWrite !== undefined;
  return inclusive(isCacheTold ? usage : { ...usage, ...cachedIn(inBody) }, read('llm.token_count.total'));
}

/** Claude's Agent SDK reports usage like Claude, with cached tokens outside the input. */
const OF_AGENT_SDK = 'openinference.instrumentation.claude_agent_sdk';

/** The Anthropic wrapper for JavaScript reports the input without cached tokens, and does not mark it so. */
function cachedIn({ input, cacheRead, cacheWrite, cacheWriteHour }: Usage = {}): Usage {
  if (input === undefined || !(cacheRead || cacheWrite)) return {};
  return withoutUndefined({ input, cacheRead, cacheWrite, cacheWriteHour });
}

/** The OpenAI Agents SDK reports a handoff between agents as a tool; the model's call is one already. */
function kindOf(reader: SpanReader): SpanKind {
  const { span, text } = reader;
  if (span.scope.name === 'openinference.instrumentation.openai_agents' && span.name.startsWith('handoff'))
    return 'span';
  const kind = KINDS.get(text('openinference.span.kind')?.toUpperCase()) ?? 'span';
  return kindOfBeeai(reader, kind) ?? kind;
}

function streamOf(span: DecodedSpan, parameters: Record<string, unknown>): Partial<ModelFacts> {
  const first = span.events.find(({ name }) => name === 'First Token Stream Event');
  if (!first) return parameters.stream === true ? { streaming: true } : {};
  const wait = Number(first.timeUnixNano - span.startTimeUnixNano) / 1e6;
  return { streaming: true, ...(wait >= 0 && { timeToFirstChunk: wait }) };
}

/**
 * `tool.parameters` is the schema of the arguments for most senders, and the arguments for those without `input.value`.
 */
function executionOf(reader: SpanReader): AttributedCall {
  const { span, read, text, json } = reader;
  const answer = toolAnswer(json('output.value'));
  const name = text('tool.name') ?? toolOfBeeai(reader) ?? span.name;
  const tool = toolOf({
    id: text('tool.id', 'tool.call_id', 'tool_call.id') ?? answer?.id,
    name,
    arguments: namedArguments(read('input.value') ?? read('tool.parameters') ?? parametersOf(json(BEDROCK_ARGUMENTS))),
    result: answer ? answer.result : (answerOfGemini(json('output.value'), name) ?? read('output.value')),
  });
  return { ...tool, ...(answer?.isError && { isError: true }) };
}

/** Google ADK: the value sent to the model, wrapped around the tool's result. */
function answerOfGemini(said: unknown, tool: string): unknown {
  const { name, response } = recordOf(said);
  return name === tool ? response : undefined;
}

const BEDROCK_ARGUMENTS = 'llm.input_messages.0.message.tool_calls.0.tool_call.function.arguments';

/** Parameters from Bedrock agents: `[{ name, type, value }]`. */
function parametersOf(said: unknown): unknown {
  if (!Array.isArray(said)) return said;
  const named = said.map(recordOf).flatMap(({ name, value }) => (typeof name === 'string' ? [[name, value]] : []));
  return named.length === said.length ? Object.fromEntries(named) : said;
}
