/** Base64 without decoding all of it: sizes are arithmetic, and headers are the first bytes. */

/** The bytes that base64 text stands for. */
export function base64Bytes(source: string): number {
  const padding = source.endsWith('==') ? 2 : source.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((source.length * 3) / 4) - padding);
}

/** `length` bytes from `offset` on, one character each; fewer where the text ends, none where it is not base64. */
export function bytesAt(base64: string, offset: number, length: number): string {
  const from = Math.floor(offset / 3);
  const groups = base64.slice(from * 4, Math.ceil((offset + length) / 3) * 4);
  try {
    return atob(plainAlphabet(groups)).slice(offset - from * 3, offset - from * 3 + length);
  } catch {
    return '';
  }
}

/** Python's clients write bytes in the alphabet for URLs. */
export const plainAlphabet = (base64: string): string => base64.replaceAll('-', '+').replaceAll('_', '/');

/** Reads all of it: only for what is about to be kept or shown. */
export const isBase64 = (source: string): boolean => source !== '' && /^[A-Za-z0-9+/_\r\n-]*={0,2}\s*$/.test(source);

/** Looks at the beginning: 64 characters of a text have a space or a mark nearly always. */
export const beginsLikeBase64 = (source: string): boolean =>
  source !== '' && /^[A-Za-z0-9+/_\r\n-]*={0,2}\s*$/.test(source.slice(0, 64));
