/**
 * Media as parts of messages: the conventions' `blob`, `uri` and `file`, with our facts as extra properties. A `blob` whose bytes
 * are not kept has an empty `content`, because the conventions require one.
 */
import { toJson } from '../json/attributes.ts';
import { count, filled, isRecord, parseJson, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { beginsLikeBase64 } from './base64.ts';
import { MEDIA_KINDS, OMISSIONS, type Media } from './media.ts';
import { readMedia } from './read-media.ts';

export function encodeMedia({ kind, mimeType, data, url, fileId, bytes, ...facts }: Media): JsonRecord {
  const type = data === undefined && url !== undefined ? 'uri' : data === undefined && fileId ? 'file' : 'blob';
  return withoutUndefined({
    type,
    modality: kind,
    mime_type: mimeType,
    content: type === 'blob' ? (data ?? '') : undefined,
    uri: url,
    file_id: fileId,
    byte_size: bytes,
    ...facts,
  });
}

/**
 * The JSON text of messages or of a result without the bytes of media, which go before any text is cut. Their beginning
 * stays, because it has type and size. undefined: there are none, or it is not JSON.
 */
export function withoutMediaBytes(json: string): string | undefined {
  const parsed = parseJson(json);
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const lean = toJson(parsed, withoutBytesOf);
  return lean.length < json.length ? lean : undefined;
}

/** Shorter runs are no images, and texts without a space are not that long. */
const LEAST = 2_000;
const KEPT = 300;
/** Hexadecimal digits, words and lines of dashes are no base64. */
const MIXED = [/[a-z]/, /[A-Z]/, /[0-9]/];

function withoutBytesOf(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return isLongBase64(value) ? cutBase64(value) : value;
  const isKept = isRecord(value) && value.type === 'blob' && 'provider_type' in value && filled(value.content);
  return isKept ? { ...value, content: '', omitted: 'size' satisfies Media['omitted'] } : value;
}

function isLongBase64(value: string): boolean {
  if (value.length < LEAST) return false;
  const start = /^data:[^,]{0,200};base64,/i.exec(value.slice(0, KEPT))?.[0].length ?? 0;
  const head = value.slice(start, KEPT);
  return beginsLikeBase64(head) && beginsLikeBase64(value.slice(-64)) && MIXED.every((kind) => kind.test(head));
}

const cutBase64 = (value: string): string => `${value.slice(0, KEPT)}… [cut: ${value.length - KEPT} more characters]`;

const TYPES: ReadonlySet<unknown> = new Set(['blob', 'uri', 'file']);

/** undefined: not a part of the conventions, which requires the modality. `limit`: as for `readMedia`. */
export function decodeMedia(part: JsonRecord, limit?: number): Media | undefined {
  const kind = MEDIA_KINDS.find((known) => known === part.modality);
  if (!TYPES.has(part.type) || kind === undefined) return undefined;
  const own: Partial<Media> = withoutUndefined({
    bytes: count(part.byte_size),
    width: count(part.width),
    height: count(part.height),
    omitted: OMISSIONS.find((reason) => reason === part.omitted),
  });
  const media: Media = { kind, ...readMedia(String(part.type), part, limit), ...own };
  if (media.data !== undefined) delete media.omitted;
  return media;
}
