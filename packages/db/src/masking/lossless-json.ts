/** JSON text → value, without rounding: a number that JavaScript cannot hold stays as its digits, and is written back as it came. */

/** What JSON.rawJSON makes; JSON.stringify writes its text. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface Json {
  parse(text: string, reviver?: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
// Newer than the types of the standard library.
const { parse, rawJSON, isRawJSON } = JSON as unknown as Json;

export const isRaw = isRawJSON;

/** undefined when the text is no JSON object, list or string. */
export function losslessJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    // Only then, since a reviver makes parsing several times slower.
    return { value: /\d{15}|\d[eE.]/.test(text) ? parse(text, exactly) : parse(text) };
  } catch {
    return undefined; // cut, or no JSON: it is read as a text
  }
}

function exactly(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return rawJSON(source);
}
