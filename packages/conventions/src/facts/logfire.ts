/**
 * Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes
 * (otel-genai §5.2).
 */
import { attributeText, GEN_AI, recordOf, type AttributedCall, type SpanKind, type Usage } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { effortIn, listOf, providerUsage, toolOf, usageOf } from '../shared/values.ts';

const ANTHROPIC = 'logfire.anthropic';
const OPENAI_AGENTS = 'logfire.openai_agents';

export function logfireFacts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const request = recordOf(json('request_data'));
  return {
    kind: kindOf(reader, request),
    name: nameOf(reader),
    context: { agentName: text('agent_name') ?? agentOf(reader), sessionId: real(text('group_id', 'session_id')) },
    model: {
      requestModel: typeof request.model === 'string' ? request.model : undefined,
      responseId: text('response_id'),
      finishReason: listOf(read('gen_ai.response.finish_reasons'))[0],
      reasoningEffort: effortIn(request) ?? effortIn(recordOf(json('model_settings'))),
      streaming: request.stream === true ? true : undefined,
    },
    usage: usageFrom(reader),
    // The Anthropic integration drops thoughts and, when streaming, the calls as well.
    repeats: span.scope.name === ANTHROPIC ? 'calls' : undefined,
    execution: () => executionOf(reader),
  };
}

/**
 * The span's own name for Logfire's integrations, whose templates are filled with models, agents and tools. An
 * application's templates may be filled with contents, so they stay unfilled.
 */
function nameOf({ span, text }: SpanReader): string | undefined {
  return span.scope.name.startsWith('logfire.') && span.name.includes('{') ? text('logfire.msg') : undefined;
}

/** Its span names are templates, the same for all values. */
const AGENTS_KINDS: readonly [beginning: string, kind: SpanKind][] = [
  ['Function', 'tool'],
  ['Agent run', 'agent'],
  ['Turn', 'chain'],
  ['Task', 'chain'],
  ['OpenAI Agents trace', 'chain'],
];

function kindOf(reader: SpanReader, request: Record<string, unknown>): SpanKind | undefined {
  const { span } = reader;
  if (span.scope.name === OPENAI_AGENTS)
    return AGENTS_KINDS.find(([beginning]) => span.name.startsWith(beginning))?.[1];
  if (!('model' in request)) return undefined;
  if (span.name.startsWith('Embedding')) return 'embedding';
  // Everything else that the clients can do: assistants, files, older completion APIs.
  if (OTHER_CALL.test(span.name)) return 'span';
  return isBeginning(reader, request) ? 'span' : 'generation';
}

const OTHER_CALL = /^\w+ API call to /;

/**
 * When streaming, the span ends before the answer begins, and a separate log has the request again, with the answer. In
 * the newest format the request does not show that it was a stream; the missing answer does.
 */
function isBeginning({ span, read, text }: SpanReader, request: Record<string, unknown>): boolean {
  if (text('logfire.span_type') === 'log' || span.statusCode === FAILED || read('response_data') !== undefined)
    return false;
  const isUnanswered = ANSWERED.every((name) => read(name) === undefined);
  return request.stream === true || (isUnanswered && text(GEN_AI.operationName) === 'chat');
}

const ANSWERED = [GEN_AI.outputMessages, GEN_AI.responseId, GEN_AI.inputTokens, GEN_AI.outputTokens, 'events'];

const FAILED = 2;

function agentOf({ span, text }: SpanReader): string | undefined {
  return span.scope.name === OPENAI_AGENTS && span.name.startsWith('Agent run') ? text('name') : undefined;
}

/**
 * Values that look like secrets are replaced, which includes ids containing `session`; missing values are written as
 * JSON.
 */
function real(value: string | undefined): string | undefined {
  return value === 'null' || value?.startsWith('[Scrubbed') ? undefined : value;
}

function usageFrom({ span, json, read }: SpanReader): Usage | undefined {
  // The OpenAI agent steps also have `usage`, under other names.
  const reported = providerUsage(json('gen_ai.usage.raw')) ?? providerUsage(json('usage'));
  const cost = usageOf({ costUsd: read('operation.cost') });
  if (!reported) return partial(read);
  // For other hosts that the agents use through Chat Completions, a 0 means that nothing was counted.
  const isCounted = span.scope.name !== OPENAI_AGENTS || reported.reasoning !== 0 || isOfOpenAi(json('response'));
  const { reasoning: _uncounted, reasoningSource: _source, ...others } = reported;
  return { ...(isCounted ? reported : others), ...cost };
}

/** Steps of Claude's Agent SDK are reported when the answer begins: the input is complete, the output is not. */
function partial(read: SpanReader['read']): Usage | undefined {
  return usageOf({
    input: read('gen_ai.usage.partial.input_tokens'),
    cacheRead: read('gen_ai.usage.partial.cache_read.input_tokens'),
    cacheWrite: read('gen_ai.usage.partial.cache_creation.input_tokens'),
    costUsd: read('operation.cost'),
  });
}

const isOfOpenAi = (response: unknown): boolean => attributeText(recordOf(response).id)?.startsWith('resp_') === true;

function executionOf({ span, read, text }: SpanReader): AttributedCall {
  const isAgents = span.scope.name === OPENAI_AGENTS;
  return isAgents ? toolOf({ name: text('name'), arguments: read('input'), result: read('output') }) : toolOf({});
}
