/** What the first bytes of a file say: its type, and the size of an image. They are untrusted: the sizes may be absurd. */
import { bytesAt } from './base64.ts';

const SIGNATURES: readonly [type: string, begins: RegExp][] = [
  ['image/png', /^\x89PNG\r\n[^]\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['audio/wav', /^RIFF[^]{4}WAVE/],
  ['audio/aac', /^\xff[\xf0\xf1\xf8\xf9]/],
  ['audio/mpeg', /^(?:ID3|\xff[\xe2-\xef\xf2-\xf7\xfa-\xff])/],
  ['audio/ogg', /^OggS/],
  ['audio/flac', /^fLaC/],
  // Containers of audio and of video alike.
  ['audio/mp4', /^[^]{4}ftyp/],
  ['audio/webm', /^[^]E\xdf\xa3/],
];

/** undefined: no type that a screen shows. */
export function headerType(base64: string): string | undefined {
  const head = bytesAt(base64, 0, 16);
  return SIGNATURES.find(([, begins]) => begins.test(head))?.[0];
}

export interface Size {
  width: number;
  height: number;
}

/** The size of a PNG, JPEG, GIF or WebP, from its header. */
export function imageSize(base64: string): Size | undefined {
  const size = SIZES[headerType(base64) ?? '']?.(base64);
  return size && isPossible(size.width) && isPossible(size.height) ? size : undefined;
}

/** The largest size that PNG can have; the other formats have less. */
const isPossible = (pixels: number): boolean => pixels > 0 && pixels < 2 ** 31;

const SIZES: Readonly<Record<string, (base64: string) => Size | undefined>> = {
  'image/png': (base64) => {
    const head = bytesAt(base64, 16, 8);
    return head.length < 8 ? undefined : { width: bigEndian(head, 0, 4), height: bigEndian(head, 4, 4) };
  },
  'image/gif': (base64) => {
    const head = bytesAt(base64, 6, 4);
    return head.length < 4 ? undefined : { width: littleEndian(head, 0, 2), height: littleEndian(head, 2, 2) };
  },
  'image/webp': webpSize,
  'image/jpeg': jpegSize,
};

/** The three kinds of WebP put the size into different bits. */
function webpSize(base64: string): Size | undefined {
  const head = bytesAt(base64, 12, 18);
  if (head.length < 18) return undefined;
  const kind = head.slice(0, 4);
  if (kind === 'VP8X') return { width: littleEndian(head, 12, 3) + 1, height: littleEndian(head, 15, 3) + 1 };
  if (kind === 'VP8 ') return { width: littleEndian(head, 14, 2) & 0x3fff, height: littleEndian(head, 16, 2) & 0x3fff };
  if (kind !== 'VP8L') return undefined;
  const bits = littleEndian(head, 9, 4);
  return { width: (bits & 0x3fff) + 1, height: (Math.floor(bits / 2 ** 14) & 0x3fff) + 1 };
}

/** A photo has its size behind its metadata, which is in segments that say how long they are. */
const MAX_SEGMENTS = 64;
const FRAMES = /[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/;

function jpegSize(base64: string): Size | undefined {
  let offset = 2;
  for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
    const head = bytesAt(base64, offset, 9);
    const marker = head[1] ?? '';
    if (head.length < 9 || head[0] !== '\xff') return undefined;
    if (FRAMES.test(marker)) return { height: bigEndian(head, 5, 2), width: bigEndian(head, 7, 2) };
    // 0xff may be repeated in front of a marker.
    offset += marker === '\xff' ? 1 : 2 + bigEndian(head, 2, 2);
  }
  return undefined;
}

const bigEndian = (bytes: string, start: number, length: number): number =>
  Array.from(bytes.slice(start, start + length)).reduce((value, byte) => value * 256 + byte.charCodeAt(0), 0);

const littleEndian = (bytes: string, start: number, length: number): number =>
  Array.from(bytes.slice(start, start + length)).reduceRight((value, byte) => value * 256 + byte.charCodeAt(0), 0);
