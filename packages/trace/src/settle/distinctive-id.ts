/**
 * Which ids of responses and calls prove that two spans report the same one: those that a provider has made up by chance.
 */

/** Fewer characters of chance may repeat by chance: providers that count (`call_0`) have one or two, others 20. */
const MIN_CHARACTERS = 10;

/** False for ids that all runs may have. Words are no chance: all have `functions.get_weather:0` and `chatcmpl-1`. */
export function isDistinctive(id: string, toolName: string | null = null): boolean {
  const parts = (toolName === null ? id : id.replaceAll(toolName, '')).split(/[^A-Za-z0-9]+/);
  const characters = parts.map((part) => (isScrambled(part) ? part : part.replaceAll(/[a-z]{4,}/g, '')).length);
  return characters.reduce((sum, length) => sum + length, 0) >= MIN_CHARACTERS;
}

/** True for letters and digits in turns, in which runs of letters are no words: `cvpslqbu0wuwowckwlerjq6zs7lghnle`. */
const isScrambled = (part: string): boolean => part.length >= 20 && (part.match(/\d(?=[A-Za-z])/g) ?? []).length > 1;
