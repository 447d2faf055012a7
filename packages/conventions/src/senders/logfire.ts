/**
 * Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes
 * (otel-genai §5.2).
 */
import {
  answerIn,
  attributeText,
  decodeMessages,
  eventMessages,
  GEN_AI,
  isItemList,
  providerInput,
  providerOutput,
  providerResponse,
  recordOf,
  responsesInput,
  turnsTogether,
  type AttributedCall,
  type DecodeOptions,
  type Message,
  type SpanKind,
  type Usage,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';
import type { SpanFacts, SpanReader } from '../facts.ts';
import { effortIn, listOf, providerUsage, toolOf, usageOf } from '../shared/values.ts';

export const LOGFIRE: Convention = {
  name: 'logfire',
  detects: ({ scope, has }) => scope.startsWith('logfire') || has('logfire.msg'),
  messages: {
    input: inputOf,
    output: outputOf,
  },
  facts: logfireFacts,
};

const ANTHROPIC = 'logfire.anthropic';
const OPENAI_AGENTS = 'logfire.openai_agents';

function inputOf({ scope, json }: SentSpan, options: DecodeOptions): Message[] {
  const messages = providerInput(recordOf(json('request_data')), options);
  // With Chat Completions in the Agents SDK, the answer is already in the list.
  if (messages.length > 0) return scope === OPENAI_AGENTS ? withoutAnswer(messages) : messages;
  const raw = json('raw_input');
  if (isItemList(raw)) return responsesInput(raw, options);
  const [input] = eventsOf(json, options);
  return input;
}

const withoutAnswer = (messages: Message[]): Message[] =>
  messages.slice(0, messages.findLastIndex(({ role }) => role !== 'assistant') + 1);

function outputOf({ scope, name, json }: SentSpan, options: DecodeOptions): Message[] {
  const answer = answerIn(providerResponse(json('response'), options.model), options);
  if (answer.length > 0) return answer;
  if (scope === OPENAI_AGENTS && name.startsWith('Chat completion')) return decodeMessages(json('output'), options);
  const { message, combined_chunk_content: chunks, text: completed } = recordOf(json('response_data'));
  const streamed = chunks ?? completed;
  if (message !== undefined && message !== null) {
    const fields = recordOf(message);
    return providerOutput({ choices: [{ message: scope === ANTHROPIC ? withInputs(fields) : fields }] }, options);
  }
  if (typeof streamed === 'string') return providerOutput({ choices: [{ message: { content: streamed } }] }, options);
  const [, answered] = eventsOf(json, options);
  // In its newest format each item of the Responses API is a message; elsewhere messages are choices.
  return answered.length > 0 || !name.startsWith('Responses API')
    ? answered
    : turnsTogether(decodeMessages(json(GEN_AI.outputMessages), options));
}

/** Anthropic's blocks written as OpenAI calls: the arguments are one level deeper, in the block's `input`. */
function withInputs(message: Record<string, unknown>): Record<string, unknown> {
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const unwrapped = calls.map((call) => {
    const { function: called, ...rest } = recordOf(call);
    const { arguments: callArguments, ...named } = recordOf(called);
    const inner = recordOf(callArguments);
    return { ...rest, function: { ...named, arguments: JSON.stringify('input' in inner ? inner.input : inner) } };
  });
  return { ...message, ...(calls.length > 0 && { tool_calls: unwrapped }) };
}

const CHOICE = 'gen_ai.choice';
/** Events that the model did not produce. */
const INPUT_EVENTS: ReadonlySet<unknown> = new Set([
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.tool.message',
]);

/** Input and output. With the Responses API, the output is at the end of the same list and is not marked as such. */
function eventsOf(json: SentSpan['json'], options: DecodeOptions): [asked: Message[], answered: Message[]] {
  const value = json('events') ?? json('all_messages_events');
  const events = Array.isArray(value) ? value.map(recordOf).map(named) : [];
  const isResponses = events.some((event) => event['event.name'] === 'gen_ai.unknown') || !events.some(isChoice);
  if (!isResponses) {
    const { input, output } = eventMessages(events, options);
    return [input, output];
  }
  const last = events.findLastIndex((event) => INPUT_EVENTS.has(event['event.name'])) + 1;
  const messagesOfEvents = (some: typeof events) =>
    turnsTogether(some.flatMap((event) => messagesOfEvent(event, options)));
  return [messagesOfEvents(events.slice(0, last)), messagesOfEvents(events.slice(last))];
}

/** The events of Google's client have no names, and the parts of a message are texts or objects without a type. */
function named(event: Record<string, unknown>): Record<string, unknown> {
  const { role, message } = event;
  if (event['event.name'] !== undefined) return event;
  if (typeof message === 'object') return { ...event, message: flat(recordOf(message)), 'event.name': CHOICE };
  return typeof role === 'string' ? { ...flat(event), 'event.name': `gen_ai.${role}.message` } : event;
}

function flat(message: Record<string, unknown>): Record<string, unknown> {
  const { content } = message;
  const isTexts = Array.isArray(content) && content.every((part) => typeof part === 'string');
  return isTexts ? { ...message, content: content.join('') } : message;
}

const isChoice = (event: Record<string, unknown>): boolean => event['event.name'] === CHOICE;

/** An item without an event of its own, such as a thought, is carried whole. */
function messagesOfEvent(event: Record<string, unknown>, options: DecodeOptions): Message[] {
  if (event['event.name'] === 'gen_ai.unknown') return responsesInput([event.data], options);
  return eventMessages([event], options).input;
}

function logfireFacts(reader: SpanReader): SpanFacts {
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
