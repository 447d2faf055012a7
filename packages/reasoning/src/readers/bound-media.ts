/** The media of a whole request or response within their common limit, the newest first. */
import { isBase64 } from '../media/base64.ts';
import { MEDIA_LIMITS, withoutBytes, type Media } from '../media/media.ts';
import type { Part } from '../parts/part.ts';

/** The same object where nothing has to go. */
export function boundMedia<T extends { parts: Part[] }>(messages: T[]): T[] {
  if (!messages.some(({ parts }) => parts.some(hasBytes))) return messages;
  let room: number = MEDIA_LIMITS.conversation;
  const bounded = (media: Media): Media => {
    if (media.data === undefined) return media;
    if (media.data.length > room) return withoutBytes(media, 'size');
    if (!isBase64(media.data)) return withoutBytes(media, 'type');
    room -= media.data.length;
    return media;
  };
  return messages
    .toReversed()
    .map((message) => ({
      ...message,
      parts: message.parts
        .toReversed()
        .map((part) => (part.kind === 'other' && part.media ? { ...part, media: bounded(part.media) } : part))
        .reverse(),
    }))
    .reverse();
}

const hasBytes = (part: Part): boolean => part.kind === 'other' && part.media?.data !== undefined;
