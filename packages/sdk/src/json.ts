/** JSON text of values that programs and tools hand over: never throws. */

/** Stands for what JSON has no words for: circles, big integers, what is nested too deeply. */
const NOT_RECORDED = '[not recorded: no JSON]';

/** undefined for what JSON leaves out: functions, nothing at all. */
export function jsonOf(value: unknown, replacer?: (name: string, value: unknown) => unknown): string | undefined {
  try {
    return JSON.stringify(value, replacer);
  } catch {
    return JSON.stringify(NOT_RECORDED);
  }
}

/** undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
