/** What a page may show of media that were kept. The data is untrusted: only its own bytes say what it is. */
import { isBase64, plainAlphabet } from './base64.ts';
import { headerType, imageSize } from './media-header.ts';
import { SHOWN_TYPES, type Media } from './media.ts';

/** A file of some kilobytes may need gigabytes when it is drawn: 40 megapixels are 160 MB. */
const MAX_PIXELS = 40_000_000;

export interface MediaBytes {
  mimeType: string;
  /** Base64 in the usual alphabet. */
  data: string;
}

export function canShow({ kind, data }: Media): boolean {
  const type = data === undefined ? undefined : headerType(data);
  if (data === undefined || type === undefined || SHOWN_TYPES[kind]?.includes(type) !== true) return false;
  if (kind !== 'image') return true;
  const size = imageSize(data);
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
}

/** The most media of one result or answer that a page lists. */
export const MOST_SHOWN = 20;

/** What a page lists of a medium; its bytes are loaded one by one. */
export interface ShownFacts extends Omit<Media, 'data'> {
  /** The bytes are there, and of a type that a page shows. */
  isKept: boolean;
}

export function shownFacts(media: Media): ShownFacts {
  const { data, ...facts } = media;
  const isKept = canShow(media);
  return { ...facts, ...(data !== undefined && !isKept && { omitted: 'type' as const }), isKept };
}

/** The header decides the type, and not what was declared. undefined: nothing to show. */
export function shownBytes(media: Media): MediaBytes | undefined {
  const { data = '' } = media;
  const mimeType = canShow(media) && isBase64(data) ? headerType(data) : undefined;
  return mimeType === undefined ? undefined : { mimeType, data: plainAlphabet(data) };
}
