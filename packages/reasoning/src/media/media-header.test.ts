import { describe, expect, it } from 'vitest';
import { base64Bytes, bytesAt, isBase64 } from './base64.ts';
import { headerType, imageSize } from './media-header.ts';
import { GIF, JPEG, JPEG_WITH_PROFILE, PNG, pngOf, WAV, WEBP, WEBP_EXTENDED, WEBP_LOSSLESS } from '../testing/media.ts';

describe('the header of a file', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/jpeg', JPEG_WITH_PROFILE],
    ['image/gif', GIF],
    ['image/webp', WEBP],
    ['image/webp', WEBP_LOSSLESS],
    ['image/webp', WEBP_EXTENDED],
  ])('says type and size: %s', (type, image) => {
    expect(headerType(image)).toBe(type);
    expect(imageSize(image)).toEqual({ width: 40, height: 24 });
    expect(imageSize(image.replaceAll('+', '-').replaceAll('/', '_'))).toEqual({ width: 40, height: 24 });
  });

  it('says that a file is audio', () => {
    expect(headerType(WAV)).toBe('audio/wav');
    expect(imageSize(WAV)).toBeUndefined();
    expect(headerType(btoa('ID3\x04\0\0\0\0\0\0'))).toBe('audio/mpeg');
    expect(headerType(btoa('\xff\xf1\x50\x80\0\0'))).toBe('audio/aac');
    expect(headerType(btoa('\0\0\0\x1cftypM4A \0\0'))).toBe('audio/mp4');
  });

  it.each([
    ['an SVG', btoa('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', btoa('<!doctype html><script>alert(1)</script>')],
    ['no base64', '%%%% not base64 %%%%'],
    ['nothing', ''],
  ])('says nothing of %s', (_, source) =>
    expect([headerType(source), imageSize(source)]).toEqual([undefined, undefined]),
  );

  it.each([
    ['2^31 pixels', pngOf(2 ** 31, 2 ** 31)],
    ['no pixels', pngOf(0, 10)],
    ['a cut header', PNG.slice(0, 24)],
    ['a JPEG of endless padding', btoa(`\xff\xd8\xff${'\xff'.repeat(3_000)}`)],
    ['a JPEG whose segments have no length', btoa(`\xff\xd8${'\xff\xe0\0\0'.repeat(300)}`)],
  ])('says no size with %s', (_, image) => expect(imageSize(image)).toBeUndefined());

  it('is read without reading the file', () => {
    // Decoding all of it would fail.
    const broken = PNG.slice(0, 64) + '%'.repeat(40_000);
    expect(imageSize(broken)).toEqual({ width: 40, height: 24 });
    expect(base64Bytes(broken)).toBe(30_048);
  });
});

it('finds bytes at any offset', () => {
  const source = btoa('0123456789');
  for (let offset = 0; offset < 10; offset += 1)
    expect(bytesAt(source, offset, 3)).toBe('0123456789'.slice(offset, offset + 3));
  expect(bytesAt(source, 20, 3)).toBe('');
});

it('knows base64 from text', () => {
  expect([PNG, WAV, 'QUJD\nQUJD\n', 'a-_b'].every(isBase64)).toBe(true);
  expect(['', 'two words', '[masked: phone number]', `${PNG}!`, 'QUJD====A'].some(isBase64)).toBe(false);
});
