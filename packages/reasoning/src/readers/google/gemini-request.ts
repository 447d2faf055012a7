/**
 * The content of a request to Gemini's generateContent. Model and streaming are in the path. The counterpart of
 * gemini.ts.
 */
import type { Message } from '../../parts/message.ts';
import type { Part, ToolCallPart, ToolResultPart } from '../../parts/part.ts';
import { openParts, takePart, thoughtFormat, withImpliedThinking } from './gemini-parts.ts';
import { camelCased, oneOrMore, unwrapped } from './gemini-names.ts';
import { filled, finite, isRecord, list, withoutUndefined, type JsonRecord } from '../../json/json.ts';
import { textsOf } from '../request-messages.ts';
import type { Conversation, RequestSettings } from '../wire-format.ts';

const NAMED_IN_PATH = /\/(?:models|tunedModels|endpoints)\/([^/]+?)(?::|%3a)[a-z]+$/i;

/** Other methods also take contents: `:countTokens` does not ask a model for an answer. */
const OTHER_METHOD = /(?::|%3a)(?!(?:streamG|g)enerateContent$)[a-z]+$/i;

export function isGeminiRequest(body: JsonRecord, path: string | undefined): boolean {
  const { contents } = unwrapped(body);
  return typeof contents === 'object' && contents !== null && !OTHER_METHOD.test(path ?? '');
}

export function geminiSettings(source: JsonRecord, path: string | undefined): Partial<RequestSettings> {
  const body = camelCased(unwrapped(source));
  const config = camelCased(body.generationConfig);
  const optional = {
    model: modelOf(source, path),
    maxTokens: finite(config.maxOutputTokens),
    temperature: finite(config.temperature),
    reasoningEffort: filled(camelCased(config.thinkingConfig).thinkingLevel),
    continuationToken: filled(body.continuationToken),
  };
  return {
    stream: /streamGenerateContent$/i.test(path ?? ''),
    toolDefinitions: oneOrMore(body.tools).flatMap(definitionsOf),
    ...withoutUndefined(optional),
  };
}

/** One definition per function, as in every other format; tools that the provider runs are kept as sent. */
function definitionsOf(tool: JsonRecord): unknown[] {
  const { functionDeclarations, ...others } = camelCased(tool);
  const functions = isRecord(functionDeclarations) ? [functionDeclarations] : list(functionDeclarations);
  return Object.keys(others).length > 0 ? [...functions, others] : functions;
}

function modelOf(body: JsonRecord, path: string | undefined): string | undefined {
  const last = NAMED_IN_PATH.exec(path ?? '')?.[1];
  return filled(decoded(last ?? '')) ?? filled(filled(body.model)?.replace(/^.*\bmodels\//, ''));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function geminiConversation(source: JsonRecord, path: string | undefined): Conversation {
  const body = camelCased(unwrapped(source));
  const format = thoughtFormat(modelOf(source, path));
  let calls = 0;
  const newId = () => `unnamed_call_${calls++}`;
  const messages = oneOrMore(body.contents).map((content): Message => {
    const progress = openParts({ streamed: false, format, newId });
    for (const part of oneOrMore(content.parts)) takePart(progress, part);
    const role = roleOf(content.role);
    return { role, parts: role === 'assistant' ? withImpliedThinking(progress.parts) : progress.parts };
  });
  const { systemInstruction: system } = body;
  const instructions = typeof system === 'string' ? system : oneOrMore(camelCased(system).parts);
  return { system: textsOf(instructions), messages: withAnswers(messages) };
}

function roleOf(role: unknown): string {
  if (role === 'model') return 'assistant';
  // Results used to have a role of their own.
  return role === 'function' ? 'tool' : (filled(role) ?? 'user');
}

/** Results without an id answer the first open call of their name: the format has no other link (providers.md §5.1). */
function withAnswers(messages: readonly Message[]): Message[] {
  const open: ToolCallPart[] = [];
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part): Part => {
      if (part.kind === 'tool_call') open.push(part);
      return part.kind === 'tool_result' ? answer(open, part) : part;
    }),
  }));
}

function answer(open: ToolCallPart[], result: ToolResultPart): ToolResultPart {
  const at = open.findIndex(({ id, name }) => (result.callId === '' ? name === result.name : id === result.callId));
  const [call] = at < 0 ? [] : open.splice(at, 1);
  return call ? { ...result, callId: call.id } : result;
}
