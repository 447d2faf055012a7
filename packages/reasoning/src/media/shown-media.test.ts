import { describe, expect, it } from 'vitest';
import { JPEG, PNG, pngOf, WAV } from '../testing/media.ts';
import type { Media } from './media.ts';
import { canShow, shownBytes } from './shown-media.ts';

describe('what a page shows', () => {
  it.each<[string, Media, string]>([
    ['an image', { kind: 'image', mimeType: 'image/png', data: PNG }, 'image/png'],
    ['an image of another type than was declared', { kind: 'image', mimeType: 'text/html', data: JPEG }, 'image/jpeg'],
    ['audio', { kind: 'audio', data: WAV }, 'audio/wav'],
  ])('is %s, by its header', (_, media, mimeType) => expect(shownBytes(media)).toEqual({ mimeType, data: media.data }));

  it('is written in the usual alphabet', () =>
    expect(shownBytes({ kind: 'image', data: JPEG.replaceAll('/', '_').replaceAll('+', '-') })?.data).toBe(JPEG));

  it.each<[string, Media]>([
    ['an SVG', { kind: 'image', mimeType: 'image/svg+xml', data: btoa('<svg onload="alert(1)"/>') }],
    [
      'HTML that is declared as an image',
      { kind: 'image', mimeType: 'image/png', data: btoa('<script>alert(1)</script>') },
    ],
    ['audio that is declared as an image', { kind: 'image', mimeType: 'image/png', data: WAV }],
    [
      'an image that needs gigabytes, whatever the sender says',
      { kind: 'image', width: 1, height: 1, data: pngOf(60_000, 60_000) },
    ],
    ['an image without a size', { kind: 'image', data: pngOf(2 ** 31, 1) }],
    ['a document', { kind: 'document', data: PNG }],
    ['an address', { kind: 'image', url: 'https://example.com/cat.png' }],
  ])('is not %s', (_, media) => {
    expect(canShow(media)).toBe(false);
    expect(shownBytes(media)).toBeUndefined();
  });

  it('is not what a mask has changed', () =>
    expect(shownBytes({ kind: 'image', data: `${PNG}[masked: e-mail]` })).toBeUndefined());
});
