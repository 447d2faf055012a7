import { expect, it } from 'vitest';
import { absenceWords, mediaWords } from './media-words.ts';
import type { ShownMedia } from './use-media.ts';

const image: ShownMedia = {
  kind: 'image',
  mimeType: 'image/png',
  width: 1024,
  height: 768,
  bytes: 240_000,
  isKept: true,
};

it.each<[ShownMedia, string]>([
  [image, 'Image · PNG · 1,024 × 768 · 240 kB'],
  [{ kind: 'audio', mimeType: 'audio/x-wav', durationMs: 1_240, isKept: false }, 'Audio · WAV · 1.2 s'],
  [{ kind: 'image', mimeType: 'image/svg+xml; charset=utf-8', bytes: 24, isKept: false }, 'Image · SVG · 24 bytes'],
  [{ kind: 'document', mimeType: 'docx', isKept: false }, 'File · DOCX'],
  [{ kind: 'video', isKept: false }, 'Video'],
])('is described by what is known of it: %j', (media, words) => expect(mediaWords(media)).toBe(words));

it.each<[Partial<ShownMedia>, RegExp]>([
  [{ omitted: 'size' }, /too large/],
  [{ omitted: 'type' }, /safely/],
  [{ omitted: 'withheld', url: 'https://example.com' }, /withheld/],
  [{ url: 'https://example.com' }, /not loaded: only its URL/],
  [{ fileId: 'file-1' }, /id of a stored file/],
  [{}, /^not kept$/],
])('has a reason for not being shown: %j', (facts, words) =>
  expect(absenceWords({ ...image, isKept: false, ...facts })).toMatch(words),
);
