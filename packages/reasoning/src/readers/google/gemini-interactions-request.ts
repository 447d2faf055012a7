/** The content of a request to Gemini's Interactions API. The counterpart of gemini-interactions.ts. */
import type { Message } from '../../parts/message.ts';
import type { Part } from '../../parts/part.ts';
import { stepsToParts, wholeStep, type StepContext } from './gemini-interactions-steps.ts';
import { camelCased, oneOrMore } from './gemini-names.ts';
import { thoughtFormat, withImpliedThinking } from './gemini-parts.ts';
import { filled, finite, isRecord, list, text, withoutUndefined, type JsonRecord } from '../../json/json.ts';
import { textsOf } from '../request-messages.ts';
import type { Conversation, RequestSettings } from '../wire-format.ts';
import { INTERACTIONS_PATH } from '../model-paths.ts';

/** Fields that no other format with an `input` has. */
const OWN_FIELDS = [
  'systemInstruction',
  'generationConfig',
  'previousInteractionId',
  'agent',
  'agentConfig',
  'continuationToken',
];

/** With only an `input` the body may look like a Responses API request: then the path decides. */
export function isInteractionsRequest(source: JsonRecord, path: string | undefined): boolean {
  const body = camelCased(source);
  if ('messages' in body || 'contents' in body) return false;
  const own = OWN_FIELDS.some((field) => field in body);
  return path !== undefined && INTERACTIONS_PATH.test(path) ? own || 'input' in body : own && isInput(body.input);
}

function isInput(input: unknown): boolean {
  return input === undefined || typeof input === 'string' || typeof input === 'object';
}

export function interactionsSettings(source: JsonRecord): Partial<RequestSettings> {
  const body = camelCased(source);
  const config = camelCased(body.generationConfig);
  const optional = {
    model: modelOf(source),
    maxTokens: finite(config.maxOutputTokens),
    temperature: finite(config.temperature),
    reasoningEffort: filled(config.thinkingLevel),
    previousResponseId: filled(body.previousInteractionId),
    continuationToken: filled(body.continuationToken),
  };
  return { stream: body.stream === true, toolDefinitions: list(body.tools), ...withoutUndefined(optional) };
}

function modelOf(body: JsonRecord): string | undefined {
  return filled(body.model)?.replace(/^models\//, '') ?? filled(body.agent);
}

export function interactionsConversation(source: JsonRecord): Conversation {
  const body = camelCased(source);
  let calls = 0;
  const context: StepContext = {
    format: thoughtFormat(modelOf(source)),
    cut: false,
    newId: () => `unnamed_call_${calls++}`,
  };
  const { systemInstruction: system } = body;
  const instructions = isRecord(system) ? oneOrMore(system.parts ?? system) : system;
  return { system: textsOf(instructions), messages: messagesOf(body.input, context) };
}

/** A text; one or more contents; the steps so far; or, as before May 2026, turns with a role. */
function messagesOf(input: unknown, context: StepContext): Message[] {
  if (typeof input === 'string') return [{ role: 'user', parts: [{ kind: 'text', key: '0', text: input }] }];
  const messages: { role: string; items: JsonRecord[] }[] = [];
  for (const item of oneOrMore(input)) {
    const turn = filled(item.role);
    const role = turn ?? roleOf(text(item.type) ?? '');
    const last = messages.at(-1);
    if (turn !== undefined) messages.push({ role: role === 'model' ? 'assistant' : role, items: [...contentOf(item)] });
    else if (last?.role === role) last.items.push(item);
    else messages.push({ role, items: [item] });
  }
  return messages.map(({ role, items }) => ({ role, parts: partsOf(items, context) }));
}

function partsOf(items: readonly JsonRecord[], context: StepContext): Part[] {
  return withImpliedThinking(stepsToParts(items.map(wholeStep), context));
}

function contentOf({ content }: JsonRecord): readonly JsonRecord[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : oneOrMore(content);
}

const CONTENTS = new Set(['user_input', 'text', 'image', 'audio', 'document', 'video', '']);

function roleOf(type: string): string {
  if (CONTENTS.has(type)) return 'user';
  return type === 'function_result' ? 'tool' : 'assistant';
}
