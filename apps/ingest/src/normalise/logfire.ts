/** Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes (otel-genai §5.2). */
import type { SpanKind } from '@subtext/db';
import {
  decodeMessages,
  eventMessages,
  GEN_AI,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type Usage,
  turnsTogether,
} from '@subtext/reasoning';
import type { Dialect, SpanFacts, SpanReader } from './dialect.ts';
import {
  answerIn,
  effortIn,
  isItemList,
  listOf,
  providerInput,
  providerOutput,
  providerResponse,
  providerUsage,
  recordOf,
  responsesInput,
  toolOf,
  usageOf,
} from './values.ts';

export const LOGFIRE: Dialect = {
  name: 'logfire',
  detects: ({ scope, has }) => scope.startsWith('logfire') || has('logfire.msg'),
  facts,
};

const ANTHROPIC = 'logfire.anthropic';
const OPENAI_AGENTS = 'logfire.openai_agents';

function facts(reader: SpanReader): SpanFacts {
  const { span, read, text, json } = reader;
  const request = recordOf(json('request_data'));
  return {
    kind: kindOf(reader, request),
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
    input: (options) => inputOf(reader, options),
    output: (options) => outputOf(reader, options),
    // The integration of Anthropic drops thoughts, and of a stream the calls as well.
    repeats: span.scope.name === ANTHROPIC ? 'calls' : undefined,
    execution: () => executionOf(reader),
  };
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

function inputOf({ json }: SpanReader, options: DecodeOptions): Message[] {
  const messages = providerInput(recordOf(json('request_data')), options);
  if (messages.length > 0) return messages;
  const raw = json('raw_input');
  if (isItemList(raw)) return responsesInput(raw, options);
  const [asked] = eventsOf(json, options);
  return asked;
}

function outputOf({ span, json }: SpanReader, options: DecodeOptions): Message[] {
  const answer = answerIn(providerResponse(json('response'), options.model), options);
  if (answer.length > 0) return answer;
  const { message, combined_chunk_content: streamed } = recordOf(json('response_data'));
  if (message !== undefined && message !== null) {
    const said = recordOf(message);
    return providerOutput({ choices: [{ message: span.scope.name === ANTHROPIC ? withInputs(said) : said }] }, options);
  }
  if (typeof streamed === 'string') return providerOutput({ choices: [{ message: { content: streamed } }] }, options);
  const [, answered] = eventsOf(json, options);
  // In its newest format each item of the Responses API is a message, which elsewhere are the choices.
  return answered.length > 0 || !span.name.startsWith('Responses API')
    ? answered
    : turnsTogether(decodeMessages(json(GEN_AI.outputMessages), options));
}

/** Anthropic's blocks as calls of OpenAI: the arguments stand one level deeper, as the `input` that they are in the block. */
function withInputs(message: Record<string, unknown>): Record<string, unknown> {
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const unwrapped = calls.map((call) => {
    const { function: called, ...rest } = recordOf(call);
    const { arguments: given, ...named } = recordOf(called);
    const inner = recordOf(given);
    return { ...rest, function: { ...named, arguments: JSON.stringify('input' in inner ? inner.input : inner) } };
  });
  return { ...message, ...(calls.length > 0 && { tool_calls: unwrapped }) };
}

const CHOICE = 'gen_ai.choice';
/** The role of what a model did not say. */
const ASKED: ReadonlySet<unknown> = new Set(['gen_ai.system.message', 'gen_ai.user.message', 'gen_ai.tool.message']);

/** What was asked, and what was answered. Of the Responses API the answer stands at the end of the same list, without a word that it is one. */
function eventsOf(json: SpanReader['json'], options: DecodeOptions): [asked: Message[], answered: Message[]] {
  const value = json('events') ?? json('all_messages_events');
  const events = Array.isArray(value) ? value.map(recordOf) : [];
  const isResponses = events.some((event) => event['event.name'] === 'gen_ai.unknown') || !events.some(isChoice);
  if (!isResponses) {
    const { input, output } = eventMessages(events, options);
    return [input, output];
  }
  const last = events.findLastIndex((event) => ASKED.has(event['event.name'])) + 1;
  const told = (some: typeof events) => turnsTogether(some.flatMap((event) => messagesOfEvent(event, options)));
  return [told(events.slice(0, last)), told(events.slice(last))];
}

const isChoice = (event: Record<string, unknown>): boolean => event['event.name'] === CHOICE;

/** An item that has no event of its own, as a thought, is carried whole. */
function messagesOfEvent(event: Record<string, unknown>, options: DecodeOptions): Message[] {
  if (event['event.name'] === 'gen_ai.unknown') return responsesInput([event.data], options);
  return eventMessages([event], options).input;
}

function executionOf({ span, read, text }: SpanReader): AttributedCall {
  const isAgents = span.scope.name === OPENAI_AGENTS;
  return isAgents ? toolOf({ name: text('name'), arguments: read('input'), result: read('output') }) : toolOf({});
}
