/**
 * Writes a recorded answer as its provider would send it again: the reverse of the readers, for whole bodies and for
 * streams. docs/fork.md says what cannot come back.
 */
import type { ApiName } from '../../parts/model-response.ts';
import type { Part } from '../../parts/part.ts';
import { toJson } from '../../json/attributes.ts';
import type { JsonRecord } from '../../json/json.ts';
import { replay } from '../replay/index.ts';
import { openNotes } from '../replay/notes.ts';
import { sealsFor } from '../replay/common/provider.ts';
import { isThinking } from '../replay/common/thoughts.ts';
import type { Note, Origin } from '../replay/common/types.ts';
import { TARGET_FORMATS } from '../replay/formats/index.ts';
import { ANTHROPIC_ANSWER } from './anthropic.ts';
import { chunkFrames } from './aws-frames.ts';
import { CONVERSE_ANSWER } from './bedrock-converse.ts';
import { COHERE_ANSWER } from './cohere.ts';
import { GEMINI_ANSWER } from './gemini.ts';
import { INTERACTIONS_ANSWER } from './gemini-interactions.ts';
import { OLLAMA_ANSWER } from './ollama.ts';
import { CHAT_ANSWER } from './openai-chat.ts';
import { RESPONSES_ANSWER } from './openai-responses.ts';
import type { AnswerEvent, AnswerForm, AnswerFormat, EncodedEvents, RecordedAnswer, WrittenAnswer } from './types.ts';

const FORMATS: Partial<Record<ApiName, AnswerFormat>> = {
  'openai.chat': CHAT_ANSWER,
  'openai.responses': RESPONSES_ANSWER,
  'anthropic.messages': ANTHROPIC_ANSWER,
  'bedrock.converse': CONVERSE_ANSWER,
  'cohere.chat': COHERE_ANSWER,
  'gemini.generateContent': GEMINI_ANSWER,
  'gemini.interactions': INTERACTIONS_ANSWER,
  'mistral.chat': CHAT_ANSWER,
  'ollama.chat': OLLAMA_ANSWER,
};

/** Whether an answer can be written in this format. */
export function canWriteAnswer(api: ApiName): boolean {
  return FORMATS[api] !== undefined;
}

/** null: the format cannot be written. */
export function writeAnswer(
  answer: RecordedAnswer,
  { api, stream, isCompletion = false, isWrapped = false }: AnswerForm,
): WrittenAnswer | null {
  const format = FORMATS[api];
  if (!format) return null;
  const { note, notes } = openNotes();
  const target = { ...answer.origin, api };
  const own = sealsFor(answer.origin, target);
  const content = {
    turn: own ? ownTurn(answer, target, note) : foreignTurn(answer, target, note),
    answer,
    own,
    id: answer.id ?? 'recorded',
    model: answer.model ?? answer.origin.model ?? 'recorded',
    isCompletion,
    isWrapped,
  };
  return { ...encoded(format, format.body(content), stream), notes: notes() };
}

function encoded(format: AnswerFormat, body: JsonRecord, stream: AnswerForm['stream']): EncodedEvents {
  if (stream === false) return { contentType: 'application/json', body: toJson(body) };
  const events = format.events(body);
  if (stream === 'list') return { contentType: 'application/json', body: toJson(events.map(({ data }) => data)) };
  if (stream === 'chunks') return chunkFrames(events);
  return format.encode?.(events) ?? { contentType: 'text/event-stream', body: events.map(serverEvent).join('') };
}

/** As the provider sent it, except for thoughts that it would refuse in the next request. */
function ownTurn({ parts }: RecordedAnswer, target: Origin, note: Note): JsonRecord[] {
  const { sealedOnly = false, section } = TARGET_FORMATS[target.api].thinking(target);
  const kept = parts.filter((part) => {
    if (!sealedOnly || !isThinking(part) || isSealed(part)) return true;
    note('thinking.unsigned', section, 'its signature is not stored, and the provider refuses it without one');
    return false;
  });
  return TARGET_FORMATS[target.api].assistant(kept, { target, own: true, idOf: ({ id }) => id, note, isAnswer: true });
}

/** The format is another provider's: thoughts and seals stay out. */
function foreignTurn({ parts, origin }: RecordedAnswer, target: Origin, note: Note): JsonRecord[] {
  const { messages, notes } = replay({ parts, origin }, target);
  for (const { rule, section, what } of notes) note(rule, section, what);
  return messages;
}

function isSealed(part: Part): boolean {
  return 'signature' in part || 'data' in part;
}

function serverEvent({ event, data }: AnswerEvent): string {
  const line = typeof data === 'string' ? data : toJson(data);
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`;
}
