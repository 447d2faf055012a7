/**
 * Media in the blocks of every provider and sender. They differ in names and nesting only: somewhere below the block is
 * base64, a data URI, a URL or the id of a file, and beside it are type and name.
 */
import { cutOf } from '../json/cut-mark.ts';
import { filled, isRecord, withoutUndefined, type JsonRecord } from '../json/json.ts';
import { base64Bytes, beginsLikeBase64 } from './base64.ts';
import { headerType, imageSize } from './media-header.ts';
import { MEDIA_KINDS, MEDIA_LIMITS, SHOWN_TYPES, type Media, type MediaKind } from './media.ts';

/**
 * undefined: a block of this type holds no media, or says nothing about them. `limit`: the most base64 characters that
 * are kept.
 */
export function readMedia(type: string, block: JsonRecord, limit: number = MEDIA_LIMITS.item): Media | undefined {
  const typeKind = kindOfType(type);
  if (typeKind === undefined) return undefined;
  const levels = levelsOf(block);
  const source = sourceIn(levels);
  const declared = source.mimeType ?? firstText(levels, MIME_FIELDS);
  const kind = modalityIn(levels) ?? kindOfMime(declared) ?? typeKind;
  const mimeType = declared ?? namedFormat(kind, firstText(levels, ['format'])) ?? headerType(source.data ?? '');
  const facts: Omit<Media, 'kind'> = {
    ...withoutUndefined({
      mimeType: mimeType?.slice(0, MAX_MIME),
      name: firstText(levels, NAME_FIELDS)?.slice(0, MEDIA_LIMITS.name),
      fileId: firstText(levels, ID_FIELDS)?.slice(0, MEDIA_LIMITS.name),
      url: source.url && withoutSecrets(source.url),
    }),
    ...(source.data !== undefined && dataFacts(kind, source.data, limit)),
    ...(source.text !== undefined && { bytes: source.text.length, omitted: 'type' as const }),
  };
  return Object.keys(facts).length === 0 ? undefined : { kind, ...facts };
}

const MAX_MIME = 100;

const TYPES: readonly [MediaKind, RegExp][] = [
  ['image', /image|screenshot/i],
  ['audio', /audio/i],
  ['video', /video/i],
  ['document', /^(?:blob|uri|binary|media|resource(?:_link)?|container_upload|inline_?data)$|file|document/i],
];

function kindOfType(type: string): MediaKind | undefined {
  return TYPES.find(([, fits]) => fits.test(type))?.[0];
}

function kindOfMime(mimeType: string | undefined): MediaKind | undefined {
  if (mimeType === undefined) return undefined;
  const [family] = mimeType.toLowerCase().split('/');
  return MEDIA_KINDS.find((kind) => kind === family) ?? (mimeType.includes('/') ? 'document' : undefined);
}

/** By the media type, or by the name of a block or a file. */
export const kindOfMedia = (type: string): MediaKind => kindOfMime(type) ?? kindOfType(type) ?? 'document';

const modalityIn = (levels: readonly JsonRecord[]): MediaKind | undefined =>
  MEDIA_KINDS.find((kind) => levels.some(({ modality }) => modality === kind));

const MIME_FIELDS = ['mime_type', 'mimeType', 'media_type', 'mediaType'];
const NAME_FIELDS = [
  'filename',
  'file_name',
  'fileName',
  'displayName',
  'display_name',
  'document_name',
  'title',
  'name',
];
const ID_FIELDS = ['file_id', 'fileId'];

/** The bytes, a way to them, or a record with either. */
const SOURCE_FIELDS = [
  ...['source', 'data', 'bytes', 'blob', 'base64', 'content', 'url', 'uri', 's3Location'],
  ...['image_url', 'imageUrl', 'audio_url', 'video_url', 'document_url', 'input_audio', 'inlineData', 'inline_data'],
  ...[
    'file_data',
    'fileData',
    'file_url',
    'fileUri',
    'file_uri',
    'file',
    'image',
    'audio',
    'video',
    'document',
    'resource',
  ],
];

const MAX_DEPTH = 4;

/** The block and the records below it that may have its source, outer ones first. */
function levelsOf(block: JsonRecord): JsonRecord[] {
  const levels = [block];
  let latest = levels;
  for (let depth = 1; depth < MAX_DEPTH && latest.length > 0; depth += 1) {
    latest = latest.flatMap((level) => SOURCE_FIELDS.map((field) => level[field]).filter(isRecord));
    levels.push(...latest);
  }
  return levels;
}

function firstText(levels: readonly JsonRecord[], fields: readonly string[]): string | undefined {
  for (const level of levels) for (const field of fields) if (filled(level[field])) return filled(level[field]);
  return undefined;
}

interface Source {
  data?: string;
  url?: string;
  /** A data URI that is not base64, such as an SVG. */
  text?: string;
  mimeType?: string;
}

function sourceIn(levels: readonly JsonRecord[]): Source {
  for (const level of levels)
    for (const field of SOURCE_FIELDS) {
      const source = typeof level[field] === 'string' ? plainSource(level[field]) : undefined;
      if (source) return source;
    }
  return {};
}

const DATA_URI = /^data:([^;,]*)([^,]*),/i;
const SCHEME = /^[a-z][a-z\d+.-]{1,20}:\/\//i;
/** A longer header is no data URI that anyone sends. */
const MAX_URI_HEADER = 300;

function plainSource(given: string): Source | undefined {
  const uri = DATA_URI.exec(given.slice(0, MAX_URI_HEADER));
  if (uri) {
    const [header, mimeType = '', parameters = ''] = uri;
    const content = given.slice(header.length);
    const isEncoded = /;base64$/i.test(parameters);
    return { ...(isEncoded ? { data: content } : { text: content }), ...(mimeType !== '' && { mimeType }) };
  }
  if (SCHEME.test(given)) return { url: given };
  return beginsLikeBase64(given) ? { data: given } : undefined;
}

/** Signed URLs of storage services carry their key in the query. */
const withoutSecrets = (url: string): string =>
  url
    .slice(0, MEDIA_LIMITS.url)
    .replace(/^([^/]*:\/\/)[^/]*@/, '$1')
    .replace(/[?#][^]*$/, '?…');

/** The header of the bytes decides if they can be shown, because nothing guarantees the declared type. */
function dataFacts(kind: MediaKind, data: string, limit: number): Omit<Media, 'kind'> {
  const cut = cutOf(data);
  const bytes = cut ? Math.floor((cut.of * 3) / 4) : base64Bytes(data);
  const isShown = SHOWN_TYPES[kind]?.includes(headerType(data) ?? '') === true;
  const size = kind === 'image' ? imageSize(data) : undefined;
  if (!isShown) return { bytes, ...size, omitted: 'type' };
  return { bytes, ...size, ...(cut || data.length > limit ? { omitted: 'size' as const } : { data }) };
}

const NAMED: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
};

/** Bedrock and OpenAI's audio name a format: `png`, `mp3`. */
function namedFormat(kind: MediaKind, format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  return NAMED[format] ?? (kind === 'document' ? format : `${kind}/${format}`);
}
