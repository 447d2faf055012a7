/**
 * Logfire's own integrations: the provider's request and response, or generation A's events, as JSON attributes
 * (otel-genai §5.2).
 */
import {
  answerIn,
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
  type DecodeOptions,
  type Message,
} from '@subtext/reasoning';
import type { Convention } from '../convention.ts';
import type { SentSpan } from '../sent-span.ts';

export const LOGFIRE: Convention = {
  name: 'logfire',
  detects: ({ scope, has }) => scope.startsWith('logfire') || has('logfire.msg'),
  messages: {
    input: inputOf,
    output: outputOf,
  },
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
