/** JSON conversion of values from programs and tools. Never throws. */

/** Replaces values that JSON cannot represent: cycles, big integers, and values nested too deeply. */
const NOT_RECORDED = '[not recorded: no JSON]';

/** undefined for values that JSON omits: functions and undefined. */
export function toJson(value: unknown, replacer?: (name: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, replacer);
  } catch {
    return JSON.stringify(NOT_RECORDED);
  }
}

/** undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
