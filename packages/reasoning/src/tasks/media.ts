/** Sizes of media that are not kept, from the little of them that says it. */

/** The bytes that base64 text stands for. */
export function base64Bytes(source: string): number {
  const padding = source.endsWith('==') ? 2 : source.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((source.length * 3) / 4) - padding);
}

export interface Size {
  width: number;
  height: number;
}

/** `1024x1024`. */
export function namedSize(name: unknown): Size | undefined {
  const [, width, height] = (typeof name === 'string' ? /^(\d{1,5})x(\d{1,5})$/.exec(name) : null) ?? [];
  return width === undefined ? undefined : { width: Number(width), height: Number(height) };
}

const PNG = 'iVBORw0KGgo';

/** The size of a PNG image is in its first 24 bytes, which are 32 characters of base64. */
export function pngSize(base64: string): Size | undefined {
  if (!base64.startsWith(PNG)) return undefined;
  const bytes = Array.from(atob(base64.slice(0, 32)), (character) => character.charCodeAt(0));
  const at = (start: number) => bytes.slice(start, start + 4).reduce((value, byte) => value * 256 + byte, 0);
  return bytes.length < 24 ? undefined : { width: at(16), height: at(20) };
}
