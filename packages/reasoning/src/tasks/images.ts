/** Answers with images: their number, size and format. The images themselves are not kept. */
import { filled, record, records, text, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { base64Bytes } from '../media/base64.ts';
import { imageSize, type Size } from '../media/media-header.ts';
import type { ReadAnswer, TaskBody } from './read-task.ts';
import type { MediaFacts } from '../parts/task.ts';
import { usageByKind } from './task-usage.ts';

export function readImages(body: JsonRecord): ReadAnswer | null {
  const generated = records(body.data).filter(isImage);
  const predicted = records(body.predictions).filter(isImage);
  const results = generated.length > 0 ? generated : predicted;
  if (results.length === 0) return null;
  const images = results.map((result) => imageFacts(result, body));
  const revised = results.map((result) => filled(result.revised_prompt)).find(Boolean);
  const optional = { id: filled(body.id), model: filled(body.model), text: revised, usage: usageByKind(body.usage) };
  return { ...withoutUndefined(optional), units: { images: images.length }, output: { images } };
}

const isImage = (result: JsonRecord): boolean =>
  [result.b64_json, result.url, result.bytesBase64Encoded].some((value) => typeof value === 'string');

/** `body`: names size and format for all its images. */
function imageFacts(result: JsonRecord, body: JsonRecord): MediaFacts {
  const data = text(result.b64_json) ?? text(result.bytesBase64Encoded);
  const size = namedSize(result.size ?? body.size) ?? (data === undefined ? undefined : imageSize(data));
  const type = filled(result.mimeType) ?? filled(result.output_format) ?? filled(body.output_format);
  return { ...withoutUndefined({ type, bytes: data === undefined ? undefined : base64Bytes(data) }), ...size };
}

/** `1024x1024`. */
function namedSize(name: unknown): Size | undefined {
  const [, width, height] = (typeof name === 'string' ? /^(\d{1,5})x(\d{1,5})$/.exec(name) : null) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

const COMPLETED = /^image_(?:generation|edit)\.completed$/;

/** Partial images come first; each image is whole in its last event, which has the usage. */
export function readImageEvents(events: readonly JsonRecord[], { incomplete }: TaskBody): ReadAnswer | null {
  if (!events.some(({ type }) => typeof type === 'string' && type.startsWith('image_'))) return null;
  const completed = events.filter(({ type }) => COMPLETED.test(String(type)));
  const images = completed.map((event) => imageFacts(event, event));
  const usage = usageByKind(record(completed.at(-1)).usage);
  return {
    units: { images: images.length },
    output: { images },
    ...(usage && { usage }),
    incomplete: incomplete || images.length === 0,
  };
}
