/** A task's request and answer as span attributes, and back. Texts are messages, like those of any model call. */
import {
  attributeCount,
  attributeJson,
  attributeNumber,
  attributesOf,
  toJson,
  type Attributes,
  type ReadAttribute,
} from '../json/attributes.ts';
import { isRecord, withoutUndefined } from '../json/json.ts';
import { kindOfMedia } from '../media/read-media.ts';
import type { Message } from '../parts/message.ts';
import type { OtherPart } from '../parts/part.ts';
import { SUBTEXT } from './span-keys.ts';
import { TASKS, type Task, type TaskOutput, type TaskRequest, type TaskUnits } from '../parts/task.ts';

/** Names of the GenAI conventions' operations; `moderation` and `rerank` have none there, and keep their own. */
export const TASK_OPERATIONS: Readonly<Record<Task, string>> = {
  embedding: 'embeddings',
  image: 'generate_content',
  speech: 'generate_content',
  transcription: 'generate_content',
  moderation: 'moderation',
  rerank: 'rerank',
};

/** `gen_ai.output.type`, where the conventions have a value for it. */
export const TASK_OUTPUT_TYPES: Readonly<Partial<Record<Task, string>>> = {
  image: 'image',
  speech: 'speech',
  transcription: 'text',
};

export function encodeTask(task: Task, output: TaskOutput | undefined, units: TaskUnits): Attributes {
  return attributesOf({
    [SUBTEXT.task]: task,
    [SUBTEXT.taskOutput]: output && Object.keys(output).length > 0 ? toJson(output) : undefined,
    [SUBTEXT.audioSeconds]: units.audioSeconds,
    [SUBTEXT.characters]: units.characters,
    [SUBTEXT.images]: units.images,
    [SUBTEXT.searchUnits]: units.searchUnits,
  });
}

/** undefined: the span is no task of our SDK. */
export const decodeTask = (read: ReadAttribute): Task | undefined => TASKS.find((task) => task === read(SUBTEXT.task));

export function decodeTaskOutput(read: ReadAttribute): TaskOutput {
  const output = attributeJson(read(SUBTEXT.taskOutput));
  return isRecord(output) ? output : {};
}

export function decodeTaskUnits(read: ReadAttribute): TaskUnits {
  return withoutUndefined({
    audioSeconds: attributeNumber(read(SUBTEXT.audioSeconds)),
    characters: attributeCount(read(SUBTEXT.characters)),
    images: attributeCount(read(SUBTEXT.images)),
    searchUnits: attributeNumber(read(SUBTEXT.searchUnits)),
  });
}

/** The query of a reranking comes last, because the last message of a user is what the call was about. */
export function taskMessages({ texts, query, files }: TaskRequest): Message[] {
  const message = (contents: readonly string[]): Message => ({
    role: 'user',
    parts: contents.map((content, index) => ({ kind: 'text', key: String(index), text: content })),
  });
  const media = files.map(({ type = 'file', ...facts }): OtherPart => ({
    kind: 'other',
    providerType: type,
    media: { kind: kindOfMedia(type), ...(type.includes('/') && { mimeType: type }), ...facts },
  }));
  const given = { ...message(texts), parts: [...message(texts).parts, ...media] };
  return [given, ...(query === undefined ? [] : [message([query])])].filter(({ parts }) => parts.length > 0);
}
