/**
 * Images, audio, video and files in a conversation: their facts, and the limits for what is kept of them. Bytes are
 * kept only where a screen can show them and they are small; the facts stay.
 */
export type MediaKind = 'image' | 'audio' | 'video' | 'document';
export const MEDIA_KINDS: readonly MediaKind[] = ['image', 'audio', 'video', 'document'];

/**
 * Why the bytes of a medium are not kept, where they were sent: too large, of no type that a screen shows (or not what
 * the type says), or withheld by a capture policy or a mask.
 */
export type Omission = 'size' | 'type' | 'withheld';
export const OMISSIONS: readonly Omission[] = ['size', 'type', 'withheld'];

/** An image, a recording, a video or a file in a message. undefined = not reported. */
export interface Media {
  kind: MediaKind;
  /** As it was declared, or a bare name that the provider uses (`docx`); else what the bytes are. */
  mimeType?: string;
  bytes?: number;
  /** In pixels, from the header of the image. */
  width?: number;
  height?: number;
  /** The name of the file. */
  name?: string;
  /** The provider's id of an uploaded file. */
  fileId?: string;
  /** Where the provider was to fetch it, without user and query. It is displayed as text and never loaded. */
  url?: string;
  /** Base64, of small images and recordings only: at most 128 KiB. */
  data?: string;
  omitted?: Omission;
}

/**
 * In characters of base64. `item`: a photo for a model is far larger, a screenshot of a dialog is not. `conversation`:
 * all messages of one request, because each request repeats them; it is a quarter of what a span may have, so that
 * media never displace texts.
 */
export const MEDIA_LIMITS = { item: 131_072, conversation: 262_144, name: 200, url: 2_000 } as const;

/** Types whose bytes are kept: a browser shows them without running anything. Neither SVG nor HTML is one. */
export const SHOWN_TYPES: Readonly<Partial<Record<MediaKind, readonly string[]>>> = {
  image: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
  audio: ['audio/wav', 'audio/mpeg', 'audio/ogg', 'audio/flac', 'audio/aac', 'audio/mp4', 'audio/webm'],
};

/** The facts alone, with the reason. */
export function withoutBytes(media: Media, omitted: Omission): Media {
  if (media.data === undefined) return media;
  const { data: _data, ...facts } = media;
  return { ...facts, omitted };
}
