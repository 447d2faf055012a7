/** Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes (otel-genai §5.2). */
import type { SpanKind } from '@subtext/db';
import { recordOf, type AttributedCall, type Usage } from '@subtext/reasoning';
import type { SpanFacts, SpanReader } from './dialect.ts';
import { effortIn, listOf, providerUsage, toolOf, usageOf } from './values.ts';

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
    // `usage.partial` on the steps of an agent is no figure of a generation: the run has the true one.
    usage: usageFrom(reader),
    // The integration of Anthropic drops thoughts, and of a stream the calls as well.
    repeats: span.scope.name === ANTHROPIC ? 'calls' : undefined,
    execution: () => executionOf(reader),
  };
}

/** Of its own integrations, whose templates are filled with models, agents and tools. Those of an app may be filled with contents, and stay what they are. */
function nameOf({ span, text }: SpanReader): string | undefined {
  return span.scope.name.startsWith('logfire.') && span.name.includes('{') ? text('logfire.msg') : undefined;
}

/** Its names of spans are templates, the same whatever is filled in. */
const AGENTS_KINDS: readonly [beginning: string, kind: SpanKind][] = [
  ['Function', 'tool'],
  ['Agent run', 'agent'],
  ['Turn', 'chain'],
  ['Task', 'chain'],
  ['OpenAI Agents trace', 'chain'],
];

function kindOf({ span, read, text }: SpanReader, request: Record<string, unknown>): SpanKind | undefined {
  if (span.scope.name === OPENAI_AGENTS)
    return AGENTS_KINDS.find(([beginning]) => span.name.startsWith(beginning))?.[1];
  if (!('model' in request)) return undefined;
  // Of a stream the span ends before the answer begins, and a log beside it has the request again, with the answer.
  const isBeginning = request.stream === true && text('logfire.span_type') !== 'log' && span.statusCode !== FAILED;
  return isBeginning && read('response_data') === undefined ? 'span' : 'generation';
}

const FAILED = 2;

function agentOf({ span, text }: SpanReader): string | undefined {
  return span.scope.name === OPENAI_AGENTS && span.name.startsWith('Agent run') ? text('name') : undefined;
}

/** What looks like a secret is replaced, and an id that says `session` does. */
function real(value: string | undefined): string | undefined {
  return value?.startsWith('[Scrubbed') ? undefined : value;
}

function usageFrom({ span, json, read }: SpanReader): Usage | undefined {
  // The steps of an agent of OpenAI's have `usage`, too, in other names.
  const reported = providerUsage(json('gen_ai.usage.raw')) ?? providerUsage(json('usage'));
  const cost = usageOf({ costUsd: read('operation.cost') });
  if (!reported) return cost;
  // Of a host that the agents speak Chat Completions with, their sums have a 0 where nobody counted.
  const isCounted = span.scope.name !== OPENAI_AGENTS || reported.reasoning !== 0 || isOfOpenAi(json('response'));
  const { reasoning: _uncounted, reasoningSource: _source, ...others } = reported;
  return { ...(isCounted ? reported : others), ...cost };
}

const isOfOpenAi = (response: unknown): boolean => String(recordOf(response).id).startsWith('resp_');

function executionOf({ span, read, text }: SpanReader): AttributedCall {
  const isAgents = span.scope.name === OPENAI_AGENTS;
  return isAgents ? toolOf({ name: text('name'), arguments: read('input'), result: read('output') }) : toolOf({});
}
