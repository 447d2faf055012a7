/** Reads the request of a task: its model, its texts, and the sizes of its files. */
import { filled, isRecord, list, record, records, text, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { readMedia } from '../media/read-media.ts';
import { MAX_TEXTS, type MediaFacts, type TaskRequest } from '../parts/task.ts';
import type { TaskTarget } from './task-paths.ts';

/** A part of an upload that is a file; the SDK writes it in place of its bytes. */
export interface FileFacts extends MediaFacts {
  file: true;
}

/** `body`: parsed JSON, or the fields of a form. null when it is no request of this task. */
export function readTaskRequest(target: TaskTarget, body: unknown): TaskRequest | null {
  if (!isRecord(body)) return null;
  const inputs = inputsOf(target, body);
  const files = [...inputs.flatMap(({ file }) => file ?? []), ...uploads(body)];
  if (inputs.length + files.length === 0) return null;
  const texts = inputs.flatMap(({ text: content }) => content ?? []);
  const optional = {
    model: target.model ?? modelName(body),
    query: target.task === 'rerank' ? (text(body.query) ?? text(record(body.query).text)) : undefined,
    format: filled(body.response_format) ?? filled(body.output_format) ?? filled(body.encoding_format),
  };
  return {
    stream: body.stream === true || body.stream === 'true' || body.stream_format === 'sse',
    texts: texts.slice(0, MAX_TEXTS),
    inputs: target.task === 'transcription' ? files.length : inputs.length,
    files: files.map(({ type, bytes }) => withoutUndefined({ type, bytes })),
    ...withoutUndefined(optional),
  };
}

const modelName = ({ model }: JsonRecord): string | undefined => filled(model) ?? filled(record(model).name);

interface Input {
  text?: string | undefined;
  file?: MediaFacts | undefined;
}

function inputsOf({ task, vendor }: TaskTarget, body: JsonRecord): Input[] {
  if (task === 'rerank') return each(body.documents).map(documentInput);
  if (task === 'image') return each(body.prompt ?? promptsOf(body)).map(textInput);
  if (task === 'transcription') return each(body.prompt).map(textInput);
  if (vendor === 'gemini') return contentsOf(body).map(contentInput);
  const given = body.input ?? body.texts ?? body.inputs ?? body.inputText ?? body.prompt;
  const images = [...list(body.images), ...(text(body.inputImage) === undefined ? [] : [body.inputImage])];
  return [...inputList(given).map(textInput), ...images.map(imageInput)];
}

const each = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

/** A list of numbers is one input: the tokens of a text. */
function inputList(value: unknown): unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'number')
    ? [value]
    : each(value);
}

const promptsOf = (body: JsonRecord): unknown[] => records(body.instances).flatMap(({ prompt }) => each(prompt));

/** `embedContent` has one content, `batchEmbedContents` a request for each, Vertex AI an instance for each. */
function contentsOf(body: JsonRecord): unknown[] {
  const contents = [...records(body.requests), ...records(body.instances)].map(({ content }) => content);
  return contents.length > 0 ? contents : each(body.content ?? body.contents);
}

/** A text, a list of parts (`[{ type: 'text', text }, { type: 'image_url', … }]`), or tokens. */
function textInput(value: unknown): Input {
  if (typeof value === 'string') return { text: value };
  return isRecord(value) ? partsInput([value, ...records(value.content)]) : {};
}

const contentInput = (value: unknown): Input =>
  typeof value === 'string' ? { text: value } : partsInput(records(record(value).parts));

function partsInput(parts: readonly JsonRecord[]): Input {
  const texts = parts.flatMap((part) => text(part.text) ?? text(part.content) ?? []);
  const image = parts.map(imageOf).find(Boolean);
  return { text: texts.length > 0 ? texts.join('\n') : undefined, file: image };
}

/** An image that only an address names has no known size. */
function imageOf({ image_url, inlineData, image }: JsonRecord): MediaFacts | undefined {
  const media = readMedia('image', withoutUndefined({ image_url, inlineData, image }));
  return media && withoutUndefined({ type: media.mimeType ?? media.kind, bytes: media.bytes });
}

const imageInput = (image: unknown): Input => ({ file: imageOf({ image }) ?? { type: 'image' } });

function documentInput(value: unknown): Input {
  if (typeof value === 'string') return { text: value };
  const fields = record(value);
  const content = text(fields.text) ?? text(fields.content) ?? Object.values(fields).find((field) => text(field));
  return { text: text(content) };
}

const uploads = (body: JsonRecord): MediaFacts[] =>
  Object.values(body)
    .flat()
    .filter((value): value is FileFacts & JsonRecord => isRecord(value) && value.file === true);
