/**
 * Parses JSON without rounding: a number that JavaScript cannot represent keeps its digits and is written back
 * unchanged.
 */

/** The result of JSON.rawJSON. JSON.stringify writes its text. */
export interface RawNumber {
  readonly rawJSON: string;
}

interface Json {
  parse(text: string, reviver?: (key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  rawJSON(text: string): RawNumber;
  isRawJSON(value: unknown): value is RawNumber;
}
// Missing in the types of the standard library.
const { parse, rawJSON, isRawJSON } = JSON as unknown as Json;

export const isRaw = isRawJSON;

/** undefined when the text is not a JSON object, array or string. */
export function losslessJson(text: string): { value: unknown } | undefined {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    // Uses the reviver only when needed, because it makes parsing several times slower.
    return { value: /\d{15}|\d[eE.]/.test(text) ? parse(text, exactly) : parse(text) };
  } catch {
    return undefined; // truncated or not JSON: treated as text
  }
}

function exactly(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || String(value) === source) return value;
  return rawJSON(source);
}
